import { clsx } from 'clsx';
import { type ReactNode, useRef, useState } from 'react';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { assertNever } from '#shared/lib/assert.ts';
import fieldStyles from '../controls/field.module.css';
import { useFieldProps } from '../controls/field.tsx';
import { FieldNote } from '../display/tooltip.tsx';
import { formatSigned } from '../format/number.ts';
import { useToast } from '../overlays/toast.tsx';
import styles from './number-field.module.css';
import { clamp, isEmptied, type NumberProblem, readNumber, roundTo, stepFactor } from './number-input.ts';
import { useScrub } from './use-scrub.ts';

export interface NumberFieldProps {
  /** Null where several things with different values are edited at once, or where there is none. */
  readonly value: number | null;
  /** The end of a gesture, Enter, or leaving: one undo step. Not called where nothing changed. */
  readonly onCommit: (value: number) => void;
  /** Called when the user empties the field; without it, an emptied field gets its value back. */
  readonly onEmpty?: (() => void) | undefined;
  /** Each value on the way of a drag; to be shown and not recorded. */
  readonly onPreview?: ((value: number) => void) | undefined;
  /** Esc during a drag: what was previewed is taken back. */
  readonly onCancel?: (() => void) | undefined;
  /** What a double-click sets. */
  readonly defaultValue?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** One arrow press, and 2 pixels of a drag. */
  readonly step?: number | undefined;
  /** Figures after the point; 0 for whole numbers. */
  readonly precision?: number | undefined;
  readonly unit?: ReactNode;
  /** Before the number: which of several it is, such as `X`. */
  readonly mark?: string | undefined;
  /** The name where no visible label of a `Field` gives one. */
  readonly label?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  /** What is wrong with the value, said by the owner; the field itself says what is wrong with the text. */
  readonly invalid?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly align?: 'start' | 'end' | undefined;
  /** Stands where there is no value; without it that several differ. */
  readonly placeholder?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
}

/** A number: typed, computed (`1920/2`), scrubbed by dragging, stepped with arrows, reset with a double-click. */
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
            stepBy((event.key === 'ArrowUp' ? 1 : -1) * stepFactor(event));
          }
        }}
      />
      {props.unit !== undefined && (
        <span className={fieldStyles.unit} data-suffix={unit}>
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
