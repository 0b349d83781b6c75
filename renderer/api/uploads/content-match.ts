import type { JsonOf } from '#shared/contract/client.ts';
import { digestOf, readBlob } from './digests.ts';
import { chunkRange, firstIdOf } from './upload-plan.ts';

export type OpenUpload = JsonOf<'readUpload'>;

/**
 * The received chunks, counted from 0, that hold what the file holds in their places. Reads as much of the file as was
 * sent.
 */
export async function matchingChunks(
  file: Blob,
  upload: OpenUpload,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const firstId = firstIdOf(upload);
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
