import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The SHA-256 of a file of ours, as lower-case hex. Throws the signal's reason when aborted. */
export async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  // The signal is not handed to the stream: one that is at its end already throws its abort where nobody catches it.
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    signal.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest('hex');
}
