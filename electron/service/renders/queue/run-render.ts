import { refusedSize } from '#shared/film-check/evidence-checks.ts';
import type { RequiredCheck } from '#shared/film-check/report.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import type { DestinationCredentials } from '../../destinations/destination.ts';
import type { sendFilm } from '../../destinations/send-film.ts';
import { formatOf } from '../../engine/formats/formats.ts';
import { failureOf, refusal } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { BlobDigest, BlobStore } from '../../storage/ports.ts';
import { filmValues } from '../accept/film-values.ts';
import { findInputs } from '../accept/render-inputs.ts';
import { openUploadOf } from '../endings/left-uploads.ts';
import { storedCredentials } from '../records/credentials.ts';
import type { ProgressBoard } from '../records/progress-board.ts';
import { type RenderRecord, type StoredOutcome, templateOf } from '../records/render-record.ts';
import type { FilmWork, RenderWorker } from '../records/render-worker.ts';
import type { SecretKeeper } from '../records/secret-keeper.ts';
import { advanceRender, type Ending, endRender, finishRendering, type RenderRecords } from '../records/transitions.ts';
import { type PackFilm, packageName } from './package-film.ts';

/** Checks a film before it is made. Throws `check/failed` with the findings if the check rejects the film. */
export type PassFilm = (
  film: Pick<FilmWork, 'project' | 'template' | 'variables' | 'range' | 'inputs' | 'isConfined'>,
  check: RequiredCheck,
  signal: AbortSignal,
) => Promise<void>;

/** The dependencies of one running render. */
export interface RunDependencies {
  readonly records: RenderRecords;
  readonly blobs: BlobStore;
  readonly worker: RenderWorker;
  /** Checks a film before it is made. */
  readonly pass: PassFilm;
  /** Makes the package of a film. */
  readonly pack: PackFilm;
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
 * Runs a claimed render and records its end with its ticket. After an abort, only stops, because the caller that aborts
 * sets the state of the render. Rejects only with errors that `persist` does not retry.
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

/** Returns the ending of the render; null if another attempt has taken it over. */
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
  const { url, files } = await send(record, destination, stored, dependencies, signal);
  return { state: 'succeeded', film: stored.film, outcome: { ...stored.outcome, url, files } };
}

async function makeAndAdopt(
  record: RenderRecord,
  { worker, pass, pack, records, blobs, progress, persist, isStopping }: RunDependencies,
  signal: AbortSignal,
): Promise<StoredFilm | null> {
  using scope = new DisposableStack();
  const { id, attempt, project, request } = record;
  const inputs = findInputs(records.database, id);
  for (const sha256 of new Set(inputs.values())) scope.use(blobs.hold(sha256));
  const { format, quality, hardware, maxBytes, isStreamed, isConfined, range } = request;
  const variables = filmValues(request);
  let isLatestAttempt = true;
  let advanced: Promise<void> = Promise.resolve();
  signal.throwIfAborted();
  // Read the template at each use, so that it is not in memory while the film is made.
  const workOf = () => {
    const template = templateOf(records.database, id);
    const film = { format, quality, hardware, maxBytes, isStreamed, isConfined, inputs };
    return { render: id, attempt, project, template, variables, range, ...film };
  };
  // Skip the check for a film that an earlier process began to make, because it has passed.
  if (request.check !== null && record.state !== 'rendering') await pass(workOf(), request.check, signal);
  const run = worker.submit(workOf(), (event) => {
    if (event.kind === 'progress') return progress.set(record, event);
    // Skip the change of the state, because an earlier process has already recorded it.
    if (record.state === 'rendering') return;
    // Use `persist`, because the worker would receive an error of the callback, and a database lock would fail the
    // film.
    advanced = persist(() => advanceRender(records, record, 'fetching', 'rendering')).then((isAdvanced) => {
      isLatestAttempt = isAdvanced;
      if (!isAdvanced) run.cancel(new Error('the render is not ours any more'));
    }, run.cancel);
  });
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
    requireSize(made.bytes, request.check);
    const { path, frames, durationSeconds, warnings, scenes = null } = made;
    const film = path === null ? (made.sha256 as BlobDigest) : null;
    const facts = { url: null, frames, durationSeconds, scenes };
    if (request.package === null) {
      const { bytes, sha256 } = made;
      const adopted = film ?? (await blobs.adopt(required(path, 'a film on this machine'), { signal })).sha256;
      return { film: adopted, outcome: { ...facts, bytes, sha256, warnings: [...warnings], files: [] } };
    }
    if (film !== null) scope.use(blobs.hold(film));
    const filmPath = path ?? (await blobs.atHand(made.sha256 as BlobDigest, signal));
    await using packed = await pack(
      request.package,
      workOf(),
      { ...made, path: filmPath, name: packageName(record) },
      signal,
    );
    const files: StoredOutcome['files'] = [];
    for (const { path: file, ...described } of packed.files) {
      scope.use(blobs.hold((await blobs.adopt(file, { signal })).sha256));
      files.push({ ...described, url: null });
    }
    const { bytes, sha256 } = packed.film ?? made;
    const adoptable = packed.film?.path ?? path;
    const adopted = adoptable === null ? film : (await blobs.adopt(adoptable, { signal })).sha256;
    const allWarnings = [...warnings, ...packed.warnings];
    return { film: required(adopted, 'a film'), outcome: { ...facts, bytes, sha256, warnings: allWarnings, files } };
  } catch (error) {
    if (!isLatestAttempt) return null;
    throw error;
  }
}

