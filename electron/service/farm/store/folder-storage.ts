import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { hashBytes } from '../../files/hash-bytes.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/rights.ts';
import { codeOf, syncFolder } from '../../files/sync-folder.ts';
import { checkStorage } from './check-storage.ts';
import { bytesOf, digestLine, isWithin, LINE_BYTES, type OpenObject, openObject } from './folder-objects.ts';
import { placeOf, placesBelow } from './folder-places.ts';
import { checkKey } from './object-keys.ts';
import { type ObjectStorage, type StoredFile, type TransferOptions, whenDamaged } from './object-storage.ts';
import { receiveFile, writeAll } from './receive-file.ts';

/** No place of an object begins so. */
const UNFINISHED = '.unfinished';
const READ_BYTES = 2 ** 20;

/**
 * A folder on a file system that all machines share. It has to be there: one that was made in place of a share that is not
 * mounted would be this machine's own. Files are written beside and renamed, so that an object is whole or absent, also
 * over a network.
 */
export function openFolderStorage(root: string): ObjectStorage {
  const placeFor = (key: string): string => {
    checkKey(key);
    return placeOf(key);
  };
  const storage: ObjectStorage = {
    put: (key, file, options) => told(() => put(root, placeFor(key), file, options)),
    facts: (key, signal) =>
      told(async () => {
        signal.throwIfAborted();
        await using object = await openObject(root, placeFor(key));
        return object?.facts ?? null;
      }),
    fetch: (key, path, options) =>
      told(async () => {
        options.signal.throwIfAborted();
        await using object = await openObject(root, placeFor(key));
        if (object === null) return null;
        const facts = object.facts === null ? null : await receive(object, path, options);
        if (facts === null) await putAway(root, key, object);
        return facts;
      }),
    read: (key, range, signal) =>
      told(async () => {
        signal.throwIfAborted();
        const place = placeFor(key);
        await using object = await openObject(root, place);
        return object === null || object.facts === null ? null : readAnew(root, place, range, signal);
      }),
    touch: (key, signal) =>
      told(async () => {
        signal.throwIfAborted();
        await using object = await openObject(root, placeFor(key));
        const now = new Date();
        await object?.file.utimes(now, now);
      }),
    remove: (keys, signal) =>
      told(async () => {
        for (const place of keys.map(placeFor)) {
          signal.throwIfAborted();
          if (await isWithin(root, dirname(place))) await rm(join(root, place), { force: true });
        }
      }),
    list: (prefix, signal) => list(root, prefix, signal),
    clearCutOff: (before, signal) => told(() => clearUnfinished(root, before, signal)),
    signedAddress: () => Promise.resolve(null),
    check: (signal) => checkStorage(storage, signal),
    label: pathToFileURL(root).href,
    close: () => undefined,
  };
  return storage;
}

