import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FakeObjectStore, fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { StoreConfig } from '../../settings/farm-config.ts';
import type { BucketOptions } from '../bucket-session.ts';
import { relativePathOf } from '../folder-storage.ts';
import type { ObjectStorage, StoredFile } from '../object-storage.ts';
import { openObjectStorage } from '../open-object-storage.ts';

/** A storage under test, with direct access to its objects. */
export interface OpenedStorage extends AsyncDisposable {
  readonly storage: ObjectStorage;
  /** A folder for files of the test. */
  readonly folder: string;
  /** Creates a file with the content. */
  file(content: string | Buffer): Promise<StoredFile>;
  put(key: string, content: string | Buffer): Promise<StoredFile>;
  /** Fetches an object and returns its text; null if it is absent. */
  content(key: string): Promise<string | null>;
  /** Changes a byte of the object, or cuts off its end. */
  damage(key: string, how: 'changed' | 'cut'): Promise<void>;
  /** Returns all keys in order. */
  keys(prefix?: string): Promise<readonly string[]>;
}

export const signal = new AbortController().signal;

export async function openedFolder(): Promise<OpenedStorage> {
  const scope = new AsyncDisposableStack();
  const { path: folder } = scope.use(await temporaryFolder());
  const root = join(folder, 'shared');
  await mkdir(root);
  const storage = await openObjectStorage({ kind: 'folder', folder: root });
  const damage: OpenedStorage['damage'] = async (key, how) => {
    const path = join(root, relativePathOf(key));
    await writeFile(path, damaged(await readFile(path), how));
  };
  return opened({ storage, folder, damage, scope });
}

/** Opens a bucket of a fake object store, below a prefix. Pauses take no time. */
export async function openedBucket(
  more: Partial<BucketConfig> = {},
  limits: BucketOptions['limits'] = {},
): Promise<OpenedStorage & { readonly store: FakeObjectStore }> {
  const scope = new AsyncDisposableStack();
  const { path: folder } = scope.use(await temporaryFolder());
  const store = scope.use(await fakeObjectStore());
  const storage = await openObjectStorage(bucketAt(store, more), {
    limits: { pause: async (_milliseconds, abortSignal) => abortSignal.throwIfAborted(), ...limits },
  });
  const damage: OpenedStorage['damage'] = async (key, how) => {
    const { bucket } = store;
    store.damage(`${bucket}/farm/${key}`, (bytes) => damaged(bytes, how));
  };
  return { ...opened({ storage, folder, damage, scope }), store };
}

type BucketConfig = Extract<StoreConfig, { readonly kind: 's3' }>;

export function bucketAt(store: FakeObjectStore, more: Partial<BucketConfig> = {}): BucketConfig {
  const { bucket, keys, url: endpoint } = store;
  return { kind: 's3', bucket, prefix: 'farm', endpoint, region: 'us-east-1', ...keys, authority: null, ...more };
}

function opened({
  storage,
  folder,
  damage,
  scope,
}: Pick<OpenedStorage, 'storage' | 'folder' | 'damage'> & { readonly scope: AsyncDisposableStack }): OpenedStorage {
  scope.defer(() => storage.close());
  let number = 0;
  const file: OpenedStorage['file'] = async (content) => {
    const bytes = Buffer.from(content);
    const path = join(folder, `file-${number++}`);
    await writeFile(path, bytes);
    return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  return {
    storage,
    folder,
    damage,
    file,
    put: async (key, content) => {
      const stored = await file(content);
      await storage.put(key, stored, { signal });
      return stored;
    },
    content: async (key) => {
      const path = join(folder, `fetched-${number++}`);
      return (await storage.fetch(key, path, { signal })) === null ? null : await readFile(path, 'utf8');
    },
    keys: async (prefix = '') => (await all(storage.list(prefix, signal))).map(({ key }) => key),
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  };
}

/** Collects all values of an iterable. */
export async function all<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}

function damaged(bytes: Buffer, how: 'changed' | 'cut'): Buffer {
  if (how === 'cut') return bytes.subarray(0, -1);
  const copy = Buffer.from(bytes);
  copy.writeUInt8((copy[0] ?? 0) ^ 1, 0);
  return copy;
}
