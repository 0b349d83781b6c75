import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { openOwnedFolder } from '../../files/owner-mark.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import type { Clock } from '../../storage/ports.ts';

/**
 * The store of a farm: a bucket of an object store, or a folder. Objects are complete or absent. Each object has the
 * digest of its bytes; an object with other bytes counts as absent. Keys have segments of at most 80 bytes between
 * slashes, and at most 512 bytes in total. An invalid key causes `destination/refused`.
 *
 * Layout below the configured prefix:
 * - `blobs/<ab>/<sha256>`: assets, films, fetched sources, fonts
 * - `parts/<ab>/<key>`: parts of films by key
 * - `films/<ab>/<key>`: the digest of a film's blob, by the film's key
 * - `templates/<sha256>`, `questions/<sha256>`: templates, source manifests
 * - `damaged/<ab>/<sha256>`: blobs whose bytes differed from their digest on a machine
 */
export interface ObjectStorage {
  /**
   * Puts a file under a key and replaces an existing object atomically. When the promise resolves, the object is
   * durable and verified. Throws the signal's reason or a `ServiceError`: `destination/failed` after all retries,
   * `destination/refused` for a permanent refusal, or `storage/full`.
   */
  put(key: string, file: StoredFile, options: TransferOptions): Promise<void>;
  /** Returns the facts about an object; null if it is absent. */
  facts(key: string, signal: AbortSignal): Promise<ObjectFacts | null>;
  /**
   * Writes an object into a new file at `path` and returns its facts. Returns null and leaves no file if the object is
   * absent or its bytes differ from its digest. Removes a damaged object. Moves a damaged blob to {@link damagedKey}
   * instead, because it may be the only copy and the reader may be at fault. A blob that the store cannot copy stays.
   */
  fetch(key: string, path: string, options: TransferOptions): Promise<ObjectFacts | null>;
  /** Returns the unverified bytes of an object from `start` to `end` (exclusive); null if the object is absent. */
  read(
    key: string,
    range: { readonly start: number; readonly end: number } | null,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array> | null>;
  /** Sets the time of last use to now, so that sweeps keep the object. Does nothing if the object is absent. */
  touch(key: string, signal: AbortSignal): Promise<void>;
  /** Removes objects. Absent objects are not an error. */
  remove(keys: readonly string[], signal: AbortSignal): Promise<void>;
  /** Yields all objects whose keys have the prefix, in key order. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<ListedObject>;
  /**
   * Removes the remains of puts that were interrupted before the given time (in milliseconds since 1970): parts of
   * large objects, and unfinished files. Returns their number.
   */
  clearInterrupted(before: number, signal: AbortSignal): Promise<number>;
  /**
   * Returns a signed address, with which everybody can read the object until the address expires. Returns null for a
   * storage without addresses, such as a folder.
   */
  signedAddress(key: string, answer: SignedAnswer): Promise<string | null>;
  /** Puts, reads, and removes a small object. Throws like {@link ObjectStorage.put} if that fails. */
  check(signal: AbortSignal): Promise<void>;
  /** The address for users, without secrets. */
  readonly label: string;
  close(): void;
}

export interface StoredFile {
  /** The absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** Lowercase hex. */
  readonly sha256: string;
}

export interface ObjectFacts {
  readonly bytes: number;
  /** The digest that was stored with the object. */
  readonly sha256: string;
  /** The time of the last put or touch, in milliseconds since 1970. */
  readonly usedAt: number;
}

export interface ListedObject extends Pick<ObjectFacts, 'bytes' | 'usedAt'> {
  readonly key: string;
}

export interface TransferOptions {
  readonly signal: AbortSignal;
  /** Called with the number of transferred bytes, which never decreases. */
  readonly onProgress?: (bytes: number) => void;
}

/** The lifetime of a signed address and the headers of its answer. */
export interface SignedAnswer {
  readonly seconds: number;
  readonly contentType: string;
  /** The file name for downloads in a browser. */
  readonly fileName: string;
}

export function blobKey(sha256: string): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256}`;
}

export function damagedKey(sha256: string): string {
  return `damaged/${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns how to handle an object whose bytes differ from its digest. Everything except blobs can be made again. */
export function damageAction(
  key: string,
): { readonly kind: 'remove' } | { readonly kind: 'leave' } | { readonly kind: 'set aside'; readonly key: string } {
  if (key.startsWith('damaged/')) return { kind: 'leave' };
  const sha256 = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1];
  return sha256 === undefined ? { kind: 'remove' } : { kind: 'set aside', key: damagedKey(sha256) };
}

