import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/system-code.ts';
import { hashBytes } from '../../files/digest-file.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/rights.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import {
  checkKey,
  checkStorage,
  damageAction,
  inKeyOrder,
  type ObjectFacts,
  type ObjectStorage,
  type StoredFile,
  type TransferOptions,
} from './object-storage.ts';
import { receiveFile, writeAll } from './receive-file.ts';

/** The folder of unfinished files. No object can have this path. */
const UNFINISHED = '.unfinished';
const READ_BYTES = 2 ** 20;

/**
 * Opens a folder on a file system that all machines share. The folder must exist: creating it in place of an unmounted
 * share would make it local. Each file is written under a temporary name and then renamed. An object is therefore
 * complete or absent, even on a network file system.
 */
export function openFolderStorage(root: string): ObjectStorage {
  const checkedPathOf = (key: string): string => {
    checkKey(key);
    return relativePathOf(key);
  };
  const storage: ObjectStorage = {
    put: (key, file, options) => withFolderErrors(() => put(root, checkedPathOf(key), file, options)),
    facts: (key, signal) =>
      withFolderErrors(async () => {
        signal.throwIfAborted();
        await using object = await openObject(root, checkedPathOf(key));
        return object?.facts ?? null;
      }),
    fetch: (key, path, options) =>
      withFolderErrors(async () => {
        options.signal.throwIfAborted();
        await using object = await openObject(root, checkedPathOf(key));
        if (object === null) return null;
        const facts = object.facts === null ? null : await receive(object, path, options);
        if (facts === null) await removeDamaged(root, key, object);
        return facts;
      }),
    read: (key, range, signal) =>
      withFolderErrors(async () => {
        signal.throwIfAborted();
        const relativePath = checkedPathOf(key);
        await using object = await openObject(root, relativePath);
        return object === null || object.facts === null ? null : readLater(root, relativePath, range, signal);
      }),
    touch: (key, signal) =>
      withFolderErrors(async () => {
        signal.throwIfAborted();
        await using object = await openObject(root, checkedPathOf(key));
        const now = new Date();
        await object?.file.utimes(now, now);
      }),
    remove: (keys, signal) =>
      withFolderErrors(async () => {
        for (const relativePath of keys.map(checkedPathOf)) {
          signal.throwIfAborted();
          if (await isWithin(root, dirname(relativePath))) await rm(join(root, relativePath), { force: true });
        }
      }),
    list: (prefix, signal) => list(root, prefix, signal),
    clearInterrupted: (before, signal) => withFolderErrors(() => clearUnfinished(root, before, signal)),
    signedAddress: () => Promise.resolve(null),
    check: (signal) => checkStorage(storage, signal),
    label: pathToFileURL(root).href,
    close: () => undefined,
  };
  return storage;
}

