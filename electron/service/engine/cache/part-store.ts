import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../../errors/system-code.ts';
import { digestFile } from '../../files/digest-file.ts';
import type { Workshop } from './workshop.ts';

/**
 * A cache of parts and films by key. Several renders and processes can use one folder at the same time. The name of a
 * cached file is the SHA-256 of its bytes, so damage is detected and the file is never used.
 */
export interface PartStore {
  /**
   * Links the cached file to `path`. Pruning does not remove that link. Returns the digest of the file; null if it is
   * not cached or is damaged.
   */
  take(key: string, path: string, signal: AbortSignal): Promise<string | null>;
  /**
   * Caches the file at `path`. The file stays there and must not change afterward.
   * @param facts The digest, if the caller has it, and the time of the last use; the current time by default.
   */
  keep(key: string, path: string, signal: AbortSignal, facts?: CachedPartFacts): Promise<void>;
  /** Removes the cached files with these keys, for example the parts of a film that failed its check. */
  drop(keys: Iterable<string>): Promise<void>;
  /** Removes the least recently used files until the total size is within the limit. */
  prune(): Promise<void>;
  /**
   * Prunes after a film. Lists the folder only if it may be over the limit, or if a minute has passed since the last
   * listing.
   */
  pruneIfFull(): Promise<void>;
}

interface CachedPartFacts {
  readonly sha256?: string;
  readonly usedAt?: Date;
}

/** Opens the store of a workshop. A workshop without a cache gets an empty store. */
export function openPartStore({ folder, isCacheOn, limitBytes }: Workshop): PartStore {
  if (!isCacheOn) return emptyStore;
  // The folder name is the version of the layout. Files that an earlier version stored in another folder are ignored.
  const parts = join(folder, 'kept');
  const folderOf = (key: string): string => join(parts, key.slice(0, 2), key);
  return {
    take: async (key, path, signal) => {
      const [sha256] = await namesIn(folderOf(key));
      if (sha256 === undefined) return null;
      const cachedPath = join(folderOf(key), sha256);
      if (!(await tryLink(cachedPath, path))) return null;
      if ((await digestFile(path, signal)) !== sha256) {
        await rm(cachedPath, { force: true });
        await rm(path, { force: true });
        return null;
      }
      const now = new Date();
      await utimes(cachedPath, now, now).catch(ignoreMissing);
      return sha256;
    },
    keep: async (key, path, signal, facts = {}) => {
      const { usedAt, sha256 = await digestFile(path, signal) } = facts;
      // A link cannot replace an existing file, and renaming `path` would remove the caller's file. Therefore link the
      // file to a second name and rename that name.
      const secondPath = `${path}.kept`;
      await linkOrCopy(path, secondPath);
      if (usedAt !== undefined) await utimes(secondPath, usedAt, usedAt);
      const { size } = await stat(secondPath);
      await moveInto(folderOf(key), secondPath, sha256);
      noteCached(parts, size);
    },
    drop: async (keys) => {
      for (const key of keys)
        for (const sha256 of await namesIn(folderOf(key))) await removeCached(join(folderOf(key), sha256));
    },
    prune: () => pruneNow(parts, limitBytes),
    pruneIfFull: () => pruneIfFull(parts, limitBytes),
  };
}

/**
 * Returns a store that looks at the target path first. A scratch folder belongs to one render, so a file whose name is
 * a key has the right bytes. For such a file, `take` returns an empty digest.
 */
export function storeWithScratch(store: PartStore): PartStore {
  return {
    ...store,
    take: async (key, path, signal) =>
      (await stat(path).catch(ignoreMissing)) === undefined ? await store.take(key, path, signal) : '',
  };
}

const doNothing = (): Promise<void> => Promise.resolve();
const emptyStore: PartStore = {
  take: () => Promise.resolve(null),
  keep: doNothing,
  drop: doNothing,
  prune: doNothing,
  pruneIfFull: doNothing,
};

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await linkOrCopy(from, to);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

/** Links the file, which takes no disk space. Copies it on file systems without links, such as exFAT. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (isMissing(error)) throw error;
    return copyFile(from, to, constants.COPYFILE_FICLONE);
  });
}

/** Moves a file into a folder. Tries again if the pruning of another process removes the empty folder in between. */
async function moveInto(folder: string, path: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(folder, { recursive: true });
      return await rename(path, join(folder, name));
    } catch (error) {
      if (!isMissing(error) || attempt === 5) throw error;
    }
  }
}

/** The size of a folder when it was last listed, plus the files that this process stored since. */
interface FolderSize {
  bytes: number;
  readonly listedAt: number;
}

/** The sizes of the recently used folders, by path. */
const folderSizes = new Map<string, FolderSize>();
const MAX_FOLDERS = 32;
/**
 * The time in milliseconds after which a folder is listed again, because other processes also store and prune files in
 * it.
 */
const LIST_AGAIN_MILLISECONDS = 60_000;

function noteCached(parts: string, bytes: number): void {
  const folder = folderSizes.get(parts);
  if (folder !== undefined) folder.bytes += bytes;
}

/**
 * Prunes if the folder may be too full. Listing the folder each time would read thousands of files for each film of a
 * batch.
 */
async function pruneIfFull(parts: string, limitBytes: number): Promise<void> {
  const { bytes, listedAt } = folderSizes.get(parts) ?? { bytes: Number.POSITIVE_INFINITY, listedAt: 0 };
  if (bytes <= limitBytes && performance.now() - listedAt < LIST_AGAIN_MILLISECONDS) return;
  await pruneNow(parts, limitBytes);
}

async function pruneNow(parts: string, limitBytes: number): Promise<void> {
  const listed: FolderSize = { bytes: 0, listedAt: performance.now() };
  if (folderSizes.size >= MAX_FOLDERS) folderSizes.clear();
  // A file that is stored during the listing may be counted twice, but it is always counted.
  folderSizes.set(parts, listed);
  listed.bytes += await prune(parts, limitBytes);
}

/** Prunes a folder. Returns the total size of the remaining files, in bytes. */
async function prune(parts: string, limitBytes: number): Promise<number> {
  const files = await listCached(parts);
  let bytes = files.reduce((sum, part) => sum + part.bytes, 0);
  for (const part of files.toSorted((left, right) => left.usedAt - right.usedAt)) {
    if (bytes <= limitBytes) break;
    await removeCached(part.path);
    bytes -= part.bytes;
  }
  return bytes;
}

/** Removes a cached file. Its folder stays if another process stored a file there in the meantime. */
async function removeCached(path: string): Promise<void> {
  await rm(path, { force: true });
  await rmdir(dirname(path)).catch(ignoreUsed);
}

interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

async function listCached(parts: string): Promise<readonly CachedFile[]> {
  const files: CachedFile[] = [];
  for (const start of await namesIn(parts))
    for (const key of await namesIn(join(parts, start)))
      for (const sha256 of await namesIn(join(parts, start, key))) {
        const path = join(parts, start, key, sha256);
        const facts = await stat(path).catch(ignoreMissing);
        if (facts) files.push({ path, bytes: facts.size, usedAt: facts.mtimeMs });
      }
  return files;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    ignoreMissing(error);
    return [];
  });
}

/** Ignores a file that another process removed in the meantime. Rethrows any other error. */
function ignoreMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

/** Ignores a folder that another process filled or removed in the meantime. */
function ignoreUsed(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemCode(error) ?? '')) throw error;
}

function isMissing(error: unknown): boolean {
  // ENOTDIR means that a part of the path is a file, so the cached file is missing, too.
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
}
