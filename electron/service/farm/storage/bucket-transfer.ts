import { stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { message } from '#shared/messages/message.ts';
import type { SendLimits } from '../../destinations/destination.ts';
import { putObject } from '../../destinations/put-object.ts';
import { storeAddress } from '../../destinations/store-address.ts';
import { StoreError } from '../../destinations/store-failure.ts';
import { openStore, SEND_LIMITS, type StoreSession, sendWithRetries } from '../../destinations/store-session.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { digestFile } from '../../files/digest-file.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { StoreConfig } from '../settings/farm-config.ts';
import { checkKey, type ObjectFacts, type StoredFile, type TransferOptions } from './object-storage.ts';

/** The size of a request. Two pieces are in memory, because the next one arrives while one is read. */
const PIECE_BYTES = 4 * 2 ** 20;

/** An opened object: the facts of the first answer, and the bytes of the requested range. */
export interface OpenedBytes {
  /** The facts of the object; null if it has no digest, because it is from another program. */
  readonly facts: ObjectFacts | null;
  /** The ETag of the store; null if it sends none. */
  readonly etag: string | null;
  /**
   * The bytes, to be read once. A piece that breaks off is requested again. Throws {@link StoreError}, with status 412
   * if the object was replaced meanwhile, and the signal's reason.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface Piece extends Omit<OpenedBytes, 'bytes'> {
  readonly bytes: Buffer;
  /** The size of the object. */
  readonly total: number;
}

/**
 * Opens the session's object from `start` up to `end`, exclusive, or its end. Returns `beyond` if the range has no
 * byte, and null if the object is absent. The bytes arrive in pieces, each within a bounded time.
 */
export async function openBytes(
  session: StoreSession,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<OpenedBytes | 'beyond' | null> {
  const first = await readPiece(session, { start, end, etag: null }, signal);
  if (first === null || first === 'beyond') return first;
  return { facts: first.facts, etag: first.etag, bytes: allPieces(session, first, { start, end }, signal) };
}

async function* allPieces(
  session: StoreSession,
  first: Piece,
  range: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { etag } = first;
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const end = Math.min(range.end, first.total);
  const read = (start: number): Promise<Piece | 'beyond' | null> | null => {
    if (start >= end) return null;
    const reading = readPiece(session, { start, end, etag }, either);
    // The reader can stop before the piece arrives.
    reading.catch(() => undefined);
    return reading;
  };
  try {
    let at = range.start;
    for (let piece: Piece | null = first; piece !== null; ) {
      at += piece.bytes.length;
      const reading = read(at);
      yield piece.bytes;
      const next: Piece | 'beyond' | null = reading === null ? null : await reading;
      if (reading !== null && (next === null || next === 'beyond')) throw replaced();
      piece = next === 'beyond' ? null : next;
    }
  } finally {
    stopped.abort();
  }
}

async function readPiece(
  session: StoreSession,
  { start, end, etag }: { readonly start: number; readonly end: number; readonly etag: string | null },
  signal: AbortSignal,
): Promise<Piece | 'beyond' | null> {
  const { client, address } = session;
  const last = Math.min(start + PIECE_BYTES, end) - 1;
  const place = { Bucket: address.bucket, Key: address.key };
  return await sendWithRetries(session, last + 1 - start, signal, async (abortSignal) => {
    const condition = etag === null ? {} : { IfMatch: etag };
    const command = new GetObjectCommand({ ...place, Range: `bytes=${start}-${last}`, ...condition });
    return await pieceOf(await client.send(command, { abortSignal }), start, abortSignal);
  }).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    if (error instanceof StoreError && error.failure.status === 416) return 'beyond' as const;
    throw error;
  });
}

/**
 * Reads a piece. If the answer does not have the bytes that it names, throws an error that {@link persist} treats as a
 * broken connection.
 */
async function pieceOf(answer: GetObjectCommandOutput, start: number, signal: AbortSignal): Promise<Piece> {
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '') ?? [];
  const length = Number(to) - Number(from) + 1;
  if (Number(from) !== start || !(length > 0 && length <= PIECE_BYTES)) throw brokenOff();
  const bytes = await collected(answer.Body, length, signal);
  return { bytes, total: Number(total), etag: answer.ETag ?? null, facts: factsOf(answer, Number(total)) };
}

async function collected(body: unknown, length: number, signal: AbortSignal): Promise<Buffer> {
  if (!(body instanceof Readable)) throw brokenOff();
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const chunk of addAbortSignal(signal, body) as AsyncIterable<Buffer>) {
    if (filled + chunk.length > length) throw brokenOff();
    filled += chunk.copy(bytes, filled);
  }
  if (filled !== length) throw brokenOff();
  return bytes;
}

/** Returns the facts in an answer; null if it has no valid digest. */
export function factsOf(
  answer: { readonly Metadata?: Record<string, string> | undefined; readonly LastModified?: Date | undefined },
  bytes: number | undefined,
): ObjectFacts | null {
  const sha256 = answer.Metadata?.['sha256'] ?? '';
  if (!/^[0-9a-f]{64}$/.test(sha256) || bytes === undefined) return null;
  return { bytes, sha256, usedAt: answer.LastModified?.getTime() ?? 0 };
}