async function put(root: string, relativePath: string, file: StoredFile, options: TransferOptions): Promise<void> {
  const { signal } = options;
  signal.throwIfAborted();
  const target = join(root, relativePath);
  const unfinished = join(root, UNFINISHED, randomUUID());
  await makeFolders(root, UNFINISHED);
  await makeFolders(root, dirname(relativePath));
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
    throw new ServiceError('destination/failed', message('destination/film-unreadable'), { cause });
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
  // Read the file back to verify what was written.
  if (bytes !== source.bytes || (await hashBytes(to, signal)) !== source.sha256)
    throw new ServiceError('destination/failed', message('destination/film-changed'));
  await writeAll(to, Buffer.from(digestLine(source.sha256)));
  await to.sync().catch((error: unknown) => {
    if (!['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(systemCode(error) ?? '')) throw error;
  });
}

/** Creates missing folders below the root and syncs them. Throws if a symbolic link is in the path. */
async function makeFolders(root: string, folder: string): Promise<void> {
  await stat(root);
  const firstCreated = await mkdir(join(root, folder), { recursive: true, mode: PRIVATE_FOLDER });
  if (firstCreated !== undefined)
    for (let path = join(root, folder); path.length >= firstCreated.length; path = dirname(path))
      await syncFolder(dirname(path));
  if (!(await isWithin(root, folder))) throw Object.assign(new Error('a link'), { code: 'ELOOP', syscall: 'open' });
}

/**
 * Copies an object into a file. Returns null without a copy if the facts are missing. Returns null and removes the file
 * if the size or the digest of the bytes differs from the facts.
 */
async function receive(object: OpenObject, path: string, options: TransferOptions): Promise<OpenObject['facts']> {
  if (object.facts === null) return null;
  const received = await receiveFile(path, bytesOf(object, 0, object.facts.bytes, options.signal), options);
  if (received.bytes === object.facts.bytes && received.sha256 === object.facts.sha256) return object.facts;
  await rm(path, { force: true });
  return null;
}

/** Removes a damaged object or moves it to `damaged/`, unless it was replaced after it was read. */
async function removeDamaged(root: string, key: string, { stats }: OpenObject): Promise<void> {
  const action = damageAction(key);
  if (action.kind === 'leave') return;
  const path = join(root, relativePathOf(key));
  const now = await lstat(path).catch(() => null);
  if (now?.ino !== stats.ino || now.dev !== stats.dev) return;
  if (action.kind === 'remove') {
    await rm(path, { force: true });
    return;
  }
  const relativePath = relativePathOf(action.key);
  await makeFolders(root, dirname(relativePath));
  await rename(path, join(root, relativePath));
  await syncFolder(dirname(join(root, relativePath)));
}

/** Opens the object on the first read, so that a file is open only while a caller reads it. */
async function* readLater(
  root: string,
  relativePath: string,
  range: Parameters<ObjectStorage['read']>[1],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    await using object = await openObject(root, relativePath);
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
        yield { key, bytes: Math.max(0, stats.size - DIGEST_LINE_BYTES), usedAt: Math.round(stats.mtimeMs) };
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

/** Converts system errors into catalogue errors. */
async function withFolderErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  return work().catch((error: unknown) => {
    throw folderFailure(error);
  });
}

function folderFailure(error: unknown): unknown {
  const code = systemCode(error);
  if (code === null) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ServiceError('storage/full', message('detail/brackets', { words: code }), { cause: error });
  return new ServiceError('destination/failed', message('store/folder', { code }), { cause: error });
}

/** The suffix of every object file. Folder names cannot contain it, so the keys `a` and `a/b` can coexist. */
const OBJECT_SUFFIX = '=object';
/** Characters that are safe on every file system. Capitals are escaped, because some file systems ignore case. */
const SAFE_CHARACTER = /^[a-z0-9_-]$/;

/** Returns the path of an object below the folder. The paths of two keys differ on every file system. */
export function relativePathOf(key: string): string {
  return `${join(...key.split('/').map(nameOf))}${OBJECT_SUFFIX}`;
}

/** The key of an object or the key prefix of a folder, with its path below the root. */
interface Entry {
  readonly kind: 'object' | 'folder';
  readonly key: string;
  readonly path: string;
}

/**
 * Yields all objects whose keys have the prefix, in key order, with their paths. Reads one folder per level into
 * memory. Skips links.
 */
async function* placesBelow(
  root: string,
  prefix: string,
  signal: AbortSignal,
  parent: Omit<Entry, 'kind'> = { key: '', path: '' },
): AsyncGenerator<Omit<Entry, 'kind'>> {
  for (const { kind, key, path } of await entriesIn(root, parent)) {
    signal.throwIfAborted();
    if (kind === 'object' && key.startsWith(prefix)) yield { key, path };
    if (kind === 'folder' && (key.startsWith(prefix) || prefix.startsWith(key)))
      yield* placesBelow(root, prefix, signal, { key, path });
  }
}

async function entriesIn(root: string, { key, path }: Omit<Entry, 'kind'>): Promise<readonly Entry[]> {
  const dirents = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw error;
  });
  const entries: Entry[] = [];
  for (const entry of dirents) {
    const isObject = entry.isFile() && entry.name.endsWith(OBJECT_SUFFIX);
    if (!isObject && !entry.isDirectory()) continue;
    const segment = segmentOf(isObject ? entry.name.slice(0, -OBJECT_SUFFIX.length) : entry.name);
    if (segment === null) continue;
    const location = { key: `${key}${segment}${isObject ? '' : '/'}`, path: join(path, entry.name) };
    entries.push({ kind: isObject ? 'object' : 'folder', ...location });
  }
  return entries.sort((left, right) => inKeyOrder(left.key, right.key));
}

