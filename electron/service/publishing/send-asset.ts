import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Client, FetchAnswer } from '#shared/contract/client.ts';
import { serviceLimits } from '#shared/contract/limits.ts';
import type { ContentAsset } from './project-content.ts';

/** Bytes of a chunk; an asset of no more is sent in one piece. */
const CHUNK_BYTES = 8 * 2 ** 20;

export interface AssetTarget {
  readonly client: Client<FetchAnswer>;
  /** Uid of the project there. */
  readonly project: string;
  readonly signal: AbortSignal;
  /** Told the bytes that are there now, beside those told before. */
  readonly onBytes: (bytes: number) => void;
}

/** Sends an asset whose bytes are in the file `path`, whatever the other has under its name. */
export async function sendAsset(target: AssetTarget, asset: ContentAsset, path: string): Promise<void> {
  await using file = await open(path);
  if (asset.size > CHUNK_BYTES) await sendInChunks(target, asset, file);
  else await sendWhole(target, asset, file);
}

async function sendWhole({ client, project, signal, onBytes }: AssetTarget, asset: ContentAsset, file: FileHandle) {
  const body = await readPart(file, 0, asset.size);
  await client.call('replaceAsset', {
    parameters: { project, name: asset.name },
    query: {},
    body,
    headers: { 'content-type': asset.contentType, 'content-digest': contentDigest(sha256(body)) },
    signal,
  });
  onBytes(asset.size);
}

/**
 * Goes on with an open upload of the same name and division: only chunks that are not there with these bytes are sent.
 */
async function sendInChunks(target: AssetTarget, asset: ContentAsset, file: FileHandle): Promise<void> {
  const { client, project, signal, onBytes } = target;
  const chunkSize = Math.max(CHUNK_BYTES, Math.ceil(asset.size / serviceLimits.chunkCount));
  const chunkCount = Math.ceil(asset.size / chunkSize);
  const { id, received } = await openUpload(target, asset, chunkCount, chunkSize);
  const first = received.some((chunk) => chunk.chunk_id === 0) ? 0 : 1;
  const digests = new Map(received.map((chunk) => [chunk.chunk_id, chunk.sha256]));
  for (let index = 0; index < chunkCount; index++) {
    signal.throwIfAborted();
    const body = await readPart(file, index * chunkSize, Math.min(chunkSize, asset.size - index * chunkSize));
    const digest = sha256(body);
    if (digests.get(first + index) !== digest.toString('hex'))
      await client.call('writeChunk', {
        parameters: { project, upload: id },
        query: { chunk_id: first + index },
        body,
        headers: { 'content-digest': contentDigest(digest) },
        signal,
      });
    onBytes(body.length);
  }
  await client.call('finishUpload', { parameters: { project, upload: id }, query: {}, signal });
}

async function openUpload(
  { client, project, signal }: AssetTarget,
  { name }: ContentAsset,
  chunkCount: number,
  chunkSize: number,
) {
  const { uploads } = await client.call('listUploads', { parameters: { project }, query: {}, signal });
  const begun = uploads.find(
    (upload) => upload.name === name && upload.chunk_count === chunkCount && upload.chunk_size === chunkSize,
  );
  if (begun !== undefined) return begun;
  const query = { name, chunk_count: chunkCount, chunk_size: chunkSize };
  return await client.call('startUpload', { parameters: { project }, query, signal });
}

async function readPart(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('an asset is shorter than its row says');
    filled += bytesRead;
  }
  return bytes;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** RFC 9530. */
function contentDigest(digest: Buffer): string {
  return `sha-256=:${digest.toString('base64')}:`;
}
