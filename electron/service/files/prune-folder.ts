import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../errors/system-code.ts';

/** The limits of a cache folder. The modification time of a file is the time of its last use. */
export interface FolderBounds {
  readonly bytes: number;
  readonly files: number;
  /** The maximum time since the last use. */
  readonly ageMilliseconds: number;
}

export interface PruneResult {
  readonly bytes: number;
  readonly files: number;
}

export const UNFINISHED = '.unfinished';
/** The age at which an unfinished file is abandoned. No fetch takes that long. */
const ABANDONED_MILLISECONDS = 3_600_000;

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

/**
 * Removes files that were unused for too long, and then the least recently used files until the folder is within the
 * limits. Also removes unfinished files that a crash left behind. Other processes may use and prune the folder at the
 * same time. The work can be interrupted at any time, because each removal is independent.
 */
export async function pruneFolder(folder: string, bounds: FolderBounds, now: number): Promise<PruneResult> {
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

function total(entries: readonly Entry[]): PruneResult {
  return { bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0), files: entries.length };
}

async function listEntries(folder: string, now: number): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    // Ignore a file that another process has removed.
    const stats = await stat(path).catch(() => null);
    if (!stats?.isFile()) continue;
    if (!name.endsWith(UNFINISHED)) entries.push({ path, bytes: stats.size, usedAt: stats.mtimeMs });
    else if (now - stats.mtimeMs > ABANDONED_MILLISECONDS) await rm(path, { force: true });
  }
  return entries;
}

/** Returns the names in a folder; an empty list if the folder does not exist. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw error;
  });
}
