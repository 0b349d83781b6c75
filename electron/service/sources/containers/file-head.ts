import { type FileHandle, open } from 'node:fs/promises';
import { id3TagBytes } from './sound-sync.ts';

/** The number of first bytes that determine the kind of a file. */
export const HEAD_BYTES = 64 * 1024;

const TAGS_SKIPPED = 4;

/**
 * Returns the first bytes of a local file after any ID3 tags. A tag may contain a large cover picture, and does not
 * reveal the format of the sound after it. Rejects with the system's error.
 */
export async function readFileHead(path: string): Promise<Uint8Array> {
  await using file = await open(path, 'r');
  let position = 0;
  for (let skipped = 0; skipped < TAGS_SKIPPED; skipped++) {
    const head = await readAt(file, position);
    const tagBytes = id3TagBytes(head);
    if (tagBytes === 0 || head.length === 0) return head;
    position += tagBytes;
  }
  return readAt(file, position);
}

async function readAt(file: FileHandle, position: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(HEAD_BYTES);
  let filled = 0;
  while (filled < HEAD_BYTES) {
    const { bytesRead } = await file.read(buffer, filled, HEAD_BYTES - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
