import { open } from 'node:fs/promises';
import { hashBytes } from './hash-bytes.ts';

/**
 * Returns the SHA-256 of a file that no other program changes, as lower-case hex. Throws the signal's reason when
 * aborted.
 */
export async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  await using file = await open(path, 'r');
  return await hashBytes(file, signal);
}
