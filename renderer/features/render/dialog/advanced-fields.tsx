import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { isAddress } from '../form/blockers.ts';
import type { RenderForm } from '../form/use-render-form.ts';
import styles from './render-dialog.module.css';

/** Settings that few people need: addresses that are notified when the render ends. */
export function AdvancedFields({ form }: { readonly form: RenderForm }) {
  const { render: words } = useStrings();
  const { choices, change } = form;
  const [opened, setOpened] = useState(choices.onsuccess !== '' || choices.onerror !== '');
  return (
    <div>
      <Button
        variant="quiet"
        size="sm"
        icon={opened ? ChevronDown : ChevronRight}
        aria-expanded={opened}
        className={styles.advanced}
        onClick={() => setOpened(!opened)}
      >
        {words.advanced}
      </Button>
      {opened && (
        <div className={styles.store}>
          {(['onsuccess', 'onerror'] as const).map((field) => (
            <Field
              key={field}
              layout="row"
              label={words[field]}
              problem={isAddress(choices[field]) ? undefined : words.notAnAddress}
              hint={field === 'onerror' ? words.notifyHint : undefined}
            >
              <TextField
                size="sm"
                type="url"
                data-field={field}
                placeholder="https://"
                value={choices[field]}
                invalid={isAddress(choices[field]) ? undefined : words.notAnAddress}
                onChange={(address) => change({ [field]: address })}
              />
            </Field>
          ))}
        </div>
      )}
    </div>
  );
}
