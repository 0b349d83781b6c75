import type { JsonOf } from '#shared/contract/client.ts';
import { digestOf, readBlob } from './digests.ts';
import { chunkRange, firstChunkId } from './upload-plan.ts';

export type OpenUpload = JsonOf<'readUpload'>;

/**
 * Returns the indexes (from 0) of the received chunks whose content equals the file's content. Reads only the received
 * ranges of the file.
 */
export async function matchingChunks(
  file: Blob,
  upload: OpenUpload,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const firstId = firstChunkId(upload);
  const matching = new Set<number>();
  for (const { chunk_id: id, size, sha256 } of upload.received) {
    signal.throwIfAborted();
    const chunk = id - firstId;
    const [from, to] = chunkRange(chunk, upload.chunk_size, file.size);
    if (to - from !== size) continue;
    const { hex } = await digestOf(await readBlob(file.slice(from, to)));
    if (hex === sha256) matching.add(chunk);
  }
  return matching;
}
