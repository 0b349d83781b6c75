import { createHash } from 'node:crypto';
import type { OpenFile } from './file-system.ts';

/** The size and digest of a received stream. */
export interface ReceivedFile {
  readonly bytes: number;
  /** The digest in lower-case hex. */
  readonly sha256: string;
}

/** The size of one write in bytes: large enough for few calls, and small enough for many streams. */
const WRITE_BYTES = 2 ** 20;

/**
 * Writes a stream into a file from `position` on and hashes it. Receives the next part while the previous part is
 * written, so a slow disk slows down the sender. The source must not change a piece after yielding it. Throws
 * `tooLarge()` above the limit, the signal's reason, and the errors of the stream and the file.
 */
export async function receiveInto(
  file: OpenFile,
  source: AsyncIterable<Uint8Array>,
  options: {
    readonly position: number;
    readonly limitBytes: number;
    readonly tooLarge: () => Error;
    readonly signal: AbortSignal;
  },
): Promise<ReceivedFile> {
  const { position, limitBytes, tooLarge, signal } = options;
  const hash = createHash('sha256');
  let bytes = 0;
  let written = 0;
  let gathered: Uint8Array[] = [];
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const pieces = gathered;
    gathered = [];
    writing = file.write(pieces, position + written);
    // Prevent an unhandled rejection, because only the next flush throws the error.
    writing.catch(() => undefined);
    written = bytes;
  };
  try {
    for await (const piece of untilAborted(source, signal)) {
      if (bytes + piece.length > limitBytes) throw tooLarge();
      bytes += piece.length;
      gathered.push(piece);
      hash.update(piece);
      if (bytes - written >= WRITE_BYTES) await flush();
    }
    await flush();
  } finally {
    // Wait until all writing has stopped, so that the caller can remove or reuse the range of the file.
    await writing.catch(() => undefined);
  }
  await writing;
  return { bytes, sha256: hash.digest('hex') };
}

/** Yields the pieces of the stream. Ends with the signal's reason even if the stream is silent. */
async function* untilAborted(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    while (true) {
      const next = await orAborted(iterator.next(), signal);
      if (next.done === true) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // Do not await the end of the iterator, because a silent stream would never answer.
    if (!ended) iterator.return?.()?.catch(() => undefined);
  }
}

/**
 * Returns a promise that settles with the given promise, or rejects with the signal's reason if the signal aborts
 * first. Each piece needs new promises, because a race with one long-lived promise would retain every piece in memory.
 */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: first, resolve, reject } = Promise.withResolvers<Value>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return first;
}
