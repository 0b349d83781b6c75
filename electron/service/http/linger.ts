import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const LINGER_MILLISECONDS = 1000;
/** What is read of the rest at most; whoever sends more has to wait, and looks at the answer then. */
const LINGER_BYTES = 64 * 2 ** 20;

/**
 * An answer to a request whose body is not wanted any more. Were the connection closed while the client still sends,
 * the system would throw away the answer with what was not read; so the answer goes out and the rest is passed over for
 * a moment before the end (RFC 9112, 9.6: "half-closing ... continues to read from the connection").
 */
export function lingering(content: Uint8Array, request: IncomingMessage): Readable {
  return Readable.from(contentThenRest(content, request), { objectMode: false });
}

async function* contentThenRest(content: Uint8Array, request: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  yield content;
  await passOver(request);
}

function passOver(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, LINGER_MILLISECONDS);
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    // The connection stays open: closed here, it would take the answer from a client that has only been writing so far.
    if (bytes > LINGER_BYTES) request.pause();
  };
  request.on('data', count);
  for (const event of ['end', 'close', 'error'] as const) request.once(event, () => over.resolve());
  return over.promise.finally(() => {
    clearTimeout(timer);
    request.off('data', count);
  });
}
