import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** The size of a piece. It fits into the cache of a processor while it is read and hashed. */
const READ_BYTES = 2 ** 18;

/** Returns the SHA-256 of all bytes of an open file as lower-case hex. After an abort, throws the signal's reason. */
export async function hashBytes(file: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  let filling = Buffer.allocUnsafeSlow(READ_BYTES);
  let filled = Buffer.allocUnsafeSlow(READ_BYTES);
  let position = 0;
  let reading = file.read(filling, 0, READ_BYTES, position);
  for (;;) {
    const { bytesRead } = await reading;
    signal.throwIfAborted();
    if (bytesRead === 0) return hash.digest('hex');
    position += bytesRead;
    [filling, filled] = [filled, filling];
    // Read the next piece while this one is hashed.
    reading = file.read(filling, 0, READ_BYTES, position);
    hash.update(filled.subarray(0, bytesRead));
  }
}
