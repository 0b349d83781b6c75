import { createHash } from 'node:crypto';
import type { OpenFile } from '../../files/file-system.ts';

/** What came. */
export interface Received {
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Bytes gathered for one write: fewer calls, and still little memory for each of many streams. */
const WRITE_BYTES = 2 ** 20;

/**
 * Writes a stream into a file from `position` on and hashes it meanwhile: while one part is being written the next one
 * is taken in, so a slow disk holds the sender back. The pieces must not change after they were handed over. Throws
 * `tooLarge()` past the limit, the signal's reason, and what the stream and the file throw.
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
): Promise<Received> {
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
    // A failure is met at the next flush; until then it is nobody's.
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
    // Nothing may still write when the caller goes on to remove or reuse the place.
    await writing.catch(() => undefined);
  }
  await writing;
  return { bytes, sha256: hash.digest('hex') };
}

/** The stream's pieces; ends with the signal's reason even while the stream is silent. */
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
    // Not awaited: a stream that is silent would not answer this either.
    if (!ended) iterator.return?.()?.catch(() => undefined);
  }
}

/**
 * What the promise gives, or the signal's reason if that comes first. Made anew for each piece: a race against one
 * promise that outlives them all would keep every piece in memory.
 */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: first, resolve, reject } = Promise.withResolvers<Value>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return first;
}
