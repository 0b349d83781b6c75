import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { storageFailure } from '../../errors/storage-failure.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import type { StoredFile, TransferOptions } from './object-storage.ts';

/**
 * Writes a stream into a new file and returns its size and digest. Leaves no file after a failure. Throws a
 * `ServiceError` `storage/full` or `storage/unwritable`, the signal's reason, and the errors of the stream.
 */
export async function receiveFile(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { signal, onProgress }: TransferOptions,
): Promise<StoredFile> {
  const file = await open(path, 'wx', PRIVATE_FILE).catch(throwStorageFailure);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source) {
      signal.throwIfAborted();
      hash.update(chunk);
      await writeAll(file, chunk).catch(throwStorageFailure);
      bytes += chunk.length;
      onProgress?.(bytes);
    }
    await file.close().catch(throwStorageFailure);
    return { path, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

/** Writes all bytes; a single write can be partial. */
export async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
}

function throwStorageFailure(error: unknown): never {
  throw storageFailure(error);
}
