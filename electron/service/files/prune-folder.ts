import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a folder of the cache may hold. What was used is known by its time of change. */
export interface FolderBounds {
  readonly bytes: number;
  readonly files: number;
  /** Since the last use. */
  readonly ageMilliseconds: number;
}

export interface Pruned {
  readonly bytes: number;
  readonly files: number;
}

export const UNFINISHED = '.unfinished';
/** An unfinished file this old is nobody's: longer than a fetch may take. */
const ABANDONED_MILLISECONDS = 3_600_000;

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/**
 * Removes from a folder what was not used for too long, and then the least recently used until the rest is within its
 * bounds; also what a crash left unfinished. Others may use and prune it at the same time, and a cut may come at any
 * moment: each removal stands for itself.
 */
export async function pruneFolder(folder: string, bounds: FolderBounds, now: number): Promise<Pruned> {
  const entries = await listEntries(folder, now);
  let { bytes, files } = total(entries);
  const removed: Entry[] = [];
  for (const entry of entries.toSorted((left, right) => left.usedAt - right.usedAt)) {
    const isWithin = bytes <= bounds.bytes && files <= bounds.files;
    if (isWithin && now - entry.usedAt <= bounds.ageMilliseconds) break;
    await rm(entry.path, { force: true });
    removed.push(entry);
    bytes -= entry.bytes;
    files -= 1;
  }
  return total(removed);
}

function total(entries: readonly Entry[]): Pruned {
  return { bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0), files: entries.length };
}

async function listEntries(folder: string, now: number): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    // Somebody else's clean-up may have been here first.
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) continue;
    if (!name.endsWith(UNFINISHED)) entries.push({ path, bytes: found.size, usedAt: found.mtimeMs });
    else if (now - found.mtimeMs > ABANDONED_MILLISECONDS) await rm(path, { force: true });
  }
  return entries;
}

/** Of a folder that is not there, none. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  });
}
