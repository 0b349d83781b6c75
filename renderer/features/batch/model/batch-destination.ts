import { storeFields } from '#renderer/project/render-form.ts';
import type { EnteredKeys } from '#renderer/shell/window/render-session.ts';
import type { BatchSettings } from './batch-settings.ts';

/** An empty field that a destination requires. */
export type MissingField = 'accessKeyId' | 'secretAccessKey' | 'bucket' | 'objectFolder';

/** Returns the first empty field that an object store requires; null if there is none, and for other destinations. */
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
 * Returns the destination for the request: an object store, in which the films are stored in the folder under their
 * file names. Undefined if they stay only in the project.
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

/** Normalizes the path of a folder. Removes slashes at its start and end. */
function folderOf(text: string): string {
  return text
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
}
