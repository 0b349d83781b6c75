import { easingName } from '#renderer/common/keys/easing-shapes.ts';
import { specWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import type { ControlProps } from '../controls/control-props.ts';
import styles from '../controls/fields.module.css';
import { optionsOf } from '../controls/options.ts';

const USUAL = '';

/** How something goes from one value to another: a curve by its name; one without a name as it is written. */
export function EasingControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector, keys } = useStrings();
  const names = optionsOf(field.spec);
  const isUnset = text === '';
  const usual =
    isUnset && field.holds !== null
      ? `${inspector.usualEasing} (${easingName(field.holds, keys.easings)})`
      : inspector.usualEasing;
  const isOwn = text !== null && !isUnset && !names.includes(text);
  return (
    <Select
      value={text}
      label={specWords(field.spec).label}
      placeholder={text === null ? inspector.mixed : usual}
      size="sm"
      invalid={invalid}
      className={styles.grow}
      options={[
        ...(field.standard === '' ? [{ value: USUAL, label: usual }] : []),
        ...names.map((name) => ({ value: name, label: easingName(name, keys.easings) })),
        ...(isOwn ? [{ value: text, label: easingName(text, keys.easings) }] : []),
      ]}
      onChange={(next) => (next === USUAL ? edit.reset() : edit.commit(next))}
    />
  );
}
