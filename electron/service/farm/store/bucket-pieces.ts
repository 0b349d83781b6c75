import { addAbortSignal, Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { statement } from '#shared/statements/statement.ts';
import { StoreError } from '../../destinations/store-failure.ts';
import { persist, type StoreSession } from '../../destinations/store-session.ts';
import type { ObjectFacts } from './object-storage.ts';

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
    says: statement('store/replaced'),
  });
}
