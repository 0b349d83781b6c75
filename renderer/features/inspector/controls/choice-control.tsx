import { specWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';
import { offeredOptions, optionLabel, unsetWord } from './options.ts';

/** More letters than fit side by side. */
const LONGEST_ROW = 20;

/** A choice of one word: side by side where the words fit, else as a list. */
export function ChoiceControl({ field, edit, text, isHalf = false }: ControlProps) {
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  const held = text === '' ? field.holds : null;
  // What each unit of a text does is a preset by its name.
  const presets: Readonly<Record<string, string>> = field.name === 'effect' ? inspector.motionPresets : {};
  const labelOf = (value: string) => presets[value] ?? optionLabel(field.spec, value);
  const options = offeredOptions(field.spec, text).map((value) => ({ value, label: labelOf(value) }));
  if (isHalf || options.map((option) => option.label).join('').length > LONGEST_ROW || options.length > 4) {
    return (
      <Select
        value={text}
        options={options}
        label={label}
        size="sm"
        placeholder={
          text === null ? inspector.mixed : held !== null ? labelOf(held) : isHalf ? '–' : unsetWord(field, inspector)
        }
        className={styles.grow}
        onChange={edit.commit}
      />
    );
  }
  return (
    <Segmented
      value={held ?? text}
      options={options}
      label={label}
      size="sm"
      className={options.some(({ value }) => value.length > 1) ? styles.wide : undefined}
      onChange={edit.commit}
    />
  );
}