/** Returns whether the object is absent in an existing bucket. */
export function isAbsent(error: unknown): boolean {
  return error instanceof StoreError && error.failure.status === 404 && error.failure.code !== 'NoSuchBucket';
}

/** Returns whether a {@link StoreError} means that the object was replaced. */
export function isReplaced(error: unknown): boolean {
  return error instanceof StoreError && error.failure.status === 412;
}

function brokenOff(): Error {
  return Object.assign(new Error('the answer has not the bytes that it names'), { code: 'ECONNRESET' });
}

function replaced(): StoreError {
  return new StoreError({
    kind: 'failed',
    status: 412,
    code: 'PreconditionFailed',
    passing: false,
    says: message('store/replaced'),
  });
}

/**
 * Puts a file and verifies that the store has it completely. An object that another machine put meanwhile is accepted.
 * Throws {@link StoreError}, a `ServiceError` if the file differs from its description, and the signal's reason.
 */
export async function putInBucket(
  session: StoreSession,
  file: StoredFile,
  { signal, onProgress }: TransferOptions,
): Promise<void> {
  signal.throwIfAborted();
  await requireSame(file, signal);
  const film = { ...file, contentType: 'application/octet-stream' };
  await putObject(session, film, { signal, onProgress, metadata: { sha256: file.sha256 } });
  const found = await headOf(session, signal);
  const facts = found === null ? null : factsOf(found, found.ContentLength);
  if (facts === null) throw failed(message('store/unlike'));
  if (facts.sha256 !== file.sha256 || facts.bytes === file.bytes) return;
  // Keep no incomplete object.
  await removeFromBucket(session, signal);
  throw failed(message('store/bytes', { there: facts.bytes, wanted: file.bytes }));
}

/**
 * Returns the head of the session's object; null if it is absent. Throws {@link StoreError} and the signal's reason.
 */
export async function headOf(session: StoreSession, signal: AbortSignal): Promise<HeadObjectCommandOutput | null> {
  const { client, address } = session;
  const command = new HeadObjectCommand({ Bucket: address.bucket, Key: address.key });
  return await sendWithRetries(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(
    nullIfAbsent,
  );
}

/**
 * Removes the session's object. An absent object is not an error. Throws {@link StoreError} and the signal's reason.
 */
export async function removeFromBucket(session: StoreSession, signal: AbortSignal): Promise<void> {
  const { client, address } = session;
  const command = new DeleteObjectCommand({ Bucket: address.bucket, Key: address.key });
  await sendWithRetries(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(nullIfAbsent);
}

async function requireSame({ path, bytes, sha256 }: StoredFile, signal: AbortSignal): Promise<void> {
  const read = async () => (await stat(path)).size === bytes && (await digestFile(path, signal)) === sha256;
  const isSame = await read().catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError('destination/failed', message('destination/film-unreadable'), { cause });
  });
  if (!isSame) throw new ServiceError('destination/failed', message('destination/film-changed'));
}

function nullIfAbsent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

function failed(says: StoreError['failure']['says']): StoreError {
  return new StoreError({ kind: 'failed', status: null, code: '', passing: false, says });
}

export type BucketConfig = Extract<StoreConfig, { readonly kind: 's3' }>;

export interface BucketOptions {
  /** Overrides of the limits; for tests. */
  readonly limits?: Partial<SendLimits>;
  /** Replaces the name lookup; for tests. */
  readonly resolve?: AddressPolicy['resolve'];
}

/** Shorter limits than for destinations: a farm's store is near, and a job waits for it. */
const FARM_LIMITS: SendLimits = { ...SEND_LIMITS, requestMilliseconds: 30_000, leastBytesPerSecond: 32 * 1024 };
/** The maximum number of connections. Parts are looked up concurrently, and large objects use several connections. */
const CONNECTIONS = 32;

export interface BucketSession {
  /** The session for requests about the bucket. */
  readonly bucket: StoreSession;
  /** Returns the session for an object. Throws a `ServiceError` `destination/refused` for an invalid key. */
  at(key: string): StoreSession;
  /** The prefix of all keys, with its slash. */
  readonly prefix: string;
}

/**
 * Opens a session without a connection. It connects only to the store's own host, in any network, because the operator
 * chose it.
 */
export function openBucket(config: BucketConfig, options: BucketOptions): BucketSession {
  const { bucket: name, endpoint, region, accessKeyId, secretAccessKey, authority } = config;
  const prefix = config.prefix === '' ? '' : `${config.prefix}/`;
  const address = storeAddress({ kind: 'object_store', bucket: name, filename: `${prefix}key`, endpoint, region });
  const { resolve } = options;
  const policy: AddressPolicy = {
    allowHosts: new Set([address.endpoint.hostname, `${name}.${address.endpoint.hostname}`]),
    allowLoopback: false,
    ...(resolve !== undefined && { resolve }),
  };
  const bucket = openStore(
    address,
    { accessKeyId, secretAccessKey },
    {
      policy,
      limits: { ...FARM_LIMITS, ...options.limits },
      // Stores of other vendors can lack checksums.
      withChecksums: address.isAmazon,
      authority,
      connections: CONNECTIONS,
    },
  );
  return {
    bucket,
    prefix,
    at: (key) => {
      checkKey(key);
      return { ...bucket, address: { ...address, key: `${prefix}${key}` } };
    },
  };
}
