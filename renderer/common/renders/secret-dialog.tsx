import { useState } from 'react';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { KnownSecret, NewSecret, SecretKeys, SecretStorage } from '#shared/contract/desktop/desktop-shapes.ts';
import { assertNever } from '#shared/lib/assert.ts';
import styles from './secret-dialog.module.css';
import { useSecretStorage } from './use-secrets.ts';

export interface SecretDialogProps {
  readonly kind: SecretKeys['kind'];
  /** The one whose keys are entered anew; a new one without it. */
  readonly replaces?: KnownSecret | undefined;
  readonly onClose: () => void;
  /** They are kept, under this name. */
  readonly onKept: (name: string) => void;
}

type Entry = Readonly<Record<'name' | 'id' | 'secret' | 'url' | 'region', string>>;

/** Takes keys of an object store or of a cluster, and gives them to the desktop to keep. */
export function SecretDialog({ kind, replaces, onClose, onKept }: SecretDialogProps) {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const toasts = useToast();
  const storage = useSecretStorage();
  const [entry, setEntry] = useState<Entry>({
    name: replaces?.name ?? '',
    id: '',
    secret: '',
    // The address of a cluster is no secret.
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
      const kept = await desktop.setSecret(secretOf(kind, entry, acceptWeak));
      if (kept.kept === 'memory')
        toasts.show({ message: words.keptInMemory, detail: words.keptInMemoryHint, tone: 'warning' });
      onKept(name);
      onClose();
    } catch (error) {
      toasts.show({
        message: words.notKept,
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
      title={titleOf(kind, replaces, words)}
      description={replaces === undefined ? undefined : words.reenter}
      onSubmit={() => void keep()}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" type="submit" disabled={!complete} busy={busy}>
            {words.keep}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {field('name', words.name)}
        {isCluster && field('url', words.address)}
        {isCluster && field('region', words.region)}
        {field('id', isCluster ? words.apiKey : words.accessKeyId)}
        {field('secret', isCluster ? words.apiSecret : words.secretAccessKey, true)}
        <p className={styles.hint}>{storageWords(storage, words)}</p>
        {storage?.kind === 'weak' && (
          <Checkbox checked={acceptWeak} onChange={setAcceptWeak} label={words.acceptWeak} />
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
