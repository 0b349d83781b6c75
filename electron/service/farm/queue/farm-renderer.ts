import { setTimeout as pause } from 'node:timers/promises';
import type { FilmGain } from '#shared/sound/film-gain.ts';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { createProgressMeter, type ProgressMeter } from '../../engine/make/progress-meter.ts';
import type { FilmPlanner } from '../../engine/plan/film-planner.ts';
import { refusal } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { FilmEvent, FilmRun, FilmWork, FinishedFilm, RenderWorker } from '../../renders/records/render-worker.ts';
import { storedFailure } from '../../renders/records/stored-failure.ts';
import { type OwnAsset, type OwnHosts, ownAssetOf } from '../../renders/sources/own-address.ts';
import type { BlobDigest, BlobStore, Clock, Database } from '../../storage/ports.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import { runPool } from '../../waiting/pool.ts';
import type { FilmAnswer, FilmJob, JobProgress } from '../protocol/job.ts';
import {
  blobKey,
  digestOfText,
  type ObjectStorage,
  putOnce,
  putTextOnce,
  type StoredFile,
  templateKey,
} from '../storage/object-storage.ts';
import type { FarmDispatcher, SubmittedJob } from './dispatcher.ts';

export interface FarmRenderWorkerOptions {
  readonly blobs: Pick<BlobStore, 'acceptStored'>;
  readonly write: WriteJob;
  readonly dispatcher: Pick<FarmDispatcher, 'submit'>;
  /** Returns whether the store answered the latest request. */
  readonly storeIsReached: () => boolean;
  /** Stores the damaged places of a source that a worker found. */
  readonly keepFaults: (sha256: BlobDigest, faults: readonly FaultSpan[]) => Promise<void>;
  /** The first pause before a request to the store is repeated; 500 ms by default. */
  readonly pauseMilliseconds?: number;
}

/** Error codes of an unreachable store. The film waits, because it did not cause the error. */
const STORE_AWAY_CODES: ReadonlySet<string> = new Set(['storage/away', 'storage/busy', 'destination/failed']);
const PAUSE_MILLISECONDS = 500;
const MAX_PAUSE_MILLISECONDS = 15_000;
/**
 * The number of losses after which the film fails. A loss is a missing file of the job, or a missing film of its
 * answer, in the store.
 */
const MAX_LOSSES = 3;

/**
 * Creates a renderer that lets workers make films. Dispatched films continue without this process. A later submission
 * of the same attempt is the same job.
 */
export function createFarmRenderWorker(options: FarmRenderWorkerOptions): RenderWorker {
  return {
    outlivesProcess: true,
    submit: (work, onEvent): FilmRun => {
      const controller = new AbortController();
      const run = { isLeft: false };
      return {
        film: renderInFarm(work, onEvent, options, { signal: controller.signal, run }),
        cancel: (reason) => controller.abort(reason),
        leave: (reason) => {
          run.isLeft = true;
          controller.abort(reason);
        },
      };
    },
  };
}

interface Stopping {
  readonly signal: AbortSignal;
  /** Whether the job stays in the queue when the signal is aborted. */
  readonly run: { readonly isLeft: boolean };
}

async function renderInFarm(
  work: FilmWork,
  onEvent: (event: FilmEvent) => void,
  options: FarmRenderWorkerOptions,
  stopping: Stopping,
): Promise<FinishedFilm> {
  const { signal } = stopping;
  const reporter = createEventReporter(onEvent);
  let isDoubted = false;
  for (let losses = 0; ; losses++) {
    const job = await whenStoreAnswers(() => options.write(work, signal, { isDoubted }), options, signal);
    const { submitted, answer } = await answerTo(job, reporter.progress, options, stopping);
    if (answer.state === 'failed') {
      submitted.done();
      isDoubted = answer.error.code === 'farm/lacking';
      if (isDoubted && losses + 1 < MAX_LOSSES) continue;
      throw storedFailure({ error: answer.error });
    }
    try {
      const { sha256, bytes } = answer;
      await whenStoreAnswers(() => options.blobs.acceptStored(sha256, bytes, { signal }), options, signal);
      for (const [source, places] of answer.faults ?? []) await options.keepFaults(source, places);
      reporter.rendering();
      return finishedFilm(answer, submitted);
    } catch (error) {
      if (!signal.aborted || !stopping.run.isLeft) submitted.done();
      // Make the film again if the store lost it after the answer. Rethrow all other errors.
      if (!(error instanceof ServiceError) || error.code !== 'storage/lost' || losses + 1 === MAX_LOSSES) throw error;
    }
  }
}