/** Throws `check/failed` for a finished film that is too large for a platform of its check. */
function requireSize(bytes: number, check: RequiredCheck | null): void {
  const says = check === null ? null : refusedSize(bytes, check);
  if (says === null) return;
  const place = { line: null, column: null, path: '' };
  const { code: reason, values } = says;
  const issue = { ...place, code: 'delivery/size', severity: 'error', reason, values: { ...values } } as const;
  throw refusal('check/failed', [{ ...issue, message: inEnglish(says) }]);
}

/** Sends the files of the package and then the film to their destination. Returns their addresses. */
async function send(
  record: RenderRecord,
  destination: NonNullable<RenderRecord['request']['destination']>,
  { film, outcome }: StoredFilm,
  dependencies: RunDependencies,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly files: StoredOutcome['files'] }> {
  const { blobs, policy, progress, records } = dependencies;
  using scope = new DisposableStack();
  scope.use(blobs.hold(film));
  for (const { sha256 } of outcome.files) scope.use(blobs.hold(sha256 as BlobDigest));
  using _place = await dependencies.beginSending(signal);
  const keys = await credentialsOf(record, dependencies.secrets);
  const folder = destination.filename.slice(0, destination.filename.lastIndexOf('/') + 1);
  const files: StoredOutcome['files'] = [];
  for (const file of outcome.files) {
    const path = await blobs.atHand(file.sha256 as BlobDigest, signal);
    const place = { ...destination, filename: `${folder}${file.name}` };
    const { bytes, sha256, mimeType: contentType } = file;
    const sentFile = await dependencies.send({ path, bytes, sha256, contentType }, place, keys, { policy, signal });
    files.push({ ...file, url: sentFile.url });
  }
  const { bytes, sha256, frames } = outcome;
  const contentType = formatOf(record.request.format).mimeType;
  const sent = await dependencies.send(
    { path: await blobs.atHand(film, signal), bytes, sha256, contentType },
    destination,
    keys,
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
  return { url: sent.url, files };
}

async function credentialsOf({ secretName }: RenderRecord, secrets: SecretKeeper): Promise<DestinationCredentials> {
  const credentials = await storedCredentials(secretName, secrets);
  if (credentials === null) throw new ServiceError('destination/failed', message('destination/no-keys'));
  return credentials;
}
