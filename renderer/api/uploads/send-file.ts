import { type Client, type JsonOf, ProblemError } from '#shared/contract/client.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { problemCode } from '../client/problem-words.ts';
import { matchingChunks, type OpenUpload } from './content-match.ts';
import { digestOf, fingerprintOf, readBlob } from './digests.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import { chunkRange, firstChunkId, fitsUpload, planFile, planStep } from './upload-plan.ts';

export type StoredAsset = JsonOf<'createAsset'>;

export interface FileTransfer {
  readonly client: Client<Response>;
  readonly project: string;
  readonly name: string;
  readonly file: File;
  /** Whether the upload may replace an existing asset of that name. */
  readonly replaces: boolean;
  /** The id of an open upload of the same file, to resume it; null for a new upload. */
  readonly upload: string | null;
  readonly retries: RetryOptions;
  /**
   * Called with the id of the opened upload, or with null if the upload to resume was removed. Awaited before bytes are
   * sent.
   */
  readonly onOpen: (upload: string | null, fingerprint: string) => Promise<void>;
  readonly onStep: (step: 'checking' | 'running' | 'finishing') => void;
  readonly onProgress: (bytesDone: number) => void;
}

/**
 * Uploads a file and returns the stored asset. Throws `ProblemError`, `FileChangedError`, or the reason of the aborted
 * signal.
 */
export async function sendFile(transfer: FileTransfer): Promise<StoredAsset> {
  const plan = planFile(transfer.file.size);
  if (plan.type === 'plain' && transfer.upload === null) return sendPlain(transfer);
  const resumed = transfer.upload === null ? null : await readOpen(transfer, transfer.upload);
  if (transfer.upload !== null && resumed === null) await transfer.onOpen(null, '');
  if (resumed === null && plan.type === 'plain') return sendPlain(transfer);
  return sendInChunks(transfer, resumed);
}

async function sendPlain({
  client,
  project,
  name,
  file,
  replaces,
  retries,
  onStep,
}: FileTransfer): Promise<StoredAsset> {
  onStep('running');
  const bytes = await readBlob(file);
  const { header, hex } = await digestOf(bytes);
  const input = {
    parameters: { project, name },
    body: new Uint8Array(bytes),
    headers: { 'content-digest': header, ...(file.type !== '' && { 'content-type': file.type }) },
    signal: retries.signal,
  };
  let attempts = 0;
  return withRetries(async () => {
    attempts += 1;
    if (replaces) return client.call('replaceAsset', input);
    try {
      return await client.call('createAsset', input);
    } catch (error) {
      // If the response to an earlier attempt was lost, the existing asset can already be this file.
      if (attempts === 1 || problemCode(error) !== 'asset/exists') throw error;
      return client.call('replaceAsset', { ...input, headers: { ...input.headers, 'if-match': `"${hex}"` } });
    }
  }, retries);
}

/** Reads an open upload; null if it was removed or does not fit the file. */
async function readOpen(transfer: FileTransfer, upload: string): Promise<OpenUpload | null> {
  const { client, project, file, retries } = transfer;
  try {
    const open = await withRetries(
      () => client.call('readUpload', { parameters: { project, upload }, signal: retries.signal }),
      retries,
    );
    return fitsUpload(file.size, open) ? open : null;
  } catch (error) {
    const code = problemCode(error);
    if (code === 'upload/not-found' || code === 'upload/expired') return null;
    throw error;
  }
}

async function sendInChunks(transfer: FileTransfer, resumed: OpenUpload | null): Promise<StoredAsset> {
  const { client, project, file, retries, onStep, onProgress } = transfer;
  onStep('checking');
  const fingerprint = await fingerprintOf(file);
  const open = resumed ?? (await startUpload(transfer));
  // Record the id first, so that the upload can be found or deleted even if the next steps fail.
  await transfer.onOpen(open.id, fingerprint);
  retries.signal.throwIfAborted();
  const received = new Set(resumed === null ? [] : await matchingChunks(file, resumed, retries.signal));
  const { chunk_size: chunkSize, chunk_count: chunkCount } = open;
  const onReceived = () => onProgress(bytesIn(received, chunkCount, chunkSize, file.size));
  const firstId = resumed === null ? 1 : firstChunkId(resumed);
  for (;;) {
    onStep('running');
    onReceived();
    const part = { client, project, upload: open.id, file, chunkSize, chunkCount, firstId, received, retries };
    await sendChunks({ ...part, onReceived });
    onStep('finishing');
    const end = await finish(transfer, open.id);
    if (end.type === 'asset') return end.asset;
    for (const id of end.missing) received.delete(id - firstId);
  }
}

