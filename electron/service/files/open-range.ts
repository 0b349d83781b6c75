import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** As much as is read at a stretch: large films in few calls, and little memory for each of many readers. */
const READ_BYTES = 256 * 1024;

/**
 * Opens a file from `start` up to `end`, exclusive, which is not `start`; null where there is no file. Throws unless it
 * has so many bytes in all, and what the system throws.
 */
export async function openRange(
  path: string,
  { start, end }: { readonly start: number; readonly end: number },
  bytes: number,
): Promise<Readable | null> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    await requireSize(handle, bytes);
    return handle.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function requireSize(handle: FileHandle, bytes: number): Promise<void> {
  const { size } = await handle.stat();
  if (size !== bytes) throw new Error(`a file has ${size} bytes instead of ${bytes}`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
