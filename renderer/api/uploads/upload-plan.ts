import type { JsonOf } from '#shared/contract/client.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';

const MEBIBYTE = 2 ** 20;
/** The maximum size in bytes of a file that is sent in a single request. */
const PLAIN_BYTES = 8 * MEBIBYTE;
/** The preferred maximum number of chunks. It is exceeded only if the chunk size has reached its maximum. */
const PREFERRED_CHUNKS = 1000;
const MIN_CHUNK = 4 * MEBIBYTE;
const MAX_CHUNK = 64 * MEBIBYTE;

/** The way in which a file is sent: in one request, or in chunks. */
export type FilePlan =
  | { readonly type: 'plain' }
  | { readonly type: 'chunked'; readonly chunkSize: number; readonly chunkCount: number };

/** Plans the upload of a file. The chunk size doubles until the number of chunks is acceptable. */
export function planFile(size: number): FilePlan {
  if (size <= PLAIN_BYTES) return { type: 'plain' };
  let chunkSize = MIN_CHUNK;
  while (chunkSize < MAX_CHUNK && size / chunkSize > PREFERRED_CHUNKS) chunkSize *= 2;
  while (size / chunkSize > serviceLimits.chunkCount) chunkSize *= 2;
  return { type: 'chunked', chunkSize, chunkCount: Math.ceil(size / chunkSize) };
}

/** Returns the byte range of a chunk with an index from 0. */
export function chunkRange(chunk: number, chunkSize: number, fileSize: number): readonly [from: number, to: number] {
  return [chunk * chunkSize, Math.min((chunk + 1) * chunkSize, fileSize)];
}

/** The next step of an upload. */
export type ChunkStep =
  | { readonly type: 'send'; readonly chunks: readonly number[] }
  | { readonly type: 'wait' }
  | { readonly type: 'finish' };

/**
 * Returns the next step: to send chunks in order up to the limit of parallel requests, to wait for running requests, or
 * to finish.
 */
export function planStep(state: {
  readonly chunkCount: number;
  readonly received: ReadonlySet<number>;
  readonly inFlight: ReadonlySet<number>;
  readonly parallel: number;
}): ChunkStep {
  const { chunkCount, received, inFlight, parallel } = state;
  const chunks: number[] = [];
  for (let chunk = 0; chunk < chunkCount && inFlight.size + chunks.length < parallel; chunk++) {
    if (!received.has(chunk) && !inFlight.has(chunk)) chunks.push(chunk);
  }
  if (chunks.length > 0) return { type: 'send', chunks };
  return inFlight.size > 0 ? { type: 'wait' } : { type: 'finish' };
}

type OpenUpload = JsonOf<'readUpload'>;

/** Returns the id of an upload's first chunk. The editor counts chunks from 1; another client can count from 0. */
export function firstChunkId(upload: Pick<OpenUpload, 'received' | 'missing'>): 0 | 1 {
  return upload.missing[0] === 0 || upload.received.some(({ chunk_id: id }) => id === 0) ? 0 : 1;
}

/** Returns whether a file of that size can be the file of an open upload. */
export function fitsUpload(size: number, upload: OpenUpload): boolean {
  const { chunk_count: count, chunk_size: chunkSize } = upload;
  if (Math.ceil(size / chunkSize) !== count) return false;
  const lastId = count - 1 + firstChunkId(upload);
  const last = upload.received.find(({ chunk_id: id }) => id === lastId);
  return last === undefined || size === (count - 1) * chunkSize + last.size;
}