/** Starts an upload. Ignores the signal, because aborting the upload requires its id. */
async function startUpload({ client, project, name, file, retries }: FileTransfer): Promise<OpenUpload> {
  const plan = planFile(file.size);
  const { chunkCount, chunkSize } =
    plan.type === 'chunked' ? plan : { chunkCount: 1, chunkSize: Math.max(1, file.size) };
  const started = await withRetries(
    () =>
      client.call('startUpload', {
        parameters: { project },
        query: { chunk_count: chunkCount, chunk_size: chunkSize, name },
      }),
    retries,
  );
  return { ...started, missing: [], bytes_received: 0 };
}

type Ending =
  | { readonly type: 'asset'; readonly asset: StoredAsset }
  | { readonly type: 'missing'; readonly missing: readonly number[] };

async function finish({ client, project, retries }: FileTransfer, upload: string): Promise<Ending> {
  try {
    // Do not pass the signal: the service finishes the upload even if the connection is closed.
    const asset = await withRetries(() => client.call('finishUpload', { parameters: { project, upload } }), retries);
    return { type: 'asset', asset };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, missing = [] } = error.problem;
    if (code === 'upload/incomplete' && missing.length > 0) return { type: 'missing', missing };
    throw error;
  }
}

function bytesIn(received: ReadonlySet<number>, chunkCount: number, chunkSize: number, fileSize: number): number {
  const short = received.has(chunkCount - 1) ? chunkCount * chunkSize - fileSize : 0;
  return received.size * chunkSize - short;
}

const CHUNKS_AT_ONCE = 3;

/** The transfer of a file into an open upload. */
export interface ChunkedTransfer {
  readonly client: Client<Response>;
  readonly project: string;
  readonly upload: string;
  readonly file: Blob;
  readonly chunkSize: number;
  readonly chunkCount: number;
  readonly firstId: 0 | 1;
  /** The indexes of the received chunks, from 0. Sent chunks are added. */
  readonly received: Set<number>;
  readonly retries: RetryOptions;
  readonly onReceived: () => void;
}

/**
 * Sends the missing chunks in parallel. If a chunk fails permanently, the others are aborted and its error is thrown.
 */
async function sendChunks(transfer: ChunkedTransfer): Promise<void> {
  const { chunkCount, received } = transfer;
  const failing = new AbortController();
  const signal = AbortSignal.any([transfer.retries.signal, failing.signal]);
  const flights = new Map<number, Promise<void>>();
  const launch = (chunk: number) => {
    const flight = sendChunk(transfer, chunk, signal).then(() => {
      flights.delete(chunk);
      received.add(chunk);
      transfer.onReceived();
    });
    flights.set(chunk, flight);
  };
  try {
    for (;;) {
      const step = planStep({ chunkCount, received, inFlight: new Set(flights.keys()), parallel: CHUNKS_AT_ONCE });
      switch (step.type) {
        case 'finish':
          return;
        case 'send':
          for (const chunk of step.chunks) launch(chunk);
          break;
        case 'wait':
          break;
        default:
          assertNever(step);
      }
      await Promise.race(flights.values());
    }
  } catch (error) {
    failing.abort(error);
    await Promise.allSettled(flights.values());
    throw error;
  }
}

async function sendChunk(transfer: ChunkedTransfer, chunk: number, signal: AbortSignal): Promise<void> {
  const { client, project, upload, file, chunkSize, firstId, retries } = transfer;
  const [from, to] = chunkRange(chunk, chunkSize, file.size);
  await withRetries(
    async () => {
      signal.throwIfAborted();
      // Read the bytes for each attempt, so that they do not stay in memory while the chunk waits for a retry.
      const bytes = await readBlob(file.slice(from, to));
      const { header } = await digestOf(bytes);
      await client.call('writeChunk', {
        parameters: { project, upload },
        query: { chunk_id: chunk + firstId },
        headers: { 'content-digest': header },
        body: new Uint8Array(bytes),
        signal,
      });
    },
    { ...retries, signal },
  );
}
