import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UNFINISHED } from './prune-folder.ts';

/** The age at which the time of last use is renewed. A file that is used every day then never expires. */
const STALE_MILLISECONDS = 12 * 3_600_000;

/**
 * Returns the content of a small JSON file in the cache. Returns null if the file is missing or damaged; the caller
 * then computes the content again. The caller checks the fields.
 */
export async function readCachedJson(path: string): Promise<Readonly<Record<string, unknown>> | null> {
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
 * Writes a small JSON file to the cache atomically. Ignores a read-only cache; the content is then computed again next
 * time.
 */
export async function writeCachedJson(path: string, value: object): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished, JSON.stringify(value));
    await rename(unfinished, path);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

/** Renews the time of last use. Ignores a read-only cache, because it stays readable. */
async function markUsed(path: string): Promise<void> {
  const now = Date.now();
  const used = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => now,
  );
  if (now - used > STALE_MILLISECONDS) await utimes(path, now / 1000, now / 1000).catch(() => undefined);
}
