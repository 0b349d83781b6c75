import { CloudUpload, Folder } from 'lucide-react';
import { StoreFields } from '#renderer/common/renders/store-fields.tsx';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import type { RenderForm } from '../form/use-render-form.ts';
import styles from './render-dialog.module.css';

/** Where the film goes: a file of the person's, or an object store. */
export function DestinationFields({ form }: { readonly form: RenderForm }) {
  const { render: words } = useStrings();
  const desktop = useDesktop();
  const { choices, change, name, film } = form;
  return (
    <>
      <div className={styles.row}>
        <span className={styles.label}>{words.destination}</span>
        <Segmented
          label={words.destination}
          className={styles.wide}
          value={choices.destination}
          onChange={(destination) => change({ destination })}
          options={[
            { value: 'file', label: words.toFile, icon: Folder },
            { value: 'store', label: words.toStore, icon: CloudUpload },
          ]}
        />
      </div>
      {choices.destination === 'file' ? (
        <div className={styles.field}>
          <Field
            layout="row"
            label={words.fileName}
            hint={
              name === null
                ? undefined
                : `${words.fileNameHint(name)}. ${desktop === null ? words.downloaded : words.askedLater}`
            }
          >
            <TextField
              size="sm"
              data-field="fileName"
              value={choices.fileName}
              onChange={(fileName) => change({ fileName })}
              end={<span className={styles.unit}>.{film.extension}</span>}
            />
          </Field>
        </div>
      ) : (
        <StoreFields
          kind="object"
          store={choices.store}
          onChange={(store) => change({ store })}
          hint={name === null ? undefined : words.fileNameHint(name)}
        />
      )}
    </>
  );
}
