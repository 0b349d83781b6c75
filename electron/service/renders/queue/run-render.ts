import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import type { DestinationCredentials } from '../../destinations/destination.ts';
import type { sendFilm } from '../../destinations/send-film.ts';
import { formatOf } from '../../engine/formats/formats.ts';
import { failureOf } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { BlobDigest, BlobStore } from '../../storage/ports.ts';
import { filmValues } from '../accept/film-values.ts';
import { findInputs } from '../accept/render-inputs.ts';
import { openUploadOf } from '../endings/left-uploads.ts';
import { storedCredentials } from '../records/credentials.ts';
import type { ProgressBoard } from '../records/progress-board.ts';
import { type RenderRecord, type StoredOutcome, templateOf } from '../records/render-record.ts';
import type { RenderWorker } from '../records/render-worker.ts';
import type { SecretKeeper } from '../records/secret-keeper.ts';
import { advanceRender, type Ending, endRender, finishRendering, type RenderRecords } from '../records/transitions.ts';

/** The dependencies of one running render. */
export interface RunDependencies {
  readonly records: RenderRecords;
  readonly blobs: BlobStore;
  readonly worker: RenderWorker;
  readonly secrets: SecretKeeper;
  readonly send: typeof sendFilm;
  readonly policy: AddressPolicy;
  readonly progress: ProgressBoard;
  /** Returns whether this process is ending. A film on another machine then continues. */
  readonly isStopping: () => boolean;
  /** Waits for a sending slot and frees the rendering slot. Dispose of the result after sending. */
  readonly beginSending: (signal: AbortSignal) => Promise<Disposable>;
  /** Makes a database change. Repeats it until the database accepts it. */
  readonly persist: <Value>(work: () => Value) => Promise<Value>;
}

interface StoredFilm {
  readonly film: BlobDigest;
  readonly outcome: StoredOutcome;
}

/**
 * Runs a claimed render and records its end, using its ticket. After an abort, only stops: the caller that aborts sets
 * the state of the render. Rejects only with errors for which `persist` does not repeat the change.
 */
export async function runRender(
  record: RenderRecord,
  dependencies: RunDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { records, persist } = dependencies;
  let ending: Ending | null;
  try {
    ending = await work(record, dependencies, signal);
  } catch (error) {
    ending = { state: 'failed', error: failureOf(error) };
  }
  if (signal.aborted || ending === null) return;
  const finalEnding = ending;
  await persist(() => endRender(records, record, finalEnding));
}

/** Returns how the render ends; null if another attempt has taken it over. */
async function work(record: RenderRecord, dependencies: RunDependencies, signal: AbortSignal): Promise<Ending | null> {
  const { blobs, records, persist } = dependencies;
  using scope = new DisposableStack();
  const { destination } = record.request;
  let stored: StoredFilm | null = null;
  if (record.film !== null)
    stored = { film: record.film, outcome: required(record.outcome, 'a film without an outcome') };
  else {
    stored = await makeAndAdopt(record, dependencies, signal);
    if (stored === null) return null;
    scope.use(blobs.hold(stored.film));
    if (destination === null) return { state: 'succeeded', ...stored };
    const { film, outcome } = stored;
    if (!(await persist(() => finishRendering(records, record, film, outcome)))) return null;
  }
  if (destination === null) return { state: 'succeeded', ...stored };
  const url = await send(record, destination, stored, dependencies, signal);
  return { state: 'succeeded', film: stored.film, outcome: { ...stored.outcome, url } };
}

async function makeAndAdopt(
  record: RenderRecord,
  { worker, records, blobs, progress, persist, isStopping }: RunDependencies,
  signal: AbortSignal,
): Promise<StoredFilm | null> {
  using scope = new DisposableStack();
  const { id, attempt, project, request } = record;
  const inputs = findInputs(records.database, id);
  for (const sha256 of new Set(inputs.values())) scope.use(blobs.hold(sha256));
  const { format, quality, hardware, maxBytes, range } = request;
  const variables = filmValues(request);
  let isLatestAttempt = true;
  let advanced: Promise<void> = Promise.resolve();
  signal.throwIfAborted();
  const run = worker.submit(
    // Read the template here, so that it does not stay in memory while the film is made.
    {
      render: id,
      attempt,
      project,
      template: templateOf(records.database, id),
      variables,
      range,
      format,
      quality,
      hardware,
      maxBytes,
      inputs,
    },
    (event) => {
      if (event.kind === 'progress') return progress.set(record, event);
      // Skip the change of the state: an earlier process has recorded it already.
      if (record.state === 'rendering') return;
      // Use `persist`: the callback must not throw into the worker, and a database lock must not fail the film.
      advanced = persist(() => advanceRender(records, record, 'fetching', 'rendering')).then((isAdvanced) => {
        isLatestAttempt = isAdvanced;
        if (!isAdvanced) run.cancel(new Error('the render is not ours any more'));
      }, run.cancel);
    },
  );
  const onAbort = () => {
    if (isStopping() && run.leave !== undefined) run.leave(signal.reason);
    else run.cancel(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  scope.defer(() => signal.removeEventListener('abort', onAbort));
  try {
    await using made = await run.film;
    await advanced;
    if (!isLatestAttempt) return null;
    const { path, frames, durationSeconds, bytes, sha256, warnings, scenes = null } = made;
    const film = path === null ? (sha256 as BlobDigest) : (await blobs.adopt(path, { signal })).sha256;
    const outcome = { url: null, frames, durationSeconds, bytes, sha256, warnings: [...warnings], scenes };
    return { film, outcome };
  } catch (error) {
    if (!isLatestAttempt) return null;
    throw error;
  }
}

/** Sends the film to its destination. Returns the address of the film. */
async function send(
  record: RenderRecord,
  destination: NonNullable<RenderRecord['request']['destination']>,
  { film, outcome }: StoredFilm,
  dependencies: RunDependencies,
  signal: AbortSignal,
): Promise<string> {
  const { blobs, policy, progress, records } = dependencies;
  using _hold = blobs.hold(film);
  using _place = await dependencies.beginSending(signal);
  const { bytes, sha256, frames } = outcome;
  const contentType = formatOf(record.request.format).mimeType;
  const sent = await dependencies.send(
    { path: await blobs.atHand(film, signal), bytes, sha256, contentType },
    destination,
    await credentialsOf(record, dependencies.secrets),
    {
      policy,
      signal,
      onProgress: (bytesSent) =>
        progress.set(record, {
          done: Math.round((frames * bytesSent) / Math.max(1, bytes)),
          total: frames,
          framesPerSecond: null,
          etaSeconds: null,
        }),
      openUpload: openUploadOf(record, records.database),
    },
  );
  return sent.url;
}

async function credentialsOf({ secretName }: RenderRecord, secrets: SecretKeeper): Promise<DestinationCredentials> {
  const credentials = await storedCredentials(secretName, secrets);
  if (credentials === null) throw new ServiceError('destination/failed', message('destination/no-keys'));
  return credentials;
}