/** Dispatches the job until it is answered. Failures while the store is unreachable do not count against the film. */
async function answerTo(
  job: FilmJob,
  onProgress: (progress: JobProgress) => void,
  options: FarmRenderWorkerOptions,
  { signal, run }: Stopping,
): Promise<{ readonly submitted: SubmittedJob; readonly answer: FilmAnswer }> {
  for (;;) {
    signal.throwIfAborted();
    const submitted = options.dispatcher.submit(job, onProgress);
    const onAbort = (): void => (run.isLeft ? submitted.leave(signal.reason) : submitted.withdraw(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return { submitted, answer: await submitted.answer };
    } catch (error) {
      const isGivenUp = error instanceof ServiceError && error.code === 'farm/failed' && !signal.aborted;
      if (!isGivenUp || options.storeIsReached()) throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
    await pauseFor(MAX_PAUSE_MILLISECONDS, signal);
  }
}

function finishedFilm(
  { sha256, bytes, frames, durationSeconds, warnings, scenes }: FilmAnswer & { readonly state: 'made' },
  submitted: SubmittedJob,
): FinishedFilm {
  const facts = { sha256, bytes, frames, durationSeconds, warnings, scenes };
  return { path: null, ...facts, [Symbol.asyncDispose]: async () => submitted.done() };
}

async function whenStoreAnswers<Value>(
  work: () => Promise<Value>,
  { pauseMilliseconds = PAUSE_MILLISECONDS }: FarmRenderWorkerOptions,
  signal: AbortSignal,
): Promise<Value> {
  for (let wait = pauseMilliseconds; ; wait = Math.min(2 * wait, MAX_PAUSE_MILLISECONDS)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServiceError) || !STORE_AWAY_CODES.has(error.code)) throw error;
    }
    await pauseFor(wait * (0.5 + Math.random()), signal);
  }
}

async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

export interface JobWriterOptions extends SharedObjectOptions {
  readonly database: Database;
  readonly blobs: Pick<BlobStore, 'inStore'>;
  readonly ownHosts: OwnHosts;
  readonly inspector: Pick<MovieInspector, 'open'>;
  /** Returns the fonts that were added to the program; none by default. */
  readonly addedFonts?: () => Promise<readonly InstalledFont[]>;
  /** See {@link FilmJob.encodingCores}. */
  readonly encodingCores: number;
  /** Measures a film with a requested loudness. Throws the errors of a render. */
  readonly gainOf: MeasureGain;
}

/** Returns the gain of a film; null if no loudness is requested. */
export type MeasureGain = (work: FilmWork, planner: FilmPlanner, signal: AbortSignal) => Promise<FilmGain | null>;

/**
 * Writes the job of a film after all files that it names are in the store. Throws `render/invalid` for a refused
 * template, the errors of the store, and the signal's reason.
 *
 * Films share many files, so not every file of every film is looked up in the store. `isDoubted` forces the lookup,
 * because a worker did not find a file of this job.
 */
export type WriteJob = (
  work: FilmWork,
  signal: AbortSignal,
  options?: { readonly isDoubted?: boolean },
) => Promise<FilmJob>;

/** The number of films whose files are put at the same time. They share the connection to the store. */
const WRITTEN_AT_ONCE = 4;
const FILES_AT_ONCE = 4;

export function jobId({ render, attempt }: Pick<FilmWork, 'render' | 'attempt'>): string {
  return `${render}-${attempt}`;
}

export function createJobWriter(options: JobWriterOptions): WriteJob {
  const { blobs, inspector, addedFonts = async () => [], encodingCores, gainOf } = options;
  const shared = createSharedObjects(options);
  const limiter = createLimiter(WRITTEN_AT_ONCE);

  const storeFonts = async (isDoubted: boolean): Promise<FilmJob['fonts']> => {
    const fonts = await addedFonts();
    for (const { digest, path } of fonts) await shared.putFile(blobKey(digest), { path, sha256: digest }, isDoubted);
    return fonts.map(({ path: _path, ...font }) => font);
  };

  const write: WriteJob = async (work, signal, { isDoubted = false } = {}) => {
    const {
      render,
      attempt,
      project,
      range,
      format,
      quality,
      hardware,
      maxBytes = null,
      isStreamed,
      isConfined,
    } = work;
    const variables = [...work.variables];
    const { planner, issues } = await inspector.open({ xml: work.template, values: variables, range });
    if (planner === null) throw refusal('render/invalid', issues);
    signal.throwIfAborted();
    const gain = planner.loudness === null ? null : await gainOf(work, planner, signal);
    const template = await shared.putTemplate(work.template, isDoubted);
    const fonts = await storeFonts(isDoubted);
    const digests = [...new Set(work.inputs.values())];
    await runPool(digests, FILES_AT_ONCE, signal, (sha256, stop) => blobs.inStore(sha256, stop, { isDoubted }));
    return {
      kind: 'film',
      id: jobId(work),
      ...{ render, attempt, project, template, variables, range, format, quality, hardware },
      inputs: [...work.inputs],
      ownAddresses: ownAddresses(planner.sources, options),
      fonts,
      encodingCores,
      ...(gain && { gain }),
      ...(maxBytes !== null && { maxBytes }),
      ...(isStreamed === true && { isStreamed }),
      ...(isConfined === true && { isConfined }),
    };
  };
  return (work, signal, doubts) => limiter.run(signal, () => write(work, signal, doubts));
}

