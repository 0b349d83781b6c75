import { setTimeout as pause } from 'node:timers/promises';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import { createProgressMeter, type ProgressMeter } from '../../engine/make/progress-meter.ts';
import { refusal } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { FilmEvent, FilmRun, FilmWork, MadeFilm, RenderWorker } from '../../renders/records/render-worker.ts';
import { storedFailure } from '../../renders/records/stored-failure.ts';
import { type OwnAsset, type OwnHosts, ownAssetOf } from '../../renders/sources/own-address.ts';
import type { BlobStore, Clock, Database } from '../../storage/ports.ts';
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
import type { Dispatch, DispatchedJob } from './dispatcher.ts';

export interface FarmRenderWorkerOptions {
  readonly blobs: Pick<BlobStore, 'acceptStored'>;
  readonly write: WriteOrder;
  readonly dispatch: Pick<Dispatch, 'give'>;
  /** Whether the store answered when it was asked last. */
  readonly storeIsReached: () => boolean;
  /** First pause before what the store did not do is tried again; half a second unless given. */
  readonly pauseMilliseconds?: number;
}

/** What the store says while it is away. It is waited for: the film lacks nothing. */
const AWAY: ReadonlySet<string> = new Set(['storage/away', 'storage/busy', 'destination/failed']);
const PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 15_000;
/** So often the store may lack what an order names, or the film of an answer, and be given it again. */
const MOST_LOST = 3;

/**
 * Has films made by workers elsewhere. What is given goes on without this process: a film that is submitted again under
 * the same attempt is the one that is being made.
 */
