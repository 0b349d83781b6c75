import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { formatLength, lengthOf } from '#shared/template/value-types/length-types.ts';
import { type Length, type Point, partsOf } from '#shared/template/values/lengths.ts';
import type { ControlProps } from '../controls/control-props.ts';
import { unsetLabel } from '../controls/options.ts';
import styles from './compound.module.css';
import { inOtherUnit } from './length-parts.ts';

/** Returns the movie size, to which percentages of a position refer; null if unknown. */
function useFrameSize(): { readonly across: number | null; readonly down: number | null } {
  const across = useEditorValue(({ document }) => document.state.movie?.width ?? null);
  const down = useEditorValue(({ document }) => document.state.movie?.height ?? null);
  return { across, down };
}

/** A control for two lengths, x and y. */
export function PointControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  const frame = useFrameSize();
  const value = text === null ? null : readPoint(text);
  const standard = field.standard === null ? null : readPoint(field.standard);
  // Percentages of an anchor refer to the size of the layer's picture. That size is unknown here.
  const isOfFrame = field.name !== 'anchor';
  const sides = [
    ['across', 'X'],
    ['down', 'Y'],
  ] as const;
  return sides.map(([side, mark]) => {
    const changedPart = field.nodes.length > 1 ? side : undefined;
    const pointText = (next: Length) => writePoint({ ...(value ?? ZERO_POINT), [side]: next });
    return (
      <LengthField
        key={side}
        value={value?.[side] ?? null}
        mark={mark}
        label={inspector.part(label, mark)}
        whole={isOfFrame ? frame[side] : null}
        invalid={invalid}
        standard={standard?.[side]}
        onPreview={(next) => edit.preview(pointText(next), changedPart)}
        onCommit={(next) => edit.commit(pointText(next), changedPart)}
        onCancel={edit.cancel}
      />
    );
  });
}

const ZERO_POINT: Point = { across: { amount: 0, unit: 'px' }, down: { amount: 0, unit: 'px' } };

function readPoint(text: string): Point | null {
  const [across, down, ...rest] = partsOf(text.trim());
  if (across === undefined || down === undefined || rest.length > 0) return null;
  return { across: lengthOf(across), down: lengthOf(down) };
}

export function writePoint({ across, down }: Point): string {
  return `${formatLength(across)}, ${formatLength(down)}`;
}

/** A control for one length, such as the width of a box. */
export function LengthControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const frame = useFrameSize();
  const value = text === null || text === '' ? null : lengthOf(text.trim());
  const { minimum } = field.spec.type;
  const whole = field.name === 'width' ? frame.across : field.name === 'height' ? frame.down : null;
  return (
    <LengthField
      value={value}
      label={specWords(field.spec).label}
      placeholder={text === '' ? unsetLabel(field, inspector) : undefined}
      whole={whole}
      min={value?.unit === '%' ? undefined : minimum}
      invalid={invalid}
      onPreview={(next) => edit.preview(formatLength(next))}
      onCommit={(next) => edit.commit(formatLength(next))}
      onCancel={edit.cancel}
    />
  );
}

interface LengthFieldProps {
  /** The length; null if the field is empty, or if the elements differ. */
  readonly value: Length | null;
  readonly label: string;
  readonly mark?: string | undefined;
  readonly placeholder?: string | undefined;
  /** The length in pixels that equals 100 %; null if unknown. */
  readonly whole: number | null;
  readonly min?: number | undefined;
  readonly invalid?: string | undefined;
  readonly standard?: Length | undefined;
  readonly onPreview: (value: Length) => void;
  readonly onCommit: (value: Length) => void;
  readonly onCancel: () => void;
}

/** A field for a length in pixels or percent. A click on the unit converts the length. */
function LengthField(props: LengthFieldProps) {
  const { value, label, whole, standard } = props;
  const { inspector } = useStrings();
  const unit = value?.unit ?? 'px';
  const lengthWith = (amount: number): Length => ({ amount, unit });
  return (
    <NumberField
      value={value?.amount ?? null}
      mark={props.mark}
      min={props.min}
      precision={2}
      defaultValue={standard?.unit === unit ? standard.amount : undefined}
      label={label}
      placeholder={props.placeholder}
      size="sm"
      className={styles.length}
      invalid={props.invalid}
      unit={
        <button
          type="button"
          className={styles.unit}
          data-unit={unit}
          data-quiet={(props.mark !== undefined && unit === 'px') || undefined}
          aria-label={inspector.changeUnit(label, unit)}
          title={inspector.changeUnit(label, unit)}
          disabled={value === null}
          // Stop the event, because it would start a drag that changes the number.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => value !== null && props.onCommit(inOtherUnit(value, whole))}
        >
          {unit}
        </button>
      }
      onPreview={(next) => props.onPreview(lengthWith(next))}
      onCommit={(next) => props.onCommit(lengthWith(next))}
      onCancel={props.onCancel}
    />
  );
}