/** Returns the sources that this service itself serves. Workers cannot recognize their addresses. */
function ownAddresses(
  sources: readonly RequestedSource[],
  { ownHosts, database }: Pick<JobWriterOptions, 'ownHosts' | 'database'>,
): FilmJob['ownAddresses'] {
  const addresses = new Map<string, OwnAsset>();
  for (const { source } of sources) {
    const asset = source.kind === 'url' ? ownAssetOf(source.url, ownHosts, database) : null;
    if (source.kind === 'url' && asset !== null) addresses.set(source.url, asset);
  }
  return [...addresses];
}

/** Puts shared files into the store without a request to the store for each film. */
export interface SharedObjects {
  /**
   * Resolves when the store has the object. With `isDoubted`, always sends a request to the store, because a worker did
   * not find the object. Rejects with the errors of the store.
   */
  putFile(key: string, file: Pick<StoredFile, 'path' | 'sha256'>, isDoubted: boolean): Promise<void>;
  /** Puts a template into the store. Returns its digest, which is its name. */
  putTemplate(text: string, isDoubted: boolean): Promise<string>;
}

export interface SharedObjectOptions {
  readonly storage: ObjectStorage;
  /** The absolute path of a folder for temporary files. */
  readonly scratchFolder: string;
  readonly clock: Clock;
}

/** The time in milliseconds for which an answer of the store stays valid. */
const VALID_MILLISECONDS = 10 * 60_000;
const REMEMBERED_KEYS = 10_000;
const NEVER = new AbortController().signal;

function createSharedObjects({ storage, scratchFolder, clock }: SharedObjectOptions): SharedObjects {
  const storedAt = new Map<string, number>();
  const runningPuts = new Map<string, Promise<void>>();

  const remember = (key: string): void => {
    storedAt.delete(key);
    storedAt.set(key, clock());
    const [oldest] = storedAt.keys();
    if (storedAt.size > REMEMBERED_KEYS && oldest !== undefined) storedAt.delete(oldest);
  };

  /**
   * Shares one run between concurrent calls with the same key. The run is short, and continues if its callers abort.
   */
  const once = (key: string, isDoubted: boolean, put: () => Promise<unknown>): Promise<void> => {
    if (isDoubted) storedAt.delete(key);
    if (clock() - (storedAt.get(key) ?? Number.NEGATIVE_INFINITY) < VALID_MILLISECONDS) return Promise.resolve();
    const running = runningPuts.get(key);
    if (running !== undefined) return running;
    const run = put()
      .then(() => remember(key))
      .finally(() => runningPuts.delete(key));
    runningPuts.set(key, run);
    return run;
  };

  return {
    putFile: (key, file, isDoubted) =>
      once(key, isDoubted, () => putOnce(storage, key, file, { signal: NEVER, clock })),
    putTemplate: async (text, isDoubted) => {
      const sha256 = digestOfText(text);
      const key = templateKey(sha256);
      await once(key, isDoubted, () =>
        putTextOnce(storage, templateKey, text, { folder: scratchFolder, signal: NEVER, clock }),
      );
      return sha256;
    },
  };
}

/** Converts the progress of jobs into events of a film. */
export interface EventReporter {
  /** Reports once that the film is being rendered. */
  rendering(): void;
  progress(reported: JobProgress): void;
}

/**
 * Creates the converter. It computes the speed and the remaining time of a divided film, because each worker reports
 * only its own work.
 * @param now Returns milliseconds of a monotonic clock.
 */
export function createEventReporter(
  onEvent: (event: FilmEvent) => void,
  now: () => number = () => performance.now(),
): EventReporter {
  let isRendering = false;
  let filmMeter: { readonly total: number; readonly meter: ProgressMeter } | null = null;

  const rendering = (): void => {
    if (!isRendering) onEvent({ kind: 'rendering' });
    isRendering = true;
  };
  const computeSpeed = ({ done, total }: JobProgress) => {
    if (filmMeter?.total !== total) filmMeter = { total, meter: createProgressMeter(total, done, now) };
    const { framesPerSecond, etaSeconds } = filmMeter.meter.report('rendering', done);
    return { framesPerSecond, etaSeconds };
  };
  return {
    rendering,
    progress: (reported) => {
      const { done, total, scenes } = reported;
      rendering();
      const isShared = reported.framesPerSecond === null && done < total;
      const { framesPerSecond, etaSeconds } = isShared ? computeSpeed(reported) : reported;
      onEvent({ kind: 'progress', done, total, framesPerSecond, etaSeconds, ...(scenes && { scenes }) });
    },
  };
}
