import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../../errors/storage-failure.ts';
import { digestFile } from '../../files/digest-file.ts';
import type { Workshop } from './workshop.ts';

/**
 * Parts and films that were made before, by key. Several renders and processes may use one folder at the same time. A
 * kept file is named by the SHA-256 of its bytes, so one that was damaged since is known and never used.
 */
export interface PartStore {
  /**
   * Puts a kept file at `path`, where no clean-up can take it away, and gives back its digest; null if there is none.
   */
  take(key: string, path: string, signal: AbortSignal): Promise<string | null>;
  /**
   * Keeps the file at `path`, which stays where it is and must not be changed any more.
   * @param known Its digest, where that was read already, and what counts as its last use, if not now.
   */
  keep(key: string, path: string, signal: AbortSignal, known?: CachedPartFacts): Promise<void>;
  /** Drops what turned out to be wrong. */
  drop(keys: Iterable<string>): Promise<void>;
  /** Removes the least recently used until the rest is within the limit. */
  prune(): Promise<void>;
  /** The same after each film: what is there is looked at only where it may be too much, or once a minute. */
  pruneWhereFull(): Promise<void>;
}

interface CachedPartFacts {
  readonly sha256?: string;
  readonly usedAt?: Date;
}

/** The store of a workshop; one that keeps nothing never has anything either. */
export function openPartStore({ folder, keeps, limitBytes }: Workshop): PartStore {
  if (!keeps) return forgetful;
  // Named after how it is laid out: what an earlier version kept otherwise is not looked at.
  const parts = join(folder, 'kept');
  const folderOf = (key: string): string => join(parts, key.slice(0, 2), key);
  return {
    take: async (key, path, signal) => {
      const [sha256] = await namesIn(folderOf(key));
      if (sha256 === undefined) return null;
      const place = join(folderOf(key), sha256);
      if (!(await linked(place, path))) return null;
      if ((await digestFile(path, signal)) !== sha256) {
        await rm(place, { force: true });
        await rm(path, { force: true });
        return null;
      }
      const now = new Date();
      await utimes(place, now, now).catch(ignoreMissing);
      return sha256;
    },
    keep: async (key, path, signal, known = {}) => {
      const { usedAt, sha256 = await digestFile(path, signal) } = known;
      // By way of a second name, because a link does not replace and a rename would take the file away.
      const second = `${path}.kept`;
      await linkOrCopy(path, second);
      if (usedAt !== undefined) await utimes(second, usedAt, usedAt);
      const { size } = await stat(second);
      await moveInto(folderOf(key), second, sha256);
      noteCached(parts, size);
    },
    drop: async (keys) => {
      for (const key of keys)
        for (const sha256 of await namesIn(folderOf(key))) await removeCached(join(folderOf(key), sha256));
    },
    prune: () => pruneNow(parts, limitBytes),
    pruneWhereFull: () => pruneWhereFull(parts, limitBytes),
  };
}

const nothing = (): Promise<void> => Promise.resolve();
const forgetful: PartStore = {
  take: () => Promise.resolve(null),
  keep: nothing,
  drop: nothing,
  prune: nothing,
  pruneWhereFull: nothing,
};

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await linkOrCopy(from, to);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

/** A second name costs nothing; where the file system has none, such as exFAT, a copy does. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (isMissing(error)) throw error;
    return copyFile(from, to, constants.COPYFILE_FICLONE);
  });
}

/** Another process's clean-up may remove the folder while it is empty, so this is tried again. */
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

/** What a folder held when it was last listed, and what this process has kept there since. */
interface Known {
  bytes: number;
  readonly listedAt: number;
}

/** By folder. */
const known = new Map<string, Known>();
const MOST_FOLDERS = 32;
/** Others keep something there, too, and look by themselves. */
const LIST_AGAIN_MILLISECONDS = 60_000;

function noteCached(parts: string, bytes: number): void {
  const folder = known.get(parts);
  if (folder !== undefined) folder.bytes += bytes;
}

/** Lists a folder only where it may be too full: a batch would go through thousands of files for each of its films. */
async function pruneWhereFull(parts: string, limitBytes: number): Promise<void> {
  const { bytes, listedAt } = known.get(parts) ?? { bytes: Number.POSITIVE_INFINITY, listedAt: 0 };
  if (bytes <= limitBytes && performance.now() - listedAt < LIST_AGAIN_MILLISECONDS) return;
  await pruneNow(parts, limitBytes);
}

async function pruneNow(parts: string, limitBytes: number): Promise<void> {
  const listed: Known = { bytes: 0, listedAt: performance.now() };
  if (known.size >= MOST_FOLDERS) known.clear();
  // What is kept meanwhile may be counted twice, and never not at all.
  known.set(parts, listed);
  listed.bytes += await prune(parts, limitBytes);
}

/** @returns How many bytes are left. */
async function prune(parts: string, limitBytes: number): Promise<number> {
  const kept = await listCached(parts);
  let bytes = kept.reduce((sum, part) => sum + part.bytes, 0);
  for (const part of kept.toSorted((left, right) => left.usedAt - right.usedAt)) {
    if (bytes <= limitBytes) break;
    await removeCached(part.path);
    bytes -= part.bytes;
  }
  return bytes;
}

/** Removes one kept file; its folder stays if another process has kept something there in the meantime. */
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
  const kept: CachedFile[] = [];
  for (const start of await namesIn(parts))
    for (const key of await namesIn(join(parts, start)))
      for (const sha256 of await namesIn(join(parts, start, key))) {
        const path = join(parts, start, key, sha256);
        const facts = await stat(path).catch(ignoreMissing);
        if (facts) kept.push({ path, bytes: facts.size, usedAt: facts.mtimeMs });
      }
  return kept;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    ignoreMissing(error);
    return [];
  });
}

/** Another process may have removed it in the meantime; anything else is an error. */
function ignoreMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

/** Another process may have kept something there in the meantime. */
function ignoreUsed(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemCode(error))) throw error;
}

function isMissing(error: unknown): boolean {
  // A file where a folder should be holds nothing of ours either.
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error));
}
