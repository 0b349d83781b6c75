import { PassThrough, type Readable } from 'node:stream';

const HEARTBEAT = ':\n\n';

/**
 * Server-sent events on their way out: a comment now and then keeps the connection alive and shows when nobody listens
 * any more; a listener that takes nothing for that long is let go. Ends with the source, and the source with it.
 */
export function eventStream(
  source: Readable,
  { heartbeatMilliseconds, stopping }: { readonly heartbeatMilliseconds: number; readonly stopping: AbortSignal },
): Readable {
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  let clogged = false;
  // A comment may not stand within an event.
  let between = true;
  const timer = setInterval(() => {
    if (clogged) return end();
    if (between) clogged = !out.write(HEARTBEAT);
  }, heartbeatMilliseconds);
  const end = () => {
    clearInterval(timer);
    stopping.removeEventListener('abort', finish);
    source.destroy();
    out.destroy();
  };
  const finish = () => out.end();
  stopping.addEventListener('abort', finish);
  out.write(HEARTBEAT);
  out.on('drain', () => {
    clogged = false;
    source.resume();
  });
  out.on('close', end);
  source.on('data', (chunk: Buffer | string) => {
    between = chunk.toString().endsWith('\n\n');
    if (out.write(chunk)) return;
    clogged = true;
    source.pause();
  });
  source.on('end', finish);
  source.on('error', end);
  source.on('close', finish);
  return out;
}
