import { useState } from 'react';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import type { ControlProps } from '../controls/control-props.ts';
import fields from '../controls/fields.module.css';
import styles from './compound.module.css';
import { decibelsOf, mostDecibels } from './length-parts.ts';

/** The minimum level in dB. Lower levels are inaudible. */
const LOWEST_LEVEL = -96;

/**
 * Two fields for a volume: its factor and its level in decibels. A level typed in decibels is also stored in decibels.
 */
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

const PRESETS = ['none', '-14', '-16', '-23'] as const;
const OTHER = 'other';

/** The loudness of the movie: a preset, or a number entered by the user. */
export function LoudnessControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const words = inspector.loudness;
  const [isWriting, setWriting] = useState(false);
  const standard = field.standard === null || field.standard === '' ? 'none' : field.standard;
  const current = text === '' ? standard : text;
  const preset = PRESETS.find((each) => each === current) ?? null;
  const isOther = current !== null && (isWriting || preset === null);
  const { label } = specWords(field.spec);
  return (
    <>
      <Select
        value={isOther ? OTHER : preset}
        label={label}
        placeholder={inspector.mixed}
        size="sm"
        invalid={invalid}
        className={fields.grow}
        options={[...PRESETS.map((each) => ({ value: each, label: words.presets[each] })), other(words.ownLoudness)]}
        onChange={(next) => {
          setWriting(next === OTHER);
          if (next !== OTHER) edit.commit(next);
        }}
      />
      {isOther && (
        <TextField
          value={current === 'none' ? '' : current}
          label={words.ownLoudnessLabel}
          size="sm"
          invalid={invalid}
          boxClassName={fields.grow}
          onCommit={edit.commit}
        />
      )}
    </>
  );
}

function other(label: string) {
  return { value: OTHER, label } as const;
}
