import { open } from 'node:fs/promises';
import { hashBytes } from './hash-bytes.ts';

/**
 * Returns the SHA-256 of a file as lower-case hex. No other program may change the file meanwhile. After an abort,
 * throws the signal's reason.
 */
export async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  await using file = await open(path, 'r');
  return await hashBytes(file, signal);
}