export function createFarmRenderWorker(options: FarmRenderWorkerOptions): RenderWorker {
  return {
    outlivesUs: true,
    submit: (work, onEvent): FilmRun => {
      const controller = new AbortController();
      const run = { isLeft: false };
      return {
        film: orderFilm(work, onEvent, options, { signal: controller.signal, run }),
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
  /** Whether the order stays where it is when the signal is aborted. */
  readonly run: { readonly isLeft: boolean };
}

async function orderFilm(
  work: FilmWork,
  onEvent: (event: FilmEvent) => void,
  options: FarmRenderWorkerOptions,
  stopping: Stopping,
): Promise<MadeFilm> {
  const { signal } = stopping;
  const tell = createEventReporter(onEvent);
  let isDoubted = false;
  for (let lost = 0; ; lost++) {
    const job = await whenStoreAnswers(() => options.write(work, signal, { isDoubted }), options, signal);
    const { given, answer } = await answerTo(job, tell.progress, options, stopping);
    if (answer.state === 'failed') {
      given.done();
      isDoubted = answer.error.code === 'farm/lacking';
      if (isDoubted && lost + 1 < MOST_LOST) continue;
      throw storedFailure({ error: answer.error });
    }
    try {
      const { sha256, bytes } = answer;
      await whenStoreAnswers(() => options.blobs.acceptStored(sha256, bytes, { signal }), options, signal);
      tell.rendering();
      return madeFilm(answer, given);
    } catch (error) {
      if (!signal.aborted || !stopping.run.isLeft) given.done();
      // It was there when the worker answered; whoever makes it again finds its parts.
      if (!(error instanceof ServiceError) || error.code !== 'storage/lost' || lost + 1 === MOST_LOST) throw error;
    }
  }
}

/** Given until it is answered: while the store is away nobody can make it, which is no fault of the film. */
async function answerTo(
  job: FilmJob,
  onProgress: (progress: JobProgress) => void,
  options: FarmRenderWorkerOptions,
  { signal, run }: Stopping,
): Promise<{ readonly given: DispatchedJob; readonly answer: FilmAnswer }> {
  for (;;) {
    signal.throwIfAborted();
    const given = options.dispatch.give(job, onProgress);
    const onAbort = (): void => (run.isLeft ? given.leave(signal.reason) : given.withdraw(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return { given, answer: await given.answer };
    } catch (error) {
      const isGivenUp = error instanceof ServiceError && error.code === 'farm/failed' && !signal.aborted;
      if (!isGivenUp || options.storeIsReached()) throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
    await patience(LONGEST_PAUSE_MILLISECONDS, signal);
  }
}

function madeFilm(
  { sha256, bytes, frames, durationSeconds, warnings, scenes }: FilmAnswer & { readonly state: 'made' },
  given: DispatchedJob,
): MadeFilm {
  const facts = { sha256, bytes, frames, durationSeconds, warnings, scenes };
  return { path: null, ...facts, [Symbol.asyncDispose]: async () => given.done() };
}

async function whenStoreAnswers<Value>(
  work: () => Promise<Value>,
  { pauseMilliseconds = PAUSE_MILLISECONDS }: FarmRenderWorkerOptions,
  signal: AbortSignal,
): Promise<Value> {
  for (let wait = pauseMilliseconds; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MILLISECONDS)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServiceError) || !AWAY.has(error.code)) throw error;
    }
    await patience(wait * (0.5 + Math.random()), signal);
  }
}

async function patience(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

export interface FilmOrderOptions extends SharedObjectOptions {
  readonly database: Database;
  readonly blobs: Pick<BlobStore, 'inStore'>;
  readonly ownHosts: OwnHosts;
  readonly inspector: Pick<MovieInspector, 'open'>;
  /** The fonts that were added to the program; none unless given. */
  readonly addedFonts?: () => Promise<readonly InstalledFont[]>;
  /** See {@link FilmJob.encodingCores}. */
  readonly encodingCores: number;
}

/**
 * Writes the order for a film, once everything that it names is in the store. Throws `render/invalid` for a template
 * that is refused, as the store does, and the signal's reason.
 *
 * Many films share what they need, so that the store is not asked for each of them. It is where `isDoubted`: a worker did
 * not find something there that this order names.
 */
export type WriteOrder = (
  work: FilmWork,
  signal: AbortSignal,
  options?: { readonly isDoubted?: boolean },
) => Promise<FilmJob>;

/** Films whose files are brought at the same time: they share the way to the store, and templates are read for each. */
const WRITTEN_AT_ONCE = 4;
const FILES_AT_ONCE = 4;

export function orderId({ render, attempt }: Pick<FilmWork, 'render' | 'attempt'>): string {
  return `${render}-${attempt}`;
}

export function createOrderWriter(options: FilmOrderOptions): WriteOrder {
  const { blobs, inspector, addedFonts = async () => [], encodingCores } = options;
  const shared = createSharedObjects(options);
  const turns = createLimiter(WRITTEN_AT_ONCE);

  const bringFonts = async (isDoubted: boolean): Promise<FilmJob['fonts']> => {
    const fonts = await addedFonts();
    for (const { digest, path } of fonts) await shared.putFile(blobKey(digest), { path, sha256: digest }, isDoubted);
    return fonts.map(({ path: _path, ...font }) => font);
  };

  const write: WriteOrder = async (work, signal, { isDoubted = false } = {}) => {
    const { render, attempt, project, range, format, quality, hardware } = work;
    const variables = [...work.variables];
    const { planner, issues } = await inspector.open({ xml: work.template, values: variables, range });
    if (planner === null) throw refusal('render/invalid', issues);
    signal.throwIfAborted();
    const template = await shared.putTemplate(work.template, isDoubted);
    const fonts = await bringFonts(isDoubted);
    const digests = [...new Set(work.inputs.values())];
    await runPool(digests, FILES_AT_ONCE, signal, (sha256, stop) => blobs.inStore(sha256, stop, { isDoubted }));
    return {
      kind: 'film',
      id: orderId(work),
      ...{ render, attempt, project, template, variables, range, format, quality, hardware },
      inputs: [...work.inputs],
      ownAddresses: ownAddresses(planner.sources, options),
      fonts,
      encodingCores,
    };
  };
  return (work, signal, doubts) => turns.run(signal, () => write(work, signal, doubts));
}

/** Those of the sources that this service itself would answer; nobody else knows which they are. */
function ownAddresses(
  sources: readonly RequestedSource[],
  { ownHosts, database }: Pick<FilmOrderOptions, 'ownHosts' | 'database'>,
): FilmJob['ownAddresses'] {
  const own = new Map<string, OwnAsset>();
  for (const { source } of sources) {
    const asset = source.kind === 'url' ? ownAssetOf(source.url, ownHosts, database) : null;
    if (source.kind === 'url' && asset !== null) own.set(source.url, asset);
  }
  return [...own];
}

/** Puts what many films share into the store, without asking for each film whether it is there. */
export interface SharedObjects {
  /**
   * Settles when the store has the object; where `isDoubted`, it is asked in any case, because somebody did not find the
   * object there. Rejects as the store does.
   */
  putFile(key: string, file: Pick<StoredFile, 'path' | 'sha256'>, isDoubted: boolean): Promise<void>;
  /** The same of a template; gives back the digest that it is named by. */
  putTemplate(text: string, isDoubted: boolean): Promise<string>;
}

export interface SharedObjectOptions {
  readonly storage: ObjectStorage;
  /** Absolute; small files lie there while they are put. */
  readonly scratchFolder: string;
  readonly clock: Clock;
}

/** For so long the store is not asked again. */
const KNOWN_MILLISECONDS = 10 * 60_000;
const REMEMBERED = 10_000;
const NEVER = new AbortController().signal;

function createSharedObjects({ storage, scratchFolder, clock }: SharedObjectOptions): SharedObjects {
  const known = new Map<string, number>();
  const putting = new Map<string, Promise<void>>();

  const remember = (key: string): void => {
    known.delete(key);
    known.set(key, clock());
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  };

  /** Whoever asks for the same at the same time shares one run; it is small, and goes on although they have gone. */
  const once = (key: string, isDoubted: boolean, put: () => Promise<unknown>): Promise<void> => {
    if (isDoubted) known.delete(key);
    if (clock() - (known.get(key) ?? Number.NEGATIVE_INFINITY) < KNOWN_MILLISECONDS) return Promise.resolve();
    const running = putting.get(key);
    if (running !== undefined) return running;
    const run = put()
      .then(() => remember(key))
      .finally(() => putting.delete(key));
    putting.set(key, run);
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

/** Tells of a film what workers tell of its order. */
export interface EventReporter {
  /** It is being made, and that is told once. */
  rendering(): void;
  progress(told: JobProgress): void;
}

/**
 * Speed and time left of a film that several make are reckoned here: each of them knows only what it makes itself.
 * @param now Milliseconds of a clock that never goes back.
 */
export function createEventReporter(
  onEvent: (event: FilmEvent) => void,
  now: () => number = () => performance.now(),
): EventReporter {
  let renders = false;
  let together: { readonly total: number; readonly meter: ProgressMeter } | null = null;

  const rendering = (): void => {
    if (!renders) onEvent({ kind: 'rendering' });
    renders = true;
  };
  const reckoned = ({ done, total }: JobProgress) => {
    if (together?.total !== total) together = { total, meter: createProgressMeter(total, done, now) };
    const { framesPerSecond, etaSeconds } = together.meter.report('rendering', done);
    return { framesPerSecond, etaSeconds };
  };
  return {
    rendering,
    progress: (told) => {
      const { done, total, scenes } = told;
      rendering();
      const isByAll = told.framesPerSecond === null && done < total;
      const { framesPerSecond, etaSeconds } = isByAll ? reckoned(told) : told;
      onEvent({ kind: 'progress', done, total, framesPerSecond, etaSeconds, ...(scenes && { scenes }) });
    },
  };
}