/** Returns the key of the object that has the digest of a film's blob. */
export function filmKey(key: string): string {
  return `films/${key.slice(0, 2)}/${key}`;
}

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
 * The time in milliseconds after a use in which an object is not touched again, because a touch costs a copy. The time
 * is shorter than the clock tolerance of removals (`CLOCKS_MILLISECONDS` in `farm/blobs/repair.ts`). Therefore a
 * removal that starts now still treats such an object as used.
 */
const FRESH_MILLISECONDS = 5 * 60_000;

export interface PutOnceOptions {
  readonly signal: AbortSignal;
  /** The clock; `Date.now` by default. */
  readonly clock?: Clock;
}

/**
 * Puts a file under a key unless the store already has the same bytes there. In that case, marks the object as used.
 * Throws like `put`.
 */
export async function putOnce(
  storage: ObjectStorage,
  key: string,
  { path, sha256 }: Pick<StoredFile, 'path' | 'sha256'>,
  { signal, clock = Date.now }: PutOnceOptions,
): Promise<void> {
  const { size: bytes } = await stat(path);
  const stored = await storage.facts(key, signal);
  if (stored?.sha256 !== sha256 || stored.bytes !== bytes) await storage.put(key, { path, bytes, sha256 }, { signal });
  // Compare the absolute difference, because the store's clock can be ahead.
  else if (Math.abs(clock() - stored.usedAt) > FRESH_MILLISECONDS) await storage.touch(key, signal);
}

/**
 * Puts a text like {@link putOnce}. Uses a temporary file in `folder`, an absolute path that is created if necessary.
 * `keyOf` returns the key for the digest of the text. Returns the digest.
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

/** Returns the SHA-256 of a text in lowercase hex. */
export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The maximum length of a key in bytes. The rest of S3's 1,024 bytes is reserved for the prefix. */
const MAX_KEY_BYTES = 512;
/**
 * The maximum length of a segment. Escaping triples it to 240 bytes, which fit into a file name on every file system.
 */
const MAX_SEGMENT_BYTES = 80;

/** Returns whether a key is valid: every storage supports it, and it cannot lead out of a folder. */
export function isKey(key: string): boolean {
  if (!key.isWellFormed() || Buffer.byteLength(key) > MAX_KEY_BYTES || /\p{Cc}/u.test(key)) return false;
  return key
    .split('/')
    .every(
      (segment) =>
        segment !== '' && segment !== '.' && segment !== '..' && Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES,
    );
}

/** Throws a `ServiceError` `destination/refused` for an invalid key, without quoting it. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new ServiceError('destination/refused', message('store/key'));
}

/** Compares keys by their UTF-8 bytes, which is the order of lists in object stores. */
export function inKeyOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** The prefix of test objects. The sweep removes objects that remain after a crash. */
export const CHECK_PREFIX = 'check/';

/** Implements {@link ObjectStorage.check} for all storages. */
export async function checkStorage(
  storage: Pick<ObjectStorage, 'put' | 'fetch' | 'remove'>,
  signal: AbortSignal,
): Promise<void> {
  const parent = tmpdir();
  await using scratch = await openOwnedFolder(parent, 'scenewright-check-').catch((error: unknown) => {
    throw new ServiceError('storage/unwritable', message('detail/brackets', { words: parent }), { cause: error });
  });
  const key = `${CHECK_PREFIX}${randomUUID()}`;
  const path = join(scratch.folder, 'put');
  await writeFile(path, key);
  const sha256 = createHash('sha256').update(key).digest('hex');
  await storage.put(key, { path, bytes: key.length, sha256 }, { signal });
  const fetched = await storage.fetch(key, join(scratch.folder, 'fetched'), { signal });
  await storage.remove([key], signal);
  if (fetched?.sha256 !== sha256) throw new ServiceError('destination/failed', message('store/unlike'));
}