function nameOf(segment: string): string {
  return [...segment].map((character) => (SAFE_CHARACTER.test(character) ? character : escaped(character))).join('');
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Decodes a file name; null for a name that {@link nameOf} cannot return. */
function segmentOf(name: string): string | null {
  try {
    const segment = decodeURIComponent(name);
    return nameOf(segment) === name ? segment : null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/**
 * The last line of an object file, with the digest of the bytes before it. Bytes and digest are therefore replaced in
 * one step, and a truncated file lacks this line.
 */
const DIGEST_LINE = /^\nsha256 ([0-9a-f]{64})\n$/;
const DIGEST_LINE_BYTES = 73;
const STREAM_READ_BYTES = 2 ** 18;

function digestLine(sha256: string): string {
  return `\nsha256 ${sha256}\n`;
}

interface OpenObject extends AsyncDisposable {
  readonly file: FileHandle;
  /**
   * The facts in the last line of the file; null if the line is missing because the file was truncated or overwritten.
   */
  readonly facts: ObjectFacts | null;
  readonly stats: Stats;
}

/**
 * Opens an object. Returns null if it is absent or not a regular file, or if its path contains a symbolic link. Throws
 * the errors of the system.
 */
async function openObject(root: string, relativePath: string): Promise<OpenObject | null> {
  if (!(await isWithin(root, dirname(relativePath)))) return null;
  const path = join(root, relativePath);
  // Windows has no O_NOFOLLOW, so check for a link first.
  if (constants.O_NOFOLLOW === undefined && (await lstat(path).catch(nullIfAbsent))?.isFile() !== true) return null;
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(nullIfAbsent);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    if (stats.isFile())
      return { file, stats, facts: await readFacts(file, stats), [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return null;
}

/** Yields the bytes of an open object from `start` to `end` (exclusive). */
async function* bytesOf(
  { file }: Pick<OpenObject, 'file'>,
  start: number,
  end: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    signal.throwIfAborted();
    const buffer = Buffer.allocUnsafeSlow(Math.min(STREAM_READ_BYTES, end - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Returns whether a folder below the root exists and its path contains no symbolic link. */
async function isWithin(root: string, folder: string): Promise<boolean> {
  const [real, relativePath] = await Promise.all([
    realpath(root).catch(nullIfAbsent),
    realpath(join(root, folder)).catch(nullIfAbsent),
  ]);
  return real !== null && relativePath === join(real, folder);
}

async function readFacts(file: FileHandle, { size, mtimeMs }: Stats): Promise<ObjectFacts | null> {
  const bytes = size - DIGEST_LINE_BYTES;
  if (bytes < 0) return null;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(DIGEST_LINE_BYTES), 0, DIGEST_LINE_BYTES, bytes);
  const [, sha256] = DIGEST_LINE.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
  return sha256 === undefined ? null : { bytes, sha256, usedAt: Math.round(mtimeMs) };
}

/** Returns null for absent files and for links, which are not followed. */
function nullIfAbsent(error: unknown): null {
  if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK'].includes(systemCode(error) ?? '')) return null;
  throw error;
}
