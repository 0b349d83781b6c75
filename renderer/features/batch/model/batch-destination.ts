import { storeFields } from '#renderer/common/renders/render-body.ts';
import type { EnteredKeys } from '#renderer/common/renders/render-session-store.ts';
import type { BatchSettings } from './batch-settings.ts';

/** A field of a destination that is empty and must not be. */
export type MissingField = 'accessKeyId' | 'secretAccessKey' | 'bucket' | 'objectFolder';

/** The first field that an object store still needs; null where films go elsewhere, or nothing is missing. */
export function missingField(
  { destination, store }: Pick<BatchSettings, 'destination' | 'store'>,
  keys: EnteredKeys,
): MissingField | null {
  if (destination !== 'store') return null;
  if (store.credentials === '') {
    if (keys.accessKeyId.trim() === '') return 'accessKeyId';
    if (keys.secretAccessKey === '') return 'secretAccessKey';
  }
  if (store.bucket.trim() === '') return 'bucket';
  return folderOf(store.filename) === '' ? 'objectFolder' : null;
}

/**
 * The destination as the service takes it: films go by their file names into the folder. Nothing where they stay here.
 */
export function destinationOf({ destination, store }: Pick<BatchSettings, 'destination' | 'store'>, keys: EnteredKeys) {
  if (destination !== 'store') return undefined;
  const access =
    store.credentials === ''
      ? { access_key_id: keys.accessKeyId.trim(), secret_access_key: keys.secretAccessKey }
      : { credentials: store.credentials };
  const { bucket = '', filename = '', ...rest } = storeFields({ store }, folderOf(store.filename));
  return { type: 'object_store' as const, bucket, filename, ...rest, ...access };
}

/** A folder's path without slashes around it. */
function folderOf(text: string): string {
  return text
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
}
