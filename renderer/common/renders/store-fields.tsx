import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import type { StoreChoices } from './render-choices.ts';
import { useRenderSession, useRenderSessionStore } from './render-session-context.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import styles from './store-fields.module.css';
import { useReadSecretsAgain, useSecrets } from './use-secrets.ts';

export interface StoreFieldsProps {
  readonly store: StoreChoices;
  readonly onChange: (store: StoreChoices) => void;
  /** What the films are called there: one object, or the folder of many. */
  readonly kind: 'object' | 'folder';
  /** What comes of it. */
  readonly hint?: string | undefined;
}

/**
 * A place in an object store. Keys are taken by name where the desktop keeps them; else they live as long as the page.
 */
export function StoreFields({ store, onChange, kind, hint }: StoreFieldsProps) {
  const { render: words } = useStrings();
  const desktop = useDesktop();
  const set = (next: Partial<StoreChoices>) => onChange({ ...store, ...next });
  return (
    <div className={styles.store}>
      {desktop !== null && <StoredKeys value={store.credentials} onChange={(credentials) => set({ credentials })} />}
      {store.credentials === '' && <EnteredKeyFields />}
      <Field layout="row" label={words.bucket}>
        <TextField size="sm" data-field="bucket" value={store.bucket} onChange={(bucket) => set({ bucket })} />
      </Field>
      <Field layout="row" label={kind === 'object' ? words.object : words.objectFolder} hint={hint}>
        <TextField size="sm" data-field="object" value={store.filename} onChange={(filename) => set({ filename })} />
      </Field>
      <Field layout="row" label={words.endpoint}>
        <TextField
          size="sm"
          type="url"
          value={store.endpoint}
          placeholder={words.endpointHint}
          onChange={(endpoint) => set({ endpoint })}
        />
      </Field>
      <Field layout="row" label={words.storeRegion}>
        <TextField size="sm" value={store.region} onChange={(region) => set({ region })} />
      </Field>
    </div>
  );
}

function StoredKeys({ value, onChange }: { readonly value: string; readonly onChange: (name: string) => void }) {
  const { render: words } = useStrings();
  const readAgain = useReadSecretsAgain();
  const [adding, setAdding] = useState(false);
  const stores = useSecrets().filter(({ kind }) => kind === 'object-store');
  return (
    <Field layout="row" label={words.keys}>
      <Select
        size="sm"
        value={stores.some(({ name }) => name === value) ? `name ${value}` : 'enter'}
        onChange={(chosen) => onChange(chosen === 'enter' ? '' : chosen.slice('name '.length))}
        options={[
          { value: 'enter', label: words.enteredKeys },
          ...stores.map(({ name, hint }) => ({ value: `name ${name}`, label: name, ...(hint !== null && { hint }) })),
        ]}
        footer={
          <Button variant="quiet" size="sm" icon={KeyRound} onClick={() => setAdding(true)}>
            {words.newKeys}
          </Button>
        }
      />
      {adding && (
        <SecretDialog
          kind="object-store"
          onClose={() => setAdding(false)}
          onKept={(name) => {
            readAgain();
            onChange(name);
          }}
        />
      )}
    </Field>
  );
}

function EnteredKeyFields() {
  const { render: words } = useStrings();
  const session = useRenderSessionStore();
  const keys = useRenderSession((state) => state.keys);
  return (
    <>
      <Field layout="row" label={words.accessKeyId}>
        <TextField
          size="sm"
          mono
          data-field="accessKeyId"
          value={keys.accessKeyId}
          onChange={(accessKeyId) => session.setState({ keys: { ...keys, accessKeyId } })}
        />
      </Field>
      <Field layout="row" label={words.secretAccessKey} hint={words.keysInMemory}>
        <TextField
          size="sm"
          mono
          type="password"
          data-field="secretAccessKey"
          value={keys.secretAccessKey}
          onChange={(secretAccessKey) => session.setState({ keys: { ...keys, secretAccessKey } })}
        />
      </Field>
    </>
  );
}
