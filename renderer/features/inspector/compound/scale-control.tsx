import { Link2, Unlink2 } from 'lucide-react';
import { useState } from 'react';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { pair } from '#shared/template/value-types/length-types.ts';
import type { ControlProps } from '../controls/control-props.ts';
import styles from './compound.module.css';
import { withLinkedFactor } from './length-parts.ts';

/** A control for two factors in percent. Linked factors keep their ratio. */
export function ScaleControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  const { minimum = -100, maximum = 100 } = field.spec.type;
  const type = pair({ minimum, maximum });
  const read = text === null ? null : type.parse(text, null);
  const value = read?.ok === true ? read.value : null;
  const [linkChoice, setLinkChoice] = useState<boolean | null>(null);
  const isLinked = linkChoice ?? (value === null || value.across === value.down);
  const textWith = (sideField: 'across' | 'down', percent: number) => {
    const next = Math.round(percent * 100) / 10_000;
    const base = value ?? { across: 1, down: 1 };
    const bothSides = isLinked
      ? value === null
        ? { across: next, down: next }
        : withLinkedFactor(base, sideField, next)
      : null;
    return type.format(bothSides ?? { ...base, [sideField]: next });
  };
  const partOf = (name: 'across' | 'down') => (isLinked || field.nodes.length === 1 ? undefined : name);
  const sideField = (name: 'across' | 'down', mark: string) => (
    <NumberField
      value={value === null ? null : Math.round(value[name] * 10_000) / 100}
      min={minimum * 100}
      max={maximum * 100}
      precision={2}
      defaultValue={100}
      label={inspector.part(label, mark)}
      unit="%"
      size="sm"
      className={styles.grow}
      invalid={invalid}
      onPreview={(next) => edit.preview(textWith(name, next), partOf(name))}
      onCommit={(next) => edit.commit(textWith(name, next), partOf(name))}
      onCancel={edit.cancel}
    />
  );
  return (
    <>
      {sideField('across', 'X')}
      <IconButton
        icon={isLinked ? Link2 : Unlink2}
        label={inspector.linkSides}
        pressed={isLinked}
        size="sm"
        iconSize={14}
        className={styles.link}
        onClick={() => setLinkChoice(!isLinked)}
      />
      {sideField('down', 'Y')}
    </>
  );
}
