import { type FileHandle, open, readFile, stat } from 'node:fs/promises';

/** Reads a piece of a file. The piece is shorter at the end of the file. Rejects with the system's error. */
export type ReadAt = (start: number, bytes: number) => Promise<Buffer>;

/** Returns a function that reads pieces of an open file. */
export function readerOf(file: FileHandle): ReadAt {
  return async (start, bytes) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
    return buffer.subarray(0, bytesRead);
  };
}

/** Returns the first bytes of a file, at most `most`, and the size of the file. Rejects with the system's error. */
export async function readFirstBytes(
  path: string,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly size: number }> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(new Uint8Array(Math.min(size, most)));
  return { bytes: buffer.subarray(0, bytesRead), size };
}

/** Returns a file; null if it has more than `most` bytes. Rejects with the system's error. */
export async function readFileWithin(path: string, most: number): Promise<Buffer | null> {
  const { size } = await stat(path);
  return size > most ? null : await readFile(path);
}
