import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import {
  type FarmCheck,
  type FarmSettings,
  type FarmSettingsInput,
  useChangeFarm,
  useCheckFarm,
} from '#renderer/api/queries/use-farm.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './farm-section.module.css';
import shared from './settings.module.css';

/**
 * The form for the queue and the store with their credentials. It saves only on request, because a half-entered farm
 * does not work.
 */
export function FarmForm({ settings: { farm: set } }: { readonly settings: FarmSettings }) {
  const { farm } = useStrings();
  const { form: words } = farm;
  const toasts = useToast();
  const change = useChangeFarm();
  const check = useCheckFarm();
  const [entry, setEntry] = useState<FarmEntry>(() => entryOf(set));
  const complete = isComplete(entry);
  const save = () => {
    if (!complete) return;
    change.mutate(settingsInputOf(entry), {
      onSuccess: (saved) => {
        setEntry(entryOf(saved.farm));
        toasts.show({ message: words.saved, detail: words.pending, tone: 'success' });
      },
      onError: (error) => toasts.show({ message: words.notSaved, detail: problemText(error), tone: 'danger' }),
    });
  };
  const type = (key: keyof FarmEntry, value: string) => {
    setEntry({ ...entry, [key]: value });
    // Remove the result of the last check, which was for other values.
    check.reset();
  };
  const field = (
    key: keyof FarmEntry,
    options: { readonly placeholder?: string; readonly isSecret?: boolean } = {},
  ) => (
    <Field layout="row" label={words[key]}>
      <TextField
        size="sm"
        mono={key !== 'region'}
        type={options.isSecret === true ? 'password' : 'text'}
        value={entry[key]}
        placeholder={options.placeholder}
        onChange={(value) => type(key, value)}
      />
    </Field>
  );
  const storedSecret = (isStored: boolean | undefined) => (isStored === true ? { placeholder: words.stays } : {});
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {set === null && <p className={shared.hint}>{words.none}</p>}
      {field('queue', { placeholder: words.queueHint })}
      {field('username')}
      {field('password', { isSecret: true, ...storedSecret(set?.hasPassword) })}
      {field('store', { placeholder: words.storeHint })}
      {isBucket(entry) && (
        <>
          {field('endpoint', { placeholder: words.endpointHint })}
          {field('region')}
          {field('accessKeyId', storedSecret(set?.hasKeys))}
          {field('secretAccessKey', { isSecret: true, ...storedSecret(set?.hasKeys) })}
        </>
      )}
      <p className={shared.hint}>{words.secretsHint}</p>
      <CheckResult check={check} />
      <div className={styles.buttons}>
        {set !== null && <RemoveFarm onRemoved={() => setEntry(entryOf(null))} />}
        <span className={shared.space} />
        <Button
          size="sm"
          busy={check.isPending}
          disabled={!complete}
          onClick={() => check.mutate(settingsInputOf(entry))}
        >
          {words.test}
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={change.isPending} disabled={!complete}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

/** The result of checking the queue and the store. */
function CheckResult({ check }: { readonly check: ReturnType<typeof useCheckFarm> }) {
  const { farm } = useStrings();
  const { form: words } = farm;
  return (
    <div role="status" className={styles.results}>
      {check.isPending && <p className={shared.text}>{words.testing}</p>}
      {check.isError && <Line title={words.notTested} detail={problemText(check.error)} />}
      {check.isSuccess && (
        <>
          <Trial trial={check.data.queue} works={words.queueWorks} fails={words.queueFails} />
          <Trial trial={check.data.store} works={words.storeWorks} fails={words.storeFails} />
        </>
      )}
    </div>
  );
}

interface TrialProps {
  readonly trial: FarmCheck['queue'];
  readonly works: string;
  readonly fails: string;
}

function Trial({ trial, works, fails }: TrialProps) {
  if (trial.ok) return <Line title={works} detail={null} />;
  return <Line title={fails} detail={say(trial)} />;
}

function Line({ title, detail }: { readonly title: string; readonly detail: string | null }) {
  const isFine = detail === null;
  return (
    <p className={styles.result}>
      <Icon icon={isFine ? CircleCheck : TriangleAlert} size={14} className={isFine ? shared.good : shared.warning} />
      <span>
        {title}
        {detail !== null && <span className={styles.detail}>{detail}</span>}
      </span>
    </p>
  );
}

/**
 * A button that removes the farm after a confirmation, because the stored secrets are deleted too. Films are then
 * rendered locally.
 */
function RemoveFarm({ onRemoved }: { readonly onRemoved: () => void }) {
  const { farm } = useStrings();
  const { form: words } = farm;
  const toasts = useToast();
  const change = useChangeFarm();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const remove = () =>
    change.mutate(null, {
      onSuccess: onRemoved,
      onError: (error) => toasts.show({ message: words.notSaved, detail: problemText(error), tone: 'danger' }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Dialog
        open={asking}
        size="sm"
        onClose={() => setAsking(false)}
        initialFocus={cancelButton}
        title={words.removeTitle}
        onSubmit={remove}
        footer={
          <>
            <Button ref={cancelButton} onClick={() => setAsking(false)}>
              {words.cancel}
            </Button>
            <Button type="submit" variant="danger" busy={change.isPending}>
              {words.removeNow}
            </Button>
          </>
        }
      >
        <p>{words.removeMeans}</p>
      </Dialog>
    </>
  );
}

/** The values of the farm form, by field. */
export type FarmEntry = Readonly<
  Record<
    'queue' | 'username' | 'password' | 'store' | 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey',
    string
  >
>;

const EMPTY: FarmEntry = {
  queue: '',
  username: '',
  password: '',
  store: '',
  endpoint: '',
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
};

/** Returns the initial values of the form: the current settings, with empty secrets. */
export function entryOf(farm: FarmSettings['farm']): FarmEntry {
  if (farm === null) return EMPTY;
  const { queue, username, store, endpoint, region } = farm;
  return { ...EMPTY, queue, username: username ?? '', store, endpoint: endpoint ?? '', region: region ?? '' };
}

/** Returns whether the store is an object store, which has an endpoint, a region, and access keys. */
function isBucket({ store }: Pick<FarmEntry, 'store'>): boolean {
  return store.trim().toLowerCase().startsWith('s3:');
}

/** Returns whether the form has all values that a check needs. */
export function isComplete({ queue, store }: FarmEntry): boolean {
  return queue.trim() !== '' && store.trim() !== '';
}

/**
 * Returns the settings to send. An empty secret keeps the stored one. For a folder, the fields of an object store are
 * omitted.
 */
export function settingsInputOf(entry: FarmEntry): FarmSettingsInput {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  const place = { queue: entry.queue.trim(), username: text(entry.username), store: entry.store.trim() };
  const password = entry.password === '' ? {} : { password: entry.password };
  if (!isBucket(entry)) return { ...place, ...password };
  const keys = entry.accessKeyId.trim() === '' && entry.secretAccessKey === '' ? {} : keysOf(entry);
  return { ...place, ...password, endpoint: text(entry.endpoint), region: text(entry.region), ...keys };
}

function keysOf({
  accessKeyId,
  secretAccessKey,
}: FarmEntry): Pick<FarmSettingsInput, 'accessKeyId' | 'secretAccessKey'> {
  return { accessKeyId: accessKeyId.trim(), secretAccessKey };
}
