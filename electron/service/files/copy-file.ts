import type { FileSystem, OpenFile } from './file-system.ts';

const COPY_BYTES = 2 ** 20;

/** Makes a durable copy of a file. Removes a partial copy if copying fails. */
export async function copyTo(files: FileSystem, path: string, temporary: string): Promise<void> {
  try {
    await withFile(files, path, 'r', (from) =>
      withFile(files, temporary, 'wx+', async (to) => {
        await copy({ file: from, position: 0 }, { file: to, position: 0 }, Number.POSITIVE_INFINITY);
        await to.sync();
      }),
    );
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
}

/** A position in an open file. */
interface FilePosition {
  readonly file: OpenFile;
  readonly position: number;
}

/** Copies this number of bytes. Stops at the end of the file if it is shorter. */
export async function copy(from: FilePosition, to: FilePosition, bytes: number): Promise<void> {
  const buffer = new Uint8Array(COPY_BYTES);
  let done = 0;
  while (done < bytes) {
    const count = await from.file.read(buffer.subarray(0, Math.min(COPY_BYTES, bytes - done)), from.position + done);
    if (count === 0) return;
    await to.file.write([buffer.subarray(0, count)], to.position + done);
    done += count;
  }
}

/** Opens a file, runs the work, and closes the file, even if the work fails. */
export async function withFile<Value>(
  files: FileSystem,
  path: string,
  mode: 'r' | 'wx+',
  work: (file: OpenFile) => Promise<Value>,
): Promise<Value> {
  const file = await files.open(path, mode);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
