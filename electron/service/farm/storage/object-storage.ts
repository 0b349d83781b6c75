import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import type { Clock } from '../../storage/ports.ts';

/**
 * Storage that all machines reach: a bucket of an object store, or a folder. Objects are whole or absent; each carries
 * the digest of its bytes, and what comes back with other bytes is as good as absent. Keys have segments of at most 80
 * bytes between slashes, 512 bytes in all; what is no key is `destination/refused`.
 *
 * Layout, below the configured prefix:
 * - `blobs/<ab>/<sha256>`: assets, films, fetched sources, fonts
 * - `parts/<ab>/<key>`: parts of films by key, see `render/kept/part-store.ts`
 * - `films/<ab>/<key>`: of a film by its key, the digest of the blob that it is
 * - `templates/<sha256>`, `questions/<sha256>`
 * - `damaged/<ab>/<sha256>`: blobs that a machine has read with other bytes
 */
export interface ObjectStorage {
  /**
   * Puts a file under a key; durable and verified when it settles, and what was there before is replaced as a whole.
   * Throws `ServiceError` `destination/failed` when that failed for as long as is tried, `destination/refused` when the
   * store says that it never will, `storage/full`; the signal's reason.
   */
  put(key: string, file: StoredFile, options: TransferOptions): Promise<void>;
  /** What there is of an object; null if it is absent. */
  facts(key: string, signal: AbortSignal): Promise<ObjectFacts | null>;
  /**
   * Writes an object into a new file at `path` and gives back its facts. Null, and no file, where it is absent or where
   * its bytes are not those of its digest; such an object is removed. A blob may be the only one, and the fault that of
   * whoever read it: it is set aside as {@link damagedKey}, where it stays. One that its store cannot copy stays where it is.
   */
  fetch(key: string, path: string, options: TransferOptions): Promise<ObjectFacts | null>;
  /** The bytes of an object from `start` up to `end`, exclusive; null if it is absent. Not verified. */
  read(
    key: string,
    range: { readonly start: number; readonly end: number } | null,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array> | null>;
  /** Makes an object look as if it was put now, for those that remove what was long not used; none, if it is absent. */
  touch(key: string, signal: AbortSignal): Promise<void>;
  /** Absent ones are no error. */
  remove(keys: readonly string[], signal: AbortSignal): Promise<void>;
  /** All objects whose keys begin so, in the order of their keys. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<ListedObject>;
  /**
   * Removes what puts that were cut off before then (milliseconds since 1970) have left: parts of large objects, files
   * that are not finished. Gives back how many there were.
   */
  clearCutOff(before: number, signal: AbortSignal): Promise<number>;
  /**
   * An address under which anybody can read the object for so long; null where there is none, as of a folder.
   */
  signedAddress(key: string, answer: SignedAnswer): Promise<string | null>;
  /** Throws, as {@link ObjectStorage.put}, unless a small object can be put, read and removed. */
  check(signal: AbortSignal): Promise<void>;
  /** Where it is, for people: no secret. */
  readonly label: string;
  close(): void;
}

export interface StoredFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface ObjectFacts {
  readonly bytes: number;
  /** As it was noted when the object was put. */
  readonly sha256: string;
  /** Milliseconds since 1970: when it was put or touched. */
  readonly usedAt: number;
}

export interface ListedObject extends Pick<ObjectFacts, 'bytes' | 'usedAt'> {
  readonly key: string;
}

export interface TransferOptions {
  readonly signal: AbortSignal;
  /** Bytes so far; never falls. */
  readonly onProgress?: (bytes: number) => void;
}

/** What the answer to a signed address says of itself. */
export interface SignedAnswer {
  readonly seconds: number;
  readonly contentType: string;
  /** The name that a browser saves it under. */
  readonly fileName: string;
}

/** The key of a blob. */
export function blobKey(sha256: string): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256}`;
}

/** The key of a blob that was set aside. */
export function damagedKey(sha256: string): string {
  return `damaged/${sha256.slice(0, 2)}/${sha256}`;
}

/** What becomes of an object whose bytes are not those of its digest; everything else than a blob can be made again. */
export function whenDamaged(
  key: string,
): { readonly what: 'remove' } | { readonly what: 'leave' } | { readonly what: 'set aside'; readonly key: string } {
  if (key.startsWith('damaged/')) return { what: 'leave' };
  const sha256 = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1];
  return sha256 === undefined ? { what: 'remove' } : { what: 'set aside', key: damagedKey(sha256) };
}

/** The key of what says which blob a film is, by the film's key. */
export function filmKey(key: string): string {
  return `films/${key.slice(0, 2)}/${key}`;
}

/** The key of a part. */
export function partKey(key: string): string {
  return `parts/${key.slice(0, 2)}/${key}`;
}

export function templateKey(sha256: string): string {
  return `templates/${sha256}`;
}

export function sourceManifestKey(sha256: string): string {
  return `questions/${sha256}`;
}

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

/** Of S3's 1,024 bytes; the rest is left to the prefix. */
const MOST_KEY_BYTES = 512;
/** Escaped, three times as many are what a file's name may have on any disk. */
const MOST_SEGMENT_BYTES = 80;

/** Whether every store can keep an object under it, and no folder leads out of its own. */
export function isKey(key: string): boolean {
  if (!key.isWellFormed() || Buffer.byteLength(key) > MOST_KEY_BYTES || /\p{Cc}/u.test(key)) return false;
  return key
    .split('/')
    .every(
      (segment) =>
        segment !== '' && segment !== '.' && segment !== '..' && Buffer.byteLength(segment) <= MOST_SEGMENT_BYTES,
    );
}

/** Throws {@link ServiceError} `destination/refused` for what is no key; it is not quoted. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new ServiceError('destination/refused', message('store/key'));
}

/** The order of keys: that of their bytes in UTF-8, as object stores list them. */
export function inKeyOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Where small objects lie for a moment; one that a crash left is removed by the sweep. */
export const CHECK_PREFIX = 'check/';

/** See {@link ObjectStorage.check}. */
export async function checkStorage(
  storage: Pick<ObjectStorage, 'put' | 'fetch' | 'remove'>,
  signal: AbortSignal,
): Promise<void> {
  const parent = tmpdir();
  const folder = await mkdtemp(join(parent, 'scenewright-check-')).catch((error: unknown) => {
    throw new ServiceError('storage/unwritable', message('detail/brackets', { words: parent }), { cause: error });
  });
  try {
    const key = `${CHECK_PREFIX}${randomUUID()}`;
    const path = join(folder, 'put');
    await writeFile(path, key);
    const sha256 = createHash('sha256').update(key).digest('hex');
    await storage.put(key, { path, bytes: key.length, sha256 }, { signal });
    const found = await storage.fetch(key, join(folder, 'fetched'), { signal });
    await storage.remove([key], signal);
    if (found?.sha256 !== sha256) throw new ServiceError('destination/failed', message('store/unlike'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
