import { specWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';

/** On or off; where several differ, neither is chosen. */
export function BooleanControl({ field, edit, text }: ControlProps) {
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  if (text === null) {
    return (
      <Segmented
        value={null}
        options={[
          { value: 'true', label: inspector.on },
          { value: 'false', label: inspector.off },
        ]}
        label={label}
        size="sm"
        onChange={edit.commit}
      />
    );
  }
  const isOn = (text === '' ? field.holds : text) === 'true';
  return (
    <>
      <Switch checked={isOn} label={label} onChange={(next) => edit.commit(String(next))} />
      <span className={styles.word}>{isOn ? inspector.on : inspector.off}</span>
    </>
  );
}
