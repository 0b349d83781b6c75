import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A small JSON file of the cache, as it was written; null where there is none or it is damaged, so that its contents
 * are found out again. What it holds is the caller's to check.
 */
export async function recall(path: string): Promise<Readonly<Record<string, unknown>> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Writes a small JSON file of the cache, whole or not at all. A cache that cannot be written costs time and nothing else. */
export async function remember(path: string, value: object): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished, JSON.stringify(value));
    await rename(unfinished, path);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}
