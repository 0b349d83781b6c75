import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashBytes } from './hash-bytes.ts';
import { recall, remember } from './remembered.ts';

/** A file written this recently may be written again without its time of change moving. */
const SETTLED_MILLISECONDS = 2000;

/** A file's bytes, by their digest. */
export interface FileDigest {
  /** Lower-case hex. */
  readonly sha256: string;
  /** What the file looked like from outside when these were its bytes. */
  readonly stamp: string;
}

/**
 * Reads a local file's digest. With a cache folder it is remembered by path, size, time of change and
 * inode, so that an unchanged file is read once. Rejects with the system's error, or when the file changes meanwhile.
 */
export async function digestFile(
  path: string,
  options: { readonly cacheFolder: string | null; readonly signal: AbortSignal },
): Promise<FileDigest> {
  const { cacheFolder, signal } = options;
  const memory = cacheFolder === null ? null : join(cacheFolder, 'digests', `${sha256(path)}.json`);
  await using file = await open(path, 'r');
  const before = stampOf(await file.stat({ bigint: true }));
  if (memory !== null) {
    const known = await recall(memory);
    const digest = known?.['sha256'];
    if (known?.['stamp'] === before && typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest))
      return { sha256: digest, stamp: before };
  }

  const digest = await hashBytes(file, signal);
  const after = await file.stat({ bigint: true });
  if (stampOf(after) !== before) throw new Error(`${path} was changed while it was read`);
  const settled = Date.now() - Number(after.mtimeMs) > SETTLED_MILLISECONDS;
  if (memory !== null && settled) await remember(memory, { stamp: before, sha256: digest });
  return { sha256: digest, stamp: before };
}

/** What tells a file that was changed from one that was not. Rejects with the system's error. */
export async function fileStamp(path: string): Promise<string> {
  return stampOf(await stat(path, { bigint: true }));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function stampOf({ size, mtimeNs, ino, dev }: BigIntStats): string {
  return [size, mtimeNs, ino, dev].join(' ');
}
