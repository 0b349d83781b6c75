import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useDesktop, useRenderSession, useRenderSessionStore } from '#renderer/shell/window/window-context.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { KnownSecret, NewSecret, SecretKeys, SecretStorage } from '#shared/contract/desktop/desktop-shapes.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { StoreChoices } from './render-form.ts';
import secretDialogStyles from './secret-dialog.module.css';
import styles from './store-fields.module.css';

export interface StoreFieldsProps {
  readonly store: StoreChoices;
  readonly onChange: (store: StoreChoices) => void;
  /** `object` if the name belongs to a single object, `folder` if it is a prefix of several objects. */
  readonly kind: 'object' | 'folder';
  /** A hint with the resulting name. */
  readonly hint?: string | undefined;
}

/**
 * The fields of a location in an object store. In the desktop app, the user can store access keys under a name.
 * Otherwise, entered keys are used until the page is closed.
 */
export function StoreFields({ store, onChange, kind, hint }: StoreFieldsProps) {
  const { render: strings } = useStrings();
  const desktop = useDesktop();
  const set = (next: Partial<StoreChoices>) => onChange({ ...store, ...next });
  return (
    <div className={styles.store}>
      {desktop !== null && <StoredKeys value={store.credentials} onChange={(credentials) => set({ credentials })} />}
      {store.credentials === '' && <EnteredKeyFields />}
      <Field layout="row" label={strings.bucket}>
        <TextField size="sm" data-field="bucket" value={store.bucket} onChange={(bucket) => set({ bucket })} />
      </Field>
      <Field layout="row" label={kind === 'object' ? strings.object : strings.objectFolder} hint={hint}>
        <TextField size="sm" data-field="object" value={store.filename} onChange={(filename) => set({ filename })} />
      </Field>
      <Field layout="row" label={strings.endpoint}>
        <TextField
          size="sm"
          type="url"
          value={store.endpoint}
          placeholder={strings.endpointHint}
          onChange={(endpoint) => set({ endpoint })}
        />
      </Field>
      <Field layout="row" label={strings.storeRegion}>
        <TextField size="sm" value={store.region} onChange={(region) => set({ region })} />
      </Field>
    </div>
  );
}

function StoredKeys({ value, onChange }: { readonly value: string; readonly onChange: (name: string) => void }) {
  const { render: strings } = useStrings();
  const readAgain = useReadSecretsAgain();
  const [adding, setAdding] = useState(false);
  const stores = useSecrets().filter(({ kind }) => kind === 'object-store');
  return (
    <Field layout="row" label={strings.keys}>
      <Select
        size="sm"
        value={stores.some(({ name }) => name === value) ? `name ${value}` : 'enter'}
        onChange={(chosen) => onChange(chosen === 'enter' ? '' : chosen.slice('name '.length))}
        options={[
          { value: 'enter', label: strings.enteredKeys },
          ...stores.map(({ name, hint }) => ({ value: `name ${name}`, label: name, ...(hint !== null && { hint }) })),
        ]}
        footer={
          <Button variant="quiet" size="sm" icon={KeyRound} onClick={() => setAdding(true)}>
            {strings.newKeys}
          </Button>
        }
      />
      {adding && (
        <SecretDialog
          kind="object-store"
          onClose={() => setAdding(false)}
          onStored={(name) => {
            readAgain();
            onChange(name);
          }}
        />
      )}
    </Field>
  );
}

function EnteredKeyFields() {
  const { render: strings } = useStrings();
  const session = useRenderSessionStore();
  const keys = useRenderSession((state) => state.keys);
  return (
    <>
      <Field layout="row" label={strings.accessKeyId}>
        <TextField
          size="sm"
          mono
          data-field="accessKeyId"
          value={keys.accessKeyId}
          onChange={(accessKeyId) => session.setState({ keys: { ...keys, accessKeyId } })}
        />
      </Field>
      <Field layout="row" label={strings.secretAccessKey} hint={strings.keysInMemory}>
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

const secretsKey = ['desktop', 'secrets'];

/** Returns the secrets that the desktop app stores, by name; empty in a browser. */
export function useSecrets(): readonly KnownSecret[] {
  const desktop = useDesktop();
  const { data = [] } = useQuery({
    queryKey: secretsKey,
    queryFn: async () => (await desktop?.listSecrets()) ?? [],
    enabled: desktop !== null,
  });
  return data;
}

/** Returns a function that reloads the list of secrets, for example after a secret was added. */
export function useReadSecretsAgain(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: secretsKey });
    void queries.invalidateQueries({ queryKey: queryKeys.clusters });
  };
}

export function useRemoveSecret() {
  const desktop = useDesktop();
  const again = useReadSecretsAgain();
  return useMutation({
    mutationFn: async (name: string) => desktop?.removeSecret(name),
    onSettled: again,
  });
}

