import type { StoredAsset, UploadState } from './generated/types.ts';
import { base64, mayPass, pauseBefore, type Transport } from './transport.ts';
import { openSource, type UploadFile, type UploadSource } from './upload-source.ts';

export interface UploadOptions {
  /** The uid of the project. */
  readonly project: string;
  /** The name of the asset in the project. Default: the name of the file. */
  readonly name?: string | undefined;
  /** The size of a stream, in bytes. Files and blobs have a known size. */
  readonly size?: number | undefined;
  /** The size of a chunk in bytes. Default: 1 MiB, and more if the file would have more than 10,000 chunks. */
  readonly chunkSize?: number | undefined;
  /** Called after each chunk with the number of stored bytes and the total. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface UploadProgress {
  readonly done: number;
  readonly total: number;
}

const MEBIBYTE = 2 ** 20;
const MAX_CHUNKS = 10_000;
const PARALLEL = 4;
const RETRIES = 8;

/**
 * Uploads a file in chunks, four at a time, and returns the new asset. Continues an open upload of the same name and
 * size if its chunks have the digests of this file, so a program that was killed sends only the missing chunks. Retries
 * each request 8 times after a lost connection or an error of the service.
 */
export async function upload(transport: Transport, file: UploadFile, options: UploadOptions): Promise<StoredAsset> {
  const source = await openSource(file, options.size);
  try {
    return await uploadSource(transport, source, options);
  } finally {
    await source.close();
  }
}

async function uploadSource(transport: Transport, source: UploadSource, options: UploadOptions): Promise<StoredAsset> {
  const { project, signal, onProgress } = options;
  const name = options.name ?? source.name;
  if (name === null) throw new TypeError('The upload needs a `name`: the file has none.');
  const total = source.size;
  const chunkSize = options.chunkSize ?? Math.max(1, Math.ceil(total / MAX_CHUNKS / MEBIBYTE)) * MEBIBYTE;
  const count = Math.max(1, Math.ceil(total / chunkSize));
  const retrying = <Value>(action: () => Promise<Value>) => retry(action, signal);
  const call = async (operation: 'startUpload' | 'listUploads' | 'finishUpload', input: object) =>
    retrying(() => transport.json(operation, { project, ...input }, { signal }));

  const { uploads } = (await call('listUploads', {})) as { readonly uploads: readonly UploadState[] };
  const candidates = uploads.filter(
    (each) => each.name === name && each.chunk_count === count && each.chunk_size === chunkSize && countsFromOne(each),
  );
  // The chunks of a file that can be read again are compared before the choice. A stream compares them while it is
  // sent.
  const found = await firstMatching(candidates, async (each) => {
    if (source.isOnce) return each.received.length === 0;
    return matchesReceived(each, (id) => source.read((id - 1) * chunkSize, chunkSize));
  });
  const open =
    found ?? ((await call('startUpload', { name, chunk_count: count, chunk_size: chunkSize })) as UploadState);
  const received = new Map(open.received.map(({ chunk_id, size }) => [chunk_id, size]));
  let done = open.received.reduce((sum, { size }) => sum + size, 0);
  if (done > 0) onProgress?.({ done, total });

  const send = async (id: number, bytes: Uint8Array<ArrayBuffer>) => {
    const digest = await sha256(bytes);
    const headers = digest === null ? {} : { 'content-digest': `sha-256=:${base64(digest)}:` };
    const input = { project, upload: open.upload_id, chunk_id: id, body: bytes };
    await retrying(() => transport.json('writeChunk', input, { headers, signal }));
    done += bytes.length;
    onProgress?.({ done, total });
  };

  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (let id = 1; id <= count && failures.length === 0; id += 1) {
    if (received.has(id)) continue;
    if (running.size >= PARALLEL) await Promise.race(running);
    const bytes = await source.read((id - 1) * chunkSize, chunkSize);
    const task = send(id, bytes).catch((error: unknown) => void failures.push(error));
    running.add(task);
    void task.then(() => running.delete(task));
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return (await call('finishUpload', { upload: open.upload_id })) as StoredAsset;
}

/** Checks whether the chunks of an upload are counted from 1, as this client counts them. */
function countsFromOne({ received }: UploadState): boolean {
  return !received.some(({ chunk_id }) => chunk_id === 0);
}

async function firstMatching<Item>(
  items: readonly Item[],
  matches: (item: Item) => Promise<boolean>,
): Promise<Item | null> {
  for (const item of items) if (await matches(item)) return item;
  return null;
}

async function matchesReceived(
  { received }: UploadState,
  read: (id: number) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<boolean> {
  for (const chunk of received) {
    const digest = await sha256(await read(chunk.chunk_id));
    // An upload can be recognized only by its digests.
    if (digest === null || hex(digest) !== chunk.sha256) return false;
  }
  return true;
}

/** Returns the digest. Returns null on an insecure page, where browsers do not offer `crypto.subtle`. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const subtle = (globalThis.crypto as Partial<Crypto> | undefined)?.subtle;
  return subtle === undefined ? null : new Uint8Array(await subtle.digest('SHA-256', bytes));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function retry<Value>(action: () => Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt > RETRIES || !mayPass(error)) throw error;
    }
    await pauseBefore(attempt, signal);
  }
}
