import { SOFTWARE } from '#renderer/common/renders/render-choices.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import type { RenderForm } from '../form/use-render-form.ts';
import styles from './render-dialog.module.css';

/**
 * What makes the pictures: the processor, or hardware that this machine has. Not there for formats without a choice.
 */
export function EncoderField({ form }: { readonly form: RenderForm }) {
  const { render: words } = useStrings();
  const { choices, change, encoders } = form;
  if (encoders.length === 0) return null;
  const value = encoders.some(({ name }) => name === choices.encoder) ? choices.encoder : SOFTWARE;
  return (
    <div className={styles.row} data-field="encoder">
      <span className={styles.label}>{words.encoder}</span>
      <Select
        size="sm"
        label={words.encoder}
        value={value}
        onChange={(encoder) => change({ encoder })}
        options={[
          { value: SOFTWARE, label: words.software, hint: words.softwareHint },
          ...encoders.map(({ name, label, available }) => ({
            value: name,
            label,
            hint: available ? words.hardwareHint : words.notAvailable,
            // The chosen one can be read, and left.
            disabled: !available && name !== value,
          })),
        ]}
      />
    </div>
  );
}