/** Returns the way in which secrets are protected. Undefined in a browser, and while unknown. */
function useSecretStorage(): SecretStorage | undefined {
  const desktop = useDesktop();
  const { data } = useQuery({
    queryKey: ['desktop', 'secret-storage'],
    queryFn: async () => (await desktop?.secretStorage()) ?? null,
    enabled: desktop !== null,
  });
  return data ?? undefined;
}

export interface SecretDialogProps {
  readonly kind: SecretKeys['kind'];
  /** The secret to overwrite; undefined for a new secret. */
  readonly replaces?: KnownSecret | undefined;
  readonly onClose: () => void;
  /** Called with the name of the stored secret. */
  readonly onStored: (name: string) => void;
}

type Entry = Readonly<Record<'name' | 'id' | 'secret' | 'url' | 'region', string>>;

/** A dialog for access keys of an object store or a cluster. The desktop app stores the keys. */
export function SecretDialog({ kind, replaces, onClose, onStored }: SecretDialogProps) {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const toasts = useToast();
  const storage = useSecretStorage();
  const [entry, setEntry] = useState<Entry>({
    name: replaces?.name ?? '',
    id: '',
    secret: '',
    // The URL of a cluster is not secret.
    url: (kind === 'cluster' ? replaces?.hint : null) ?? '',
    region: 'local',
  });
  const [acceptWeak, setAcceptWeak] = useState(false);
  const [busy, setBusy] = useState(false);
  const isCluster = kind === 'cluster';
  const complete = [entry.name, entry.id, entry.secret, ...(isCluster ? [entry.url, entry.region] : [])].every(
    (text) => text.trim() !== '',
  );
  const keep = async () => {
    if (!complete || busy || desktop === null) return;
    setBusy(true);
    try {
      const name = entry.name.trim();
      const stored = await desktop.setSecret(secretOf(kind, entry, acceptWeak));
      if (stored.location === 'memory')
        toasts.show({ message: strings.memoryOnly, detail: strings.memoryOnlyHint, tone: 'warning' });
      onStored(name);
      onClose();
    } catch (error) {
      toasts.show({
        message: strings.notStored,
        detail: error instanceof Error ? error.message : String(error),
        tone: 'danger',
      });
    } finally {
      setBusy(false);
    }
  };
  const field = (key: keyof Entry, label: string, password = false) => (
    <Field label={label}>
      <TextField
        value={entry[key]}
        mono={key !== 'name'}
        type={password ? 'password' : 'text'}
        disabled={key === 'name' && replaces !== undefined}
        onChange={(text) => setEntry({ ...entry, [key]: text })}
      />
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={titleOf(kind, replaces, strings)}
      description={replaces === undefined ? undefined : strings.reenter}
      onSubmit={() => void keep()}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button variant="primary" type="submit" disabled={!complete} busy={busy}>
            {strings.keep}
          </Button>
        </>
      }
    >
      <div className={secretDialogStyles.form}>
        {field('name', strings.name)}
        {isCluster && field('url', strings.address)}
        {isCluster && field('region', strings.region)}
        {field('id', isCluster ? strings.apiKey : strings.accessKeyId)}
        {field('secret', isCluster ? strings.apiSecret : strings.secretAccessKey, true)}
        <p className={secretDialogStyles.hint}>{storageWords(storage, strings)}</p>
        {storage?.kind === 'weak' && (
          <Checkbox checked={acceptWeak} onChange={setAcceptWeak} label={strings.acceptWeak} />
        )}
      </div>
    </Dialog>
  );
}

function titleOf(kind: SecretKeys['kind'], replaces: KnownSecret | undefined, words: Catalogue['settings']): string {
  if (replaces === undefined) return kind === 'cluster' ? words.addCluster : words.addStore;
  return kind === 'cluster' ? words.changeCluster(replaces.name) : words.changeStore(replaces.name);
}

function secretOf(kind: SecretKeys['kind'], entry: Entry, acceptWeak: boolean): NewSecret {
  const name = entry.name.trim();
  switch (kind) {
    case 'object-store':
      return { kind, name, acceptWeak, accessKeyId: entry.id.trim(), secretAccessKey: entry.secret };
    case 'cluster':
      return {
        kind,
        name,
        acceptWeak,
        url: entry.url.trim(),
        apiKey: entry.id.trim(),
        apiSecret: entry.secret,
        region: entry.region.trim(),
      };
    default:
      return assertNever(kind);
  }
}

function storageWords(storage: SecretStorage | undefined, words: Catalogue['settings']): string {
  switch (storage?.kind) {
    case undefined:
      return '';
    case 'safe':
      return words.storageSafe;
    case 'weak':
      return words.storageWeak;
    case 'unavailable':
      return words.storageNone;
    default:
      return assertNever(storage);
  }
}
