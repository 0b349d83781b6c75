import { useStrings } from '#renderer/strings/use-strings.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import type { Length } from '#shared/template/values/lengths.ts';
import styles from './compound.module.css';
import { inOtherUnit } from './length-parts.ts';

interface LengthFieldProps {
  /** Null where several differ, or none is set. */
  readonly value: Length | null;
  readonly label: string;
  readonly mark?: string | undefined;
  readonly placeholder?: string | undefined;
  /** What 100 % are, in pixels; null where that is not known here. */
  readonly whole: number | null;
  readonly min?: number | undefined;
  readonly invalid?: string | undefined;
  readonly standard?: Length | undefined;
  readonly onPreview: (value: Length) => void;
  readonly onCommit: (value: Length) => void;
  readonly onCancel: () => void;
}

/** A number of pixels, or a percentage; the unit changes by a click on it. */
export function LengthField(props: LengthFieldProps) {
  const { value, label, whole, standard } = props;
  const { inspector } = useStrings();
  const unit = value?.unit ?? 'px';
  const of = (amount: number): Length => ({ amount, unit });
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
          // Not the beginning of a drag over the number.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => value !== null && props.onCommit(inOtherUnit(value, whole))}
        >
          {unit}
        </button>
      }
      onPreview={(next) => props.onPreview(of(next))}
      onCommit={(next) => props.onCommit(of(next))}
      onCancel={props.onCancel}
    />
  );
}
