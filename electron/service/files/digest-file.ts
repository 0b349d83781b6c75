import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readCachedJson, writeCachedJson } from './remembered.ts';

/**
 * Returns the SHA-256 of a file as lower-case hex. No other program may change the file during the read. After an
 * abort, throws the signal's reason.
 */
export async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  await using file = await open(path, 'r');
  return await hashBytes(file, signal);
}

/** The age of a change in milliseconds below which a file may change again without a new time. */
const STABLE_MILLISECONDS = 2000;

/** The digest of a file's bytes. */
export interface FileDigest {
  /** The SHA-256 digest in lower-case hex. */
  readonly sha256: string;
  /** The stamp of the file (see {@link fileStamp}) at the time of the digest. */
  readonly stamp: string;
}

/**
 * Returns the digest of a local file. A cache folder stores the digest by path, size, inode, and the times of the last
 * changes, so that an unchanged file is read only once. Programs can reset the modification time, but not the time of
 * the last change of the inode. Rejects with the system's error, or if the file changes while it is read.
 */
export async function cachedDigest(
  path: string,
  options: { readonly cacheFolder: string | null; readonly signal: AbortSignal },
): Promise<FileDigest> {
  const { cacheFolder, signal } = options;
  const cachePath = cacheFolder === null ? null : join(cacheFolder, 'digests', `${sha256(path)}.json`);
  await using file = await open(path, 'r');
  const stats = await file.stat({ bigint: true });
  const before = stampOf(stats);
  const changed = String(stats.ctimeNs);
  if (cachePath !== null) {
    const cached = await readCachedJson(cachePath);
    const digest = cached?.['sha256'];
    const isSame = cached?.['stamp'] === before && cached['changed'] === changed;
    if (isSame && typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest)) return { sha256: digest, stamp: before };
  }

  const digest = await hashBytes(file, signal);
  const after = await file.stat({ bigint: true });
  if (stampOf(after) !== before) throw new Error(`${path} was changed while it was read`);
  const changedAt = Math.max(Number(after.mtimeMs), Number(after.ctimeMs));
  const isStable = Date.now() - changedAt > STABLE_MILLISECONDS;
  if (cachePath !== null && isStable) await writeCachedJson(cachePath, { stamp: before, changed, sha256: digest });
  return { sha256: digest, stamp: before };
}

/** Returns a stamp that changes when the file is changed. Rejects with the system's error. */
export async function fileStamp(path: string): Promise<string> {
  return stampOf(await stat(path, { bigint: true }));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function stampOf({ size, mtimeNs, ino, dev }: BigIntStats): string {
  return [size, mtimeNs, ino, dev].join(' ');
}

/** The size of a piece in bytes. While it is read and hashed, a piece fits into the processor's cache. */
const READ_BYTES = 2 ** 18;

/** Returns the SHA-256 of all bytes of an open file as lower-case hex. After an abort, throws the signal's reason. */
export async function hashBytes(file: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  let filling = Buffer.allocUnsafeSlow(READ_BYTES);
  let filled = Buffer.allocUnsafeSlow(READ_BYTES);
  let position = 0;
  let reading = file.read(filling, 0, READ_BYTES, position);
  for (;;) {
    const { bytesRead } = await reading;
    signal.throwIfAborted();
    if (bytesRead === 0) return hash.digest('hex');
    position += bytesRead;
    [filling, filled] = [filled, filling];
    // Read the next piece while this one is hashed.
    reading = file.read(filling, 0, READ_BYTES, position);
    hash.update(filled.subarray(0, bytesRead));
  }
}
