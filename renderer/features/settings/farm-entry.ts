import type { FarmSettings, FarmSettingsInput } from '#renderer/api/queries/use-farm.ts';

/** The texts of the farm form, by field. */
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

/** Returns the initial texts of the form: the current addresses. Secrets are empty. */
export function entryOf(farm: FarmSettings['farm']): FarmEntry {
  if (farm === null) return EMPTY;
  const { queue, username, store, endpoint, region } = farm;
  return { ...EMPTY, queue, username: username ?? '', store, endpoint: endpoint ?? '', region: region ?? '' };
}

/** Checks whether the store is an object store. An object store has an endpoint, a region, and keys. */
export function isBucket({ store }: Pick<FarmEntry, 'store'>): boolean {
  return store.trim().toLowerCase().startsWith('s3:');
}

/** Checks whether the form has all values that a test needs. */
export function isComplete({ queue, store }: FarmEntry): boolean {
  return queue.trim() !== '' && store.trim() !== '';
}

/**
 * Returns the settings to send. An empty secret means that the stored one stays. For a folder, the fields of an object
 * store are left out.
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
