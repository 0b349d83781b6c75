import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Workshop } from './render-types.ts';

/** Parts that were made before, by key. Several renders and processes may use one folder at the same time. */
export interface PartStore {
  /** Puts a kept part at `path`, where no clean-up can take it away; false if there is none. */
  take(key: string, path: string): Promise<boolean>;
  /** Keeps the file at `path`, which stays where it is. */
  keep(key: string, path: string): Promise<void>;
  /** Drops parts that turned out to be wrong. */
  drop(keys: Iterable<string>): Promise<void>;
  /** Removes the least recently used until the rest is within the limit. */
  prune(): Promise<void>;
}

/** The parts of a workshop; one that keeps nothing never has one either. */
export function openPartStore({ folder, keeps, limitBytes }: Workshop): PartStore {
  if (!keeps) return forgetful;
  const parts = join(folder, 'parts');
  const placeOf = (key: string): string => join(parts, key.slice(0, 2), key);
  return {
    take: async (key, path) => {
      const place = placeOf(key);
      if (!(await linked(place, path))) return false;
      const now = new Date();
      await utimes(place, now, now).catch(ignoreMissing);
      return true;
    },
    keep: async (key, path) => {
      const place = placeOf(key);
      await mkdir(dirname(place), { recursive: true });
      // By way of a second name, because a link does not replace and a rename would take the file away.
      const second = `${path}.kept`;
      await linkOrCopy(path, second);
      await rename(second, place);
    },
    drop: async (keys) => {
      for (const key of keys) await rm(placeOf(key), { force: true });
    },
    prune: () => prune(parts, limitBytes),
  };
}

const nothing = (): Promise<void> => Promise.resolve();
const forgetful: PartStore = { take: () => Promise.resolve(false), keep: nothing, drop: nothing, prune: nothing };

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

async function prune(parts: string, limitBytes: number): Promise<void> {
  const kept = await listKept(parts);
  let bytes = kept.reduce((sum, part) => sum + part.bytes, 0);
  for (const part of kept.toSorted((left, right) => left.usedAt - right.usedAt)) {
    if (bytes <= limitBytes) return;
    await rm(part.path, { force: true });
    bytes -= part.bytes;
  }
}

interface KeptPart {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

async function listKept(parts: string): Promise<readonly KeptPart[]> {
  const entries = await readdir(parts, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    ignoreMissing(error);
    return [];
  });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const facts = await stat(path).catch(ignoreMissing);
        return facts ? { path, bytes: facts.size, usedAt: facts.mtimeMs } : null;
      }),
  );
  return found.filter((part) => part !== null);
}

/** Another process may have removed it in the meantime; anything else is an error. */
function ignoreMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
