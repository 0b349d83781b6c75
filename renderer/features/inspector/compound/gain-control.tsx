import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import type { ControlProps } from '../controls/control-props.ts';
import styles from './compound.module.css';
import { decibelsOf, mostDecibels } from './length-parts.ts';

/** The minimum level in dB. Lower levels are inaudible. */
const LOWEST_LEVEL = -96;

/** Two fields for a volume: a factor and a level in decibels. A level is stored in decibels. */
export function GainControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const { type } = field.spec;
  const { label } = specWords(field.spec);
  const read = text === null || text === '' ? null : type.parse(text, null);
  const factor = read?.ok === true && typeof read.value === 'number' ? read.value : null;
  const standard = field.standard === null || field.standard === '' ? undefined : Number(field.standard);
  const decibels = factor === null ? null : decibelsOf(factor);
  // Each field has half a row, which is too narrow for words.
  const unset = text === '' ? '–' : undefined;
  const inDecibels = (value: number) => `${writeNumber(value, 1)}dB`;
  return (
    <>
      <NumberField
        value={factor === null ? null : Math.round(factor * 1000) / 1000}
        min={type.minimum}
        max={type.maximum}
        step={0.01}
        precision={3}
        defaultValue={standard}
        label={label}
        placeholder={unset}
        unit="×"
        size="sm"
        className={styles.grow}
        invalid={invalid}
        onPreview={(next) => edit.preview(writeNumber(next, 3))}
        onCommit={(next) => edit.commit(writeNumber(next, 3))}
        onCancel={edit.cancel}
      />
      <NumberField
        value={decibels}
        min={LOWEST_LEVEL}
        max={type.maximum === undefined ? undefined : mostDecibels(type.maximum)}
        step={0.5}
        precision={1}
        defaultValue={standard === undefined ? undefined : (decibelsOf(standard) ?? undefined)}
        label={inspector.inDecibels(label)}
        placeholder={factor === 0 ? '−∞' : unset}
        unit="dB"
        size="sm"
        className={styles.grow}
        invalid={invalid}
        onPreview={(next) => edit.preview(inDecibels(next))}
        onCommit={(next) => edit.commit(inDecibels(next))}
        onCancel={edit.cancel}
      />
    </>
  );
}