async function put(root: string, place: string, file: StoredFile, options: TransferOptions): Promise<void> {
  const { signal } = options;
  signal.throwIfAborted();
  const target = join(root, place);
  const unfinished = join(root, UNFINISHED, randomUUID());
  await makeFolders(root, UNFINISHED);
  await makeFolders(root, dirname(place));
  try {
    await writeObject(unfinished, file, options);
    signal.throwIfAborted();
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

async function writeObject(path: string, source: StoredFile, { signal, onProgress }: TransferOptions): Promise<void> {
  await using from = await open(source.path, 'r').catch((cause: unknown) => {
    throw new ServiceError('destination/failed', statement('destination/film-unreadable'), { cause });
  });
  await using to = await open(path, 'wx+', PRIVATE_FILE);
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  let bytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await from.read(buffer, 0, READ_BYTES, bytes);
    if (bytesRead === 0) break;
    await writeAll(to, buffer.subarray(0, bytesRead));
    bytes += bytesRead;
    onProgress?.(bytes);
  }
  // Read back: what arrived is what counts.
  if (bytes !== source.bytes || (await hashBytes(to, signal)) !== source.sha256)
    throw new ServiceError('destination/failed', statement('destination/film-changed'));
  await writeAll(to, Buffer.from(digestLine(source.sha256)));
  await to.sync().catch((error: unknown) => {
    if (!['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error) ?? '')) throw error;
  });
}

/** Makes what lacks of folders below the root, durably, and refuses where a link stands in their place. */
async function makeFolders(root: string, folder: string): Promise<void> {
  await stat(root);
  const made = await mkdir(join(root, folder), { recursive: true, mode: PRIVATE_FOLDER });
  if (made !== undefined)
    for (let at = join(root, folder); at.length >= made.length; at = dirname(at)) await syncFolder(dirname(at));
  if (!(await isWithin(root, folder))) throw Object.assign(new Error('a link'), { code: 'ELOOP', syscall: 'open' });
}

/** Null, and no file, where the bytes are not those of the digest. */
async function receive(object: OpenObject, path: string, options: TransferOptions): Promise<OpenObject['facts']> {
  if (object.facts === null) return null;
  const came = await receiveFile(path, bytesOf(object, 0, object.facts.bytes, options.signal), options);
  if (came.bytes === object.facts.bytes && came.sha256 === object.facts.sha256) return object.facts;
  await rm(path, { force: true });
  return null;
}

/** Removes or sets aside an object, unless another has taken its place meanwhile. */
async function putAway(root: string, key: string, { stats }: OpenObject): Promise<void> {
  const fate = whenDamaged(key);
  if (fate.what === 'leave') return;
  const path = join(root, placeOf(key));
  const now = await lstat(path).catch(() => null);
  if (now?.ino !== stats.ino || now.dev !== stats.dev) return;
  if (fate.what === 'remove') {
    await rm(path, { force: true });
    return;
  }
  const place = placeOf(fate.key);
  await makeFolders(root, dirname(place));
  await rename(path, join(root, place));
  await syncFolder(dirname(join(root, place)));
}

/** Opened when it is read: whoever asked may never begin. */
async function* readAnew(
  root: string,
  place: string,
  range: Parameters<ObjectStorage['read']>[1],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    await using object = await openObject(root, place);
    if (object === null || object.facts === null)
      throw Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'open' });
    const { bytes } = object.facts;
    yield* bytesOf(object, range?.start ?? 0, Math.min(range?.end ?? bytes, bytes), signal);
  } catch (error) {
    throw folderFailure(error);
  }
}

async function* list(root: string, prefix: string, signal: AbortSignal): ReturnType<ObjectStorage['list']> {
  signal.throwIfAborted();
  try {
    for await (const { key, path } of placesBelow(root, prefix, signal)) {
      const stats = await lstat(join(root, path)).catch(() => null);
      if (stats?.isFile() === true)
        yield { key, bytes: Math.max(0, stats.size - LINE_BYTES), usedAt: Math.round(stats.mtimeMs) };
    }
  } catch (error) {
    throw folderFailure(error);
  }
}

async function clearUnfinished(root: string, before: number, signal: AbortSignal): Promise<number> {
  if (!(await isWithin(root, UNFINISHED))) return 0;
  let cleared = 0;
  for (const name of await readdir(join(root, UNFINISHED))) {
    signal.throwIfAborted();
    const path = join(root, UNFINISHED, name);
    const stats = await lstat(path).catch(() => null);
    if (stats === null || stats.mtimeMs >= before) continue;
    await rm(path, { force: true, recursive: true });
    cleared++;
  }
  return cleared;
}

/** The system's errors in the catalogue's words. */
async function told<Value>(work: () => Promise<Value>): Promise<Value> {
  return work().catch((error: unknown) => {
    throw folderFailure(error);
  });
}

function folderFailure(error: unknown): unknown {
  const code = error instanceof Error && 'syscall' in error ? codeOf(error) : null;
  if (code === null) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ServiceError('storage/full', statement('detail/brackets', { words: code }), { cause: error });
  return new ServiceError('destination/failed', statement('store/folder', { code }), { cause: error });
}
