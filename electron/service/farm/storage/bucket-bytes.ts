import { addAbortSignal, Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { message } from '#shared/messages/message.ts';
import { StoreError } from '../../destinations/store-failure.ts';
import { type StoreSession, sendWithRetries } from '../../destinations/store-session.ts';
import { factsOf, isAbsent } from './bucket-session.ts';
import type { ObjectFacts } from './object-storage.ts';

/**
 * The size of a range request in bytes. Two pieces are in memory, because the reader uses one while the next one
 * arrives.
 */
const PIECE_BYTES = 4 * 2 ** 20;

/** An opened object: the facts of the first answer, and the bytes of the requested range. */
export interface OpenedBytes {
  /** The facts of the object; null if it has no digest because another program stored it. */
  readonly facts: ObjectFacts | null;
  /** The ETag of the store; null if it sends none. */
  readonly etag: string | null;
  /**
   * The bytes, which can be read once. A piece is requested again after a broken connection. Throws the signal's reason
   * and {@link StoreError}, which has status 412 if the object was replaced after the first request.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface Piece extends Omit<OpenedBytes, 'bytes'> {
  readonly bytes: Buffer;
  /** The size of the object. */
  readonly total: number;
}

/**
 * Opens the session's object from `start` to `end` (exclusive) or to its end. Returns `beyond` if the range contains no
 * byte, and null if the object is absent. The bytes arrive in pieces, each within a time limit.
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
  const combined = AbortSignal.any([signal, stopped.signal]);
  const end = Math.min(range.end, first.total);
  const read = (start: number): Promise<Piece | 'beyond' | null> | null => {
    if (start >= end) return null;
    const reading = readPiece(session, { start, end, etag }, combined);
    // Prevent an unhandled rejection if the reader stops before the piece arrives.
    reading.catch(() => undefined);
    return reading;
  };
  try {
    let position = range.start;
    for (let piece: Piece | null = first; piece !== null; ) {
      position += piece.bytes.length;
      const reading = read(position);
      yield piece.bytes;
      const next: Piece | 'beyond' | null = reading === null ? null : await reading;
      if (reading !== null && (next === null || next === 'beyond')) throw replacedError();
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
  const object = { Bucket: address.bucket, Key: address.key };
  return await sendWithRetries(session, last + 1 - start, signal, async (abortSignal) => {
    const condition = etag === null ? {} : { IfMatch: etag };
    const command = new GetObjectCommand({ ...object, Range: `bytes=${start}-${last}`, ...condition });
    return await pieceOf(await client.send(command, { abortSignal }), start, abortSignal);
  }).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    if (error instanceof StoreError && error.failure.status === 416) return 'beyond' as const;
    throw error;
  });
}

/**
 * Reads a piece. If the answer states a wrong or incomplete range, throws an error that {@link sendWithRetries} treats
 * as a broken connection.
 */
async function pieceOf(answer: GetObjectCommandOutput, start: number, signal: AbortSignal): Promise<Piece> {
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '') ?? [];
  const length = Number(to) - Number(from) + 1;
  if (Number(from) !== start || !(length > 0 && length <= PIECE_BYTES)) throw connectionError();
  const bytes = await readBody(answer.Body, length, signal);
  return { bytes, total: Number(total), etag: answer.ETag ?? null, facts: factsOf(answer, Number(total)) };
}

async function readBody(body: unknown, length: number, signal: AbortSignal): Promise<Buffer> {
  if (!(body instanceof Readable)) throw connectionError();
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const chunk of addAbortSignal(signal, body) as AsyncIterable<Buffer>) {
    if (filled + chunk.length > length) throw connectionError();
    filled += chunk.copy(bytes, filled);
  }
  if (filled !== length) throw connectionError();
  return bytes;
}

function connectionError(): Error {
  return Object.assign(new Error('the answer does not have the announced length'), { code: 'ECONNRESET' });
}

function replacedError(): StoreError {
  return new StoreError({
    kind: 'failed',
    status: 412,
    code: 'PreconditionFailed',
    isTemporary: false,
    says: message('store/replaced'),
  });
}
