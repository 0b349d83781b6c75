import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../files/rights.ts';
import type { Clock } from '../../storage/ports.ts';
import type { ObjectStorage, StoredFile } from './object-storage.ts';

/**
 * What was put or touched within so long is not touched again, which costs a copy. Shorter than what removals allow for
 * (`farm/blobs/removals.ts`): an object whose row is deleted just now stays, because somebody needs it again.
 */
const FRESH_MILLISECONDS = 5 * 60_000;

export interface PutOnceOptions {
  readonly signal: AbortSignal;
  /** The time of day unless given. */
  readonly clock?: Clock;
}

/** Puts a file under a key, unless the store has just these bytes there: then they count as used. Throws as `put` does. */
export async function putOnce(
  storage: ObjectStorage,
  key: string,
  { path, sha256 }: Pick<StoredFile, 'path' | 'sha256'>,
  { signal, clock = Date.now }: PutOnceOptions,
): Promise<void> {
  const { size: bytes } = await stat(path);
  const there = await storage.facts(key, signal);
  if (there?.sha256 !== sha256 || there.bytes !== bytes) await storage.put(key, { path, bytes, sha256 }, { signal });
  // The store's clock may be ahead.
  else if (Math.abs(clock() - there.usedAt) > FRESH_MILLISECONDS) await storage.touch(key, signal);
}

/**
 * The same of a text, which lies in `folder` (absolute; made if need be) while it is put. Gives back its digest, by which
 * the key may be named.
 */
export async function putTextOnce(
  storage: ObjectStorage,
  keyOf: (sha256: string) => string,
  text: string,
  { folder, ...options }: PutOnceOptions & { readonly folder: string },
): Promise<string> {
  const path = join(folder, randomUUID());
  const sha256 = digestOfText(text);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(path, text, { mode: PRIVATE_FILE });
    await putOnce(storage, keyOf(sha256), { path, sha256 }, options);
  } finally {
    await rm(path, { force: true });
  }
  return sha256;
}

/** Lower-case hex. */
export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
