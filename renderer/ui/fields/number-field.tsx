import { clsx } from 'clsx';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type DragPoint, modifiersOf, startDrag } from '#renderer/interaction/drag.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { assertNever } from '#shared/lib/assert.ts';
import fieldStyles from '../controls/field.module.css';
import { useFieldProps } from '../controls/field.tsx';
import { FieldNote } from '../display/tooltip.tsx';
import { formatSigned } from '../format/number.ts';
import { useToast } from '../overlays/toast.tsx';
import styles from './number-field.module.css';
import {
  clamp,
  isEmptied,
  type NumberProblem,
  type NumberRange,
  readNumber,
  roundTo,
  scrub,
  stepFactor,
} from './number-input.ts';

export interface NumberFieldProps {
  /** The value; null if there is none, or if the edited elements have different values. */
  readonly value: number | null;
  /** Called after a change: at the end of a drag, on Enter, and on blur. Each call is one undo step. */
  readonly onCommit: (value: number) => void;
  /** Called when the user clears the field. The default restores the value. */
  readonly onEmpty?: (() => void) | undefined;
  /** Called with each value during a drag, for a preview without an undo step. */
  readonly onPreview?: ((value: number) => void) | undefined;
  /** Called on Esc during a drag. The caller must revert the preview. */
  readonly onCancel?: (() => void) | undefined;
  /** The value that a double-click restores. */
  readonly defaultValue?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The change per arrow key, and per 2 pixels of a drag. */
  readonly step?: number | undefined;
  /** The number of decimals; 0 for integers. */
  readonly precision?: number | undefined;
  readonly unit?: ReactNode;
  /** A mark before the number, such as `X`. */
  readonly mark?: string | undefined;
  /** The accessible name of a field without a `Field`. */
  readonly label?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  /** The message about the value. The field also reports an invalid text itself. */
  readonly invalid?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly align?: 'start' | 'end' | undefined;
  /** The placeholder of an empty field; by default, a note that the values differ. */
  readonly placeholder?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * A number field. The user can type a number or an expression (`1920/2`), drag, press arrow keys, or restore the
 * default with a double-click.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, onCommit, min, max, step = 1, precision, label, id, disabled = false } = props;
  const { kit } = useStrings();
  const toasts = useToast();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const range = { min, max, precision };
  const text = value === null ? '' : formatSigned(value, precision);
  const read = typed === null || typed.trim() === '' ? null : readNumber(typed, range);
  const unit = typeof props.unit === 'string' ? props.unit : undefined;
  const refusal = read !== null && !read.ok ? refusalText(read.problem, kit, precision, unit) : undefined;
  const problem = refusal ?? props.invalid;

  const commitValue = (next: number) => {
    if (next !== value) onCommit(next);
  };
  const commitTyped = () => {
    if (read?.ok === true && typed !== text) commitValue(read.value);
    else if (isEmptied(typed, value)) props.onEmpty?.();
    setTyped(null);
  };
  const leave = () => {
    if (refusal !== undefined && typed !== null)
      toasts.show({ id: 'refused', message: kit.notUsed(typed.trim(), refusal), tone: 'warning' });
    commitTyped();
  };
  const stepBy = (steps: number) => {
    const from = read?.ok === true ? read.value : (value ?? min ?? 0);
    setTyped(null);
    commitValue(clamp(roundTo(from + steps * step, precision), range));
  };
  const scrub = useScrub({ ...props, value, step, range, disabled });

  return (
    <div
      ref={box}
      className={clsx(
        fieldStyles.box,
        styles.box,
        props.size === 'sm' && fieldStyles.sm,
        disabled && fieldStyles.disabled,
        problem !== undefined && fieldStyles.invalid,
        props.className,
      )}
      data-number-field=""
      data-scrubbing={scrub.active || undefined}
      title={problem}
      {...scrub.handlers}
    >
      {props.mark !== undefined && <span className={fieldStyles.unit}>{props.mark}</span>}
      <input
        {...useFieldProps(label, id)}
        ref={scrub.inputRef}
        type="text"
        inputMode="decimal"
        role="spinbutton"
        aria-valuenow={value ?? undefined}
        aria-valuetext={text}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-invalid={problem !== undefined || undefined}
        disabled={disabled}
        value={typed ?? text}
        placeholder={value === null ? (props.placeholder ?? kit.mixed) : undefined}
        autoComplete="off"
        spellCheck={false}
        className={clsx(fieldStyles.input, 'tabular', props.align === 'end' && styles.end)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={leave}
        onDoubleClick={() => {
          if (props.defaultValue === undefined) return;
          setTyped(null);
          commitValue(props.defaultValue);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && read?.ok !== false) {
            commitTyped();
            event.currentTarget.select();
          } else if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            event.preventDefault();
            stepBy((event.key === 'ArrowUp' ? 1 : -1) * stepFactor(modifiersOf(event)));
          }
        }}
      />
      {props.unit !== undefined && (
        <span className={fieldStyles.unit} data-suffix={unit} data-unit-slot="">
          {props.unit}
        </span>
      )}
      {refusal !== undefined && <FieldNote anchor={box} text={refusal} />}
    </div>
  );
}

function refusalText(
  problem: NumberProblem,
  kit: Catalogue['kit'],
  precision: number | undefined,
  unit: string | undefined,
): string {
  const measured = (value: number) => {
    const number = formatSigned(value, precision);
    if (unit === undefined) return number;
    return unit === '×' || unit === '°' ? `${number}${unit}` : `${number} ${unit}`;
  };
  switch (problem.kind) {
    case 'not-a-number':
      return kit.notANumber;
    case 'too-small':
      return kit.tooSmall(measured(problem.min));
    case 'too-large':
      return kit.tooLarge(measured(problem.max));
    default:
      return assertNever(problem);
  }
}

interface ScrubOptions {
  readonly value: number | null;
  readonly step: number;
  readonly range: NumberRange;
  readonly disabled: boolean;
  readonly onPreview?: ((value: number) => void) | undefined;
  readonly onCommit: (value: number) => void;
  readonly onCancel?: (() => void) | undefined;
}

/**
 * Changes the value while the user drags over the field. The drag previews values. At its end, it is committed or
 * canceled once.
 */
function useScrub(options: ScrubOptions) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { value: from, disabled, step, range } = options;
    const typing = document.activeElement === inputRef.current;
    if (event.button !== 0 || disabled || from === null || typing) return;
    // Do not focus the text at the press, because the press can become a drag.
    event.preventDefault();
    let value = from;
    let last = 0;
    const rounded = (keys: DragPoint) => scrub(value, 0, step, keys, range);
    let isPreviewed = false;
    const cancel = () => {
      setActive(false);
      const { onCancel, onPreview } = latest.current;
      if (onCancel !== undefined) onCancel();
      else if (isPreviewed) onPreview?.(from);
    };
    startDrag(
      event,
      {
        start: () => setActive(true),
        move: (point) => {
          // Accumulate the movement, so that the drag continues from the current value when modifier keys change.
          value = scrub(value, point.dx - last, step, point, { ...range, precision: undefined });
          last = point.dx;
          isPreviewed = true;
          latest.current.onPreview?.(rounded(point));
        },
        end: (point) => {
          if (rounded(point) === from) return cancel();
          setActive(false);
          latest.current.onCommit(rounded(point));
        },
        cancel,
        click: () => inputRef.current?.focus(),
      },
      { axis: 'x' },
    );
  };

  return { active, inputRef, handlers: { onPointerDown } };
}
