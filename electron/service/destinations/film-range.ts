import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

const READ_BYTES = 256 * 1024;

/** A range of bytes in a file. It is streamed, so it is never completely in memory. */
export interface FilmRange {
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Returns the MD5 of a range in base64, for the header Content-MD5 (RFC 1864). The store uses it to verify the received
 * bytes.
 */
export async function contentMd5(range: FilmRange, signal: AbortSignal): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of readRange(range, signal)) hash.update(chunk);
  return hash.digest('base64');
}

/**
 * Returns the bytes of a range as a body, and reports the bytes that were sent. Passes errors to `fail`, because a
 * client that pipes a body does not receive them. Ends when the signal aborts.
 */
export function rangeBody(
  range: FilmRange,
  signal: AbortSignal,
  options: { readonly onBytes: (sent: number) => void; readonly fail: (error: Error) => void },
): Readable {
  async function* counted(): AsyncGenerator<Buffer> {
    let sent = 0;
    for await (const chunk of readRange(range, signal)) {
      yield chunk;
      sent += chunk.length;
      options.onBytes(sent);
    }
    if (sent !== range.bytes) throw Object.assign(new Error('the film is shorter than it was'), { syscall: 'read' });
  }
  const body = Readable.from(counted(), { objectMode: false, highWaterMark: READ_BYTES });
  body.on('error', (error) => {
    if (!signal.aborted) options.fail(error);
  });
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  return body;
}

function readRange({ path, offset, bytes }: FilmRange, signal: AbortSignal): AsyncIterable<Buffer> {
  if (bytes === 0) return Readable.from([]);
  return createReadStream(path, { start: offset, end: offset + bytes - 1, highWaterMark: READ_BYTES, signal });
}
