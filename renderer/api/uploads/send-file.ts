import { type Client, type JsonOf, ProblemError } from '#shared/contract/client.ts';
import { problemCode } from '../client/problem-words.ts';
import { matchingChunks, type OpenUpload } from './content-match.ts';
import { digestOf, fingerprintOf, readBlob } from './digests.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import { sendChunks } from './send-chunks.ts';
import { firstIdOf, fitsUpload, planFile } from './upload-plan.ts';

export type StoredAsset = JsonOf<'createAsset'>;

/** One file on its way. */
export interface FileTransfer {
  readonly client: Client<Response>;
  readonly project: string;
  readonly name: string;
  readonly file: File;
  /** Whether an asset of that name may be replaced. */
  readonly replaces: boolean;
  /** An upload that is open for it already. */
  readonly upload: string | null;
  readonly retries: RetryOptions;
  /** Told as soon as an upload is open, and null when the one that was open is gone; awaited before bytes are sent. */
  readonly onOpen: (upload: string | null, fingerprint: string) => Promise<void>;
  readonly onStep: (step: 'checking' | 'running' | 'finishing') => void;
  readonly onProgress: (bytesDone: number) => void;
}

/** Brings a file to the service. Throws `ProblemError`, `FileChangedError`, and the signal's reason. */
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
      // The answer of an earlier attempt may have been lost on the way: then the name is taken by these bytes.
      if (attempts === 1 || problemCode(error) !== 'asset/exists') throw error;
      return client.call('replaceAsset', { ...input, headers: { ...input.headers, 'if-match': `"${hex}"` } });
    }
  }, retries);
}

/** An open upload as it is now; null where it is gone, or was for another file. */
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
  // Known to the records before anything else can go wrong, so that it is found again or cleared away.
  await transfer.onOpen(open.id, fingerprint);
  retries.signal.throwIfAborted();
  const received = new Set(resumed === null ? [] : await matchingChunks(file, resumed, retries.signal));
  const { chunk_size: chunkSize, chunk_count: chunkCount } = open;
  const onReceived = () => onProgress(bytesIn(received, chunkCount, chunkSize, file.size));
  const firstId = resumed === null ? 1 : firstIdOf(resumed);
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

/** Not ended by the signal: an upload that was started has to be known, or nobody could abandon it. */
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
    // Nor is this: once begun it goes on in the service whether anybody listens or not.
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
