import { specWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';
import { unsetWord } from './options.ts';

/** A text, also where a value can only be corrected as it is written. */
export function TextControl({ field, edit, text, invalid, mono = false }: ControlProps & { readonly mono?: boolean }) {
  const { inspector } = useStrings();
  return (
    <TextField
      value={text ?? ''}
      placeholder={text === null ? inspector.mixed : (field.holds ?? unsetWord(field, inspector))}
      label={specWords(field.spec).label}
      size="sm"
      mono={mono}
      invalid={invalid}
      boxClassName={styles.grow}
      onCommit={edit.commit}
    />
  );
}
