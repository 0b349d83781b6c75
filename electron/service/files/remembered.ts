import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UNFINISHED } from './prune-folder.ts';

/** So old a note of the last use is renewed, so that what is used every day is not taken for forgotten. */
const STALE_MILLISECONDS = 12 * 3_600_000;

/**
 * A small JSON file of the cache, as it was written; null where there is none or it is damaged, so that its contents
 * are found out again. What it holds is the caller's to check.
 */
export async function recall(path: string): Promise<Readonly<Record<string, unknown>> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  await markUsed(path);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * Writes a small JSON file of the cache, whole or not at all. A cache that cannot be written costs time and nothing
 * else.
 */
export async function remember(path: string, value: object): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished, JSON.stringify(value));
    await rename(unfinished, path);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

/** A cache that cannot be written is read all the same. */
async function markUsed(path: string): Promise<void> {
  const now = Date.now();
  const used = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => now,
  );
  if (now - used > STALE_MILLISECONDS) await utimes(path, now / 1000, now / 1000).catch(() => undefined);
}
