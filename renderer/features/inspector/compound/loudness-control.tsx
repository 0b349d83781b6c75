import { useState } from 'react';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import type { ControlProps } from '../controls/control-props.ts';
import styles from '../controls/fields.module.css';

const PRESETS = ['none', '-14', '-16', '-23'] as const;
const OTHER = 'other';

/** The loudness of the movie: a preset, or a number that the user writes. */
export function LoudnessControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const words = inspector.loudness;
  const [isWriting, setWriting] = useState(false);
  const current = text === '' ? (field.standard ?? 'none') : text;
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
        className={styles.grow}
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
          boxClassName={styles.grow}
          onCommit={edit.commit}
        />
      )}
    </>
  );
}

function other(label: string) {
  return { value: OTHER, label } as const;
}
