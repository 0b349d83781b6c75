import { open } from 'node:fs/promises';
import { hashBytes } from './hash-bytes.ts';

/** The SHA-256 of a file of ours, as lower-case hex. Throws the signal's reason when aborted. */
export async function digestFile(path: string, signal: AbortSignal): Promise<string> {
  await using file = await open(path, 'r');
  return await hashBytes(file, signal);
}
