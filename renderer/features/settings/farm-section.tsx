import { CircleCheck, ServerCog, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import {
  type FarmCheck,
  type FarmSettings,
  type FarmSettingsInput,
  useChangeFarm,
  useCheckFarm,
  useFarmSettings,
} from '#renderer/api/queries/use-farm.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './farm-section.module.css';
import shared from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';

/** The settings for the queue of the workers, and for the store that the workers share with this service. */
export function FarmSection() {
  const { farm: strings, settings: settingsWords } = useStrings();
  const { go } = useNavigation();
  const query = useFarmSettings();
  const { data } = query;
  return (
    <SettingsGroup
      name="farm"
      title={settingsWords.farm}
      end={
        <Button variant="quiet" size="sm" icon={ServerCog} onClick={() => go({ screen: 'farm' })}>
          {strings.workers}
        </Button>
      }
    >
      {data === undefined ? (
        <LoadFallback query={query} title={strings.failed}>
          <Skeleton height={150} />
        </LoadFallback>
      ) : (
        <>
          {data.takesEffect === 'at-next-start' && <Pending />}
          {data.changeable ? <FarmForm settings={data} /> : <GivenFarm settings={data} />}
        </>
      )}
    </SettingsGroup>
  );
}

/** A note that saved settings take effect at the next start. */
function Pending() {
  const { farm } = useStrings();
  const { form: words } = farm;
  const desktop = useDesktop();
  return (
    <div role="status" className={styles.pending}>
      <p>
        {words.pending} {desktop === null && words.restartByHand}
      </p>
      {desktop !== null && (
        <Button size="sm" onClick={() => void desktop.restartService()}>
          {words.restart}
        </Button>
      )}
    </div>
  );
}

/** Settings from the start options of the service, which cannot be changed here. */
function GivenFarm({ settings: { farm: set, from } }: { readonly settings: FarmSettings }) {
  const { farm } = useStrings();
  const { form: words } = farm;
  const withSecretNote = (text: string, isStored: boolean | undefined, secretLabel: string) =>
    isStored === true ? `${text} · ${secretLabel}` : text;
  return (
    <>
      {set !== null && (
        <>
          <SettingsRow label={words.queue}>
            <span className={`${shared.path} mono`}>{set.queue}</span>
          </SettingsRow>
          {(set.username !== null || set.hasPassword) && (
            <SettingsRow label={words.username}>
              <span className={shared.text}>
                {withSecretNote(set.username ?? farm.none, set.hasPassword, words.hasPassword)}
              </span>
            </SettingsRow>
          )}
          <SettingsRow label={words.store}>
            <span className={`${shared.path} mono`}>{withSecretNote(set.store, set.hasKeys, words.hasKeys)}</span>
          </SettingsRow>
          {set.endpoint !== null && (
            <SettingsRow label={words.endpoint}>
              <span className={`${shared.path} mono`}>{set.endpoint}</span>
            </SettingsRow>
          )}
          {set.region !== null && (
            <SettingsRow label={words.region}>
              <span className={shared.text}>{set.region}</span>
            </SettingsRow>
          )}
        </>
      )}
      {from !== null && <p className={shared.hint}>{words.given[from]}</p>}
    </>
  );
}

/**
 * The form for the queue and the store with their credentials. It saves only on request, because an incomplete farm
 * does not work.
 */
function FarmForm({ settings: { farm: set } }: { readonly settings: FarmSettings }) {
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
  const isReachable = detail === null;
  return (
    <p className={styles.result}>
      <Icon
        icon={isReachable ? CircleCheck : TriangleAlert}
        size={14}
        className={isReachable ? shared.good : shared.warning}
      />
      <span>
        {title}
        {detail !== null && <span className={styles.detail}>{detail}</span>}
      </span>
    </p>
  );
}

/**
 * A button that removes the farm. It asks for confirmation, because removal also deletes the stored secrets. Afterward,
 * films are rendered locally.
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
 * Returns the settings to send. If a secret is empty, the service keeps the stored secret. For a folder, the fields of
 * an object store are omitted.
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
