import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../errors/system-code.ts';
import type { Clock } from '../storage/ports.ts';

/** A finished view on disk. It stays until `hold` is disposed of. */
export interface ViewFile {
  readonly path: string;
  readonly size: number;
  /** The time when the view was made, in milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly hold: Disposable;
}

/** A cache of pictures, waveforms, and proxies by key. Equal sources and requests have equal keys. */
export interface ViewStore {
  /** Returns a view; null if it is not cached. */
  find(key: string): Promise<ViewFile | null>;
  /** Creates an empty folder for making views. Disposal removes it. */
  scratch(): Promise<AsyncDisposable & { readonly folder: string }>;
  /** Removes all views that are not being read. Returns their number and total size. */
  empty(): Promise<{ readonly bytes: number; readonly files: number }>;
  /** Removes the least recently used views until the cache is within the limit. */
  prune(): Promise<void>;
  /**
   * Moves a finished file into the cache. Removes the least recently used views if the cache then exceeds its limit.
   */
  keep(key: string, path: string): Promise<void>;
}

interface Entry {
  readonly bytes: number;
  readonly madeAt: number;
  usedAt: number;
  /** The readers of the key. A view that replaces another view takes over its readers, because they read by path. */
  readonly holds: { count: number };
}

/**
 * The minimum time between two records of a use on disk, in milliseconds. These records preserve the order of uses
 * across restarts.
 */
const TOUCH_MILLISECONDS = 60_000;
/** The share of the limit that remains after pruning, so that not every new view causes pruning. */
const CACHE_SHARE = 0.9;

export interface ViewStoreOptions {
  /** The absolute path of the folder. Only this process uses it. It is created on first use. */
  readonly folder: string;
  /** Returns the limit in bytes. Called after each addition, because the limit may change. */
  readonly limitBytes: () => number;
  readonly clock: Clock;
}

export function openViewStore({ folder, limitBytes, clock }: ViewStoreOptions): ViewStore {
  const viewsFolder = join(folder, 'kept');
  const unfinished = join(folder, 'unfinished');
  const pathOf = (key: string): string => join(viewsFolder, key.slice(0, 2), key);
  let listing: Promise<Map<string, Entry>> | null = null;
  const entries = (): Promise<Map<string, Entry>> => {
    listing ??= rm(unfinished, { recursive: true, force: true }).then(() => listEntries(viewsFolder));
    return listing;
  };

  const prune = async (all: Map<string, Entry>, newest: string | null): Promise<void> => {
    const limit = limitBytes();
    let bytes = [...all.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    if (bytes <= limit) return;
    for (const [key, entry] of [...all].sort(([, left], [, right]) => left.usedAt - right.usedAt)) {
      if (bytes <= limit * CACHE_SHARE) return;
      if (entry.holds.count > 0 || key === newest) continue;
      all.delete(key);
      bytes -= entry.bytes;
      await rm(pathOf(key), { force: true });
    }
  };

  return {
    find: async (key) => {
      const all = await entries();
      const entry = all.get(key);
      if (entry === undefined) return null;
      entry.holds.count++;
      const path = pathOf(key);
      const stats = await stat(path).catch(() => null);
      // Drop the entry of a view whose file is missing or has another size, because a user may delete files at any
      // time.
      if (stats?.size !== entry.bytes) {
        entry.holds.count--;
        if (all.get(key) === entry) all.delete(key);
        return null;
      }
      const now = clock();
      if (now - entry.usedAt > TOUCH_MILLISECONDS)
        await utimes(path, new Date(now), new Date(now)).catch(() => undefined);
      entry.usedAt = now;
      return { path, size: entry.bytes, modifiedAt: entry.madeAt, hold: holdOf(entry) };
    },
    scratch: async () => {
      await entries();
      const scratchFolder = join(unfinished, randomUUID());
      await mkdir(scratchFolder, { recursive: true });
      return {
        folder: scratchFolder,
        [Symbol.asyncDispose]: () => rm(scratchFolder, { recursive: true, force: true, maxRetries: 5 }),
      };
    },
    prune: async () => prune(await entries(), null),
    empty: async () => {
      const all = await entries();
      let bytes = 0;
      let files = 0;
      for (const [key, entry] of [...all]) {
        if (entry.holds.count > 0) continue;
        all.delete(key);
        await rm(pathOf(key), { force: true });
        bytes += entry.bytes;
        files += 1;
      }
      return { bytes, files };
    },
    keep: async (key, path) => {
      const all = await entries();
      const bytes = await durableSize(path);
      await mkdir(dirname(pathOf(key)), { recursive: true });
      await rename(path, pathOf(key));
      const now = clock();
      all.set(key, { bytes, madeAt: now, usedAt: now, holds: all.get(key)?.holds ?? { count: 0 } });
      await prune(all, key);
    },
  };
}

function holdOf(entry: Entry): Disposable {
  let isHeld = true;
  return {
    [Symbol.dispose]: () => {
      if (isHeld) entry.holds.count--;
      isHeld = false;
    },
  };
}

/**
 * Syncs a file and returns its size. Without the sync, the name could reach the disk before the bytes, and a power
 * failure would leave an empty file.
 */
async function durableSize(path: string): Promise<number> {
  await using file = await open(path, 'r+');
  await file.sync();
  return (await file.stat()).size;
}

async function listEntries(folder: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (const start of await namesIn(folder))
    for (const key of await namesIn(join(folder, start))) {
      const stats = await stat(join(folder, start, key)).catch(() => null);
      if (stats?.isFile()) {
        const usedAt = Math.round(stats.mtimeMs);
        entries.set(key, { bytes: stats.size, madeAt: usedAt, usedAt, holds: { count: 0 } });
      }
    }
  return entries;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw error;
  });
}
