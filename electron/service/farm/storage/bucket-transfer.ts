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
import { openStore, persist, SEND_LIMITS, type StoreSession } from '../../destinations/store-session.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { digestFile } from '../../files/digest-file.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { StoreConfig } from '../settings/farm-config.ts';
import { checkKey, type ObjectFacts, type StoredFile, type TransferOptions } from './object-storage.ts';

/** What is asked for at a time and in memory: two of these, because the next comes while one is used. */
const PIECE_BYTES = 4 * 2 ** 20;

/** An object as the first answer told it, and its bytes from where it was asked for. */
export interface OpenedBytes {
  /** Null where nothing tells the digest: such an object is not ours. */
  readonly facts: ObjectFacts | null;
  /** As the store says it; null from a store that says none. */
  readonly etag: string | null;
  /**
   * To be read once. A piece that breaks off is asked for again. Throws {@link StoreError}, with status 412 when the object
   * was replaced meanwhile; the signal's reason.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface Piece extends Omit<OpenedBytes, 'bytes'> {
  readonly bytes: Buffer;
  /** Of the object. */
  readonly total: number;
}

/**
 * Opens the session's object from `start` up to `end`, exclusive, or to its end; `beyond` where it has no byte there, null
 * where it is absent. It is read in pieces, each within a time that is bounded.
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
    // Whoever reads may stop before it comes.
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
  return await persist(session, last + 1 - start, signal, async (abortSignal) => {
    const condition = etag === null ? {} : { IfMatch: etag };
    const command = new GetObjectCommand({ ...place, Range: `bytes=${start}-${last}`, ...condition });
    return await pieceOf(await client.send(command, { abortSignal }), start, abortSignal);
  }).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    if (error instanceof StoreError && error.failure.status === 416) return 'beyond' as const;
    throw error;
  });
}

/** Throws what {@link persist} takes for a connection that broke off where the answer has not the bytes that it names. */
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

/** What an answer tells of an object; null where it does not tell a digest of ours. */
export function factsOf(
  answer: { readonly Metadata?: Record<string, string> | undefined; readonly LastModified?: Date | undefined },
  bytes: number | undefined,
): ObjectFacts | null {
  const sha256 = answer.Metadata?.['sha256'] ?? '';
  if (!/^[0-9a-f]{64}$/.test(sha256) || bytes === undefined) return null;
  return { bytes, sha256, usedAt: answer.LastModified?.getTime() ?? 0 };
}

/** The bucket is there, and the object is not. */
export function isAbsent(error: unknown): boolean {
  return error instanceof StoreError && error.failure.status === 404 && error.failure.code !== 'NoSuchBucket';
}

/** Whether a {@link StoreError} says that the object is another one by now. */
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
 * Puts a file at the session's address, and asks the store whether it has it whole. Another that somebody put there since is
 * as good. Throws {@link StoreError}, `ServiceError` where the file is not what it was said to be, the signal's reason.
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
  // An object is whole or absent.
  await removeFromBucket(session, signal);
  throw failed(message('store/bytes', { there: facts.bytes, wanted: file.bytes }));
}

/** What the store says of the session's object; null if it is absent. Throws {@link StoreError}, the signal's reason. */
export async function headOf(session: StoreSession, signal: AbortSignal): Promise<HeadObjectCommandOutput | null> {
  const { client, address } = session;
  const command = new HeadObjectCommand({ Bucket: address.bucket, Key: address.key });
  return await persist(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(nullIfAbsent);
}

/** Removes the session's object; one that is absent is no error. Throws {@link StoreError}, the signal's reason. */
export async function removeFromBucket(session: StoreSession, signal: AbortSignal): Promise<void> {
  const { client, address } = session;
  const command = new DeleteObjectCommand({ Bucket: address.bucket, Key: address.key });
  await persist(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(nullIfAbsent);
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
  /** Instead of those of a farm; for tests. */
  readonly limits?: Partial<SendLimits>;
  /** Instead of the system's way to look a name up; for tests. */
  readonly resolve?: AddressPolicy['resolve'];
}

/** A farm's store is near, and somebody waits for what it has. */
const FARM_LIMITS: SendLimits = { ...SEND_LIMITS, requestMilliseconds: 30_000, leastBytesPerSecond: 32 * 1024 };
/** Parts are looked up side by side, and large objects go in several parts at a time. */
const CONNECTIONS = 32;

export interface BucketSession {
  /** For requests about the bucket. */
  readonly bucket: StoreSession;
  /** The same for an object. Throws {@link ServiceError} `destination/refused` for what is no key. */
  at(key: string): StoreSession;
  /** Before all keys, with its slash. */
  readonly prefix: string;
}

/** Opens no connection yet. Only the store's own host may be connected to, wherever it is: the operator chose it. */
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
      // Stores of other vendors need not know them.
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
