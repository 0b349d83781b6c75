import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import type { SoundGain } from '#shared/sound/limiter.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { type Frames, frames } from '#shared/template/values/frame-rate.ts';
import { faultFindings, isFaultFinding } from '#shared/timeline/decode-faults.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { digestFile } from '../../files/digest-file.ts';
import { mergedFaults } from '../../sources/facts/source-faults.ts';
import { runTogether } from '../../waiting/pool.ts';
import { cacheFilm, copyCachedFilm, type FilmFile } from '../cache/cached-film.ts';
import { openPartStore, storeWithScratch } from '../cache/part-store.ts';
import { openScratch } from '../cache/scratch.ts';
import type { UnfinishedFilm } from '../cache/unfinished-film.ts';
import type { PlannedFilm } from '../plan/film-planner.ts';
import type { FoundSources } from '../plan/locate-sources.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { DecodeFaults } from './decode-faults.ts';
import { completeRange, filmSound, type SoundFile, segmentsOfRange } from './film-sound.ts';
import { fitFilm } from './fit-size.ts';
import { type FilmStream, followFilm } from './follow-film.ts';
import { lookUpParts, type PartsInventory } from './inventory.ts';
import { joinParts } from './join.ts';
import { makeParts, type PartsObserver, unfinishedPath } from './make-parts.ts';
import { makeTrack } from './make-track.ts';
import { countFilm, isLargeCanvas } from './parallelism.ts';
import type { Job } from './plan-jobs.ts';
import { createProgressMeter } from './progress-meter.ts';
import { contextOf, type RenderContext } from './render-context.ts';
import type { FetchSources, MakingDependencies, RenderOutcome, RenderProgress, SceneCounts } from './render-types.ts';
import { sceneCounts } from './scene-counts.ts';
import { unclippedSound } from './sound-stream.ts';
import { createFilmCheck, type FilmCheck } from './verify.ts';

/**
 * The divisor of the cache limit that gives the maximum size of a cached film. A larger film would displace too many
 * parts.
 */
const CACHED_FILM_DIVISOR = 4;

const PART_FAULT_CODES: ReadonlySet<ErrorCode> = new Set([
  'render/wrong-output',
  'ffmpeg/failed',
  'ffmpeg/output-limit',
]);

interface Making {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
  /** The maximum size of the film in bytes; null or absent for a film of any size. */
  readonly maxBytes?: number | null;
}

/** A finished film. Its warnings describe damage that decoding found. */
export type MadeFilm = FilmFile & Pick<RenderOutcome, 'scenes' | 'cachedScenes' | 'warnings'>;

interface FilmDependencies extends MakingDependencies {
  /** Called before any missing part is made. An error that it throws ends the render. */
  readonly beforeMaking?: (inventory: PartsInventory) => Promise<void>;
}

/**
 * Makes the film of a plan, or takes it from the cache, and renames it to its final name. Limits the film to `maxBytes`
 * if that is given.
 * @param sources The located sources, or a function that fetches the sources of the missing parts.
 */
export async function makeFilm(
  planned: PlannedFilm,
  sources: FoundSources | FetchSources,
  unfinished: UnfinishedFilm,
  dependencies: FilmDependencies,
  options: Making,
): Promise<MadeFilm> {
  const { workshop, parts: store = openPartStore(workshop) } = dependencies;
  const { signal, maxBytes = null } = options;
  using _film = countFilm();
  await using scratch = await openScratch(workshop.folder);
  const { folder } = scratch;
  let film: MadeFilm;
  if (maxBytes === null) film = await makeOnce(planned, { sources, unfinished, folder }, dependencies, options);
  else {
    let scenes: Pick<MadeFilm, 'scenes' | 'cachedScenes'> | null = null;
    const make = async (sized: PlannedFilm, isLast: boolean) => {
      const { beforeMaking, ...others } = dependencies;
      // Keep the parts of earlier attempts in the scratch folder.
      const shared = { ...others, parts: storeWithScratch(store), films: dependencies.films ?? store };
      const isFirst = sized === planned && beforeMaking !== undefined;
      const making = isFirst ? { ...shared, beforeMaking } : shared;
      const made = await makeOnce(sized, { sources, unfinished, folder, isCached: isLast }, making, options);
      scenes ??= { scenes: made.scenes, cachedScenes: made.cachedScenes };
      return { ...made, ...scenes };
    };
    film = await fitFilm(planned, maxBytes, make, { folder, store, signal });
  }
  signal.throwIfAborted();
  await unfinished.finish();
  return film;
}

interface FilmPlace {
  readonly sources: FoundSources | FetchSources;
  readonly unfinished: UnfinishedFilm;
  /** The scratch folder. */
  readonly folder: string;
  /** Whether the film is taken from the cache and added to it; true by default. */
  readonly isCached?: boolean;
}

/** Makes the film of a plan at its unfinished path, or copies it from the cache. */
async function makeOnce(
  { plan, keys }: PlannedFilm,
  { sources, unfinished, folder, isCached = true }: FilmPlace,
  dependencies: FilmDependencies,
  { signal, onProgress }: Making,
): Promise<MadeFilm> {
  const { tools, workshop } = dependencies;
  const startedAt = new Date();
  const createContext = (found: FoundSources) => contextOf(keys, found, folder, dependencies, signal);
  const lookupContext = createContext(typeof sources === 'function' ? new Map() : sources);
  const cached = isCached ? await copyCachedFilm(unfinished.path, lookupContext) : null;
  if (cached !== null) {
    const scenes = sceneCounts(plan, []);
    followProgress(plan, [], scenes, onProgress).onStage('verifying');
    const warnings = await faultWarnings(plan, lookupContext.faults, dependencies);
    return { ...cached, scenes: scenes.total, cachedScenes: scenes.cached, warnings };
  }
  const inventory = await lookUpParts(plan, lookupContext);
  await dependencies.beforeMaking?.(inventory);
  const context = typeof sources === 'function' ? createContext(await sources(inventory.jobs)) : lookupContext;
  signal.throwIfAborted();
  const scenes = sceneCounts(plan, inventory.jobs);
  const progress = followProgress(plan, inventory.jobs, scenes, onProgress);
  await using check = createFilmCheck(unfinished.path, plan, tools, signal);
  // The waiting process of a check takes 22 MiB. For a large film, it starts when the encoder has ended.
  const onLastJobStarted = isLargeCanvas(plan.canvas) ? () => undefined : check.begin;
  const observer = { onFrames: progress.onFrames, onLastJobStarted };
  await makePartsAndTrack(plan, inventory, context, observer, dependencies.stream ?? null);
  const file = await joinAndCheck(plan, unfinished, check, context, progress);
  if (isCached && workshop.isCacheOn && file.bytes <= workshop.limitBytes / CACHED_FILM_DIVISOR)
    await cacheFilm(unfinished.path, file, startedAt, context);
  await context.store.pruneIfFull();
  return {
    ...file,
    scenes: scenes.total,
    cachedScenes: scenes.cached,
    warnings: await faultWarnings(plan, context.faults, dependencies),
  };
}

/**
 * Returns the warnings about damaged places that the film plays. Passes all known damaged places of these sources to
 * `onFaults`.
 */
async function faultWarnings(
  { uses }: RenderPlan,
  faults: DecodeFaults,
  { onFaults }: Pick<FilmDependencies, 'onFaults'>,
): Promise<readonly Finding[]> {
  const found = await faults.of(new Set(uses.map(({ sha256 }) => sha256)));
  for (const [sha256, places] of found) {
    if (places.length === 0) continue;
    const before = uses.find((use) => use.sha256 === sha256)?.faults ?? [];
    await onFaults?.(sha256, mergedFaults([...before, ...places]));
  }
  return faultFindings(uses, found);
}

/** Joins the warnings of a plan and of its film. The film's warnings about damaged places replace the plan's. */
export function allWarnings(plan: Pick<RenderPlan, 'warnings'>, made: Pick<MadeFilm, 'warnings'>): readonly Finding[] {
  return [...plan.warnings.filter((finding) => !isFaultFinding(finding)), ...made.warnings];
}

/** Makes the missing parts. Meanwhile encodes the sound track from the sounds of the scenes as they arrive. */
async function makePartsAndTrack(
  plan: RenderPlan,
  { jobs, ready }: PartsInventory,
  context: RenderContext,
  observer: Omit<PartsObserver, 'onPart'>,
  stream: FilmStream | null,
): Promise<void> {
  const arrivals = createPartArrivals();
  for (const key of ready) arrivals.arrive(key);
  const pendingSoundOf = (key: string) => ({
    path: arrivals.arrivalOf(key).then(() => join(context.folder, key)),
    growing: unfinishedPath(context.folder, key),
  });
  await runTogether(
    context.signal,
    (signal) => makeParts(jobs, plan, { ...context, signal }, { ...observer, onPart: arrivals.arrive }),
    (signal) =>
      runTogether(
        signal,
        (either) => makeTrack(plan, pendingSoundOf, ready, { ...context, signal: either }, arrivals.arrive),
        async (either) => {
          const { folder, keys } = context;
          const growingPath = (key: string) => unfinishedPath(folder, key);
          const files = { folder, growingPath, arrivalOf: arrivals.arrivalOf, track: keys.track ?? [] };
          if (stream !== null) await followFilm(plan, files, stream, either);
        },
      ),
  );
}

async function joinAndCheck(
  plan: RenderPlan,
  { path, sync }: UnfinishedFilm,
  check: FilmCheck,
  context: RenderContext,
  { onStage }: FilmProgress,
): Promise<FilmFile> {
  try {
    onStage('joining');
    check.begin();
    const checkedFrames = await joinParts(plan, path, context);
    // Check the frames of a hardware encoder completely, because hardware encoders vary between devices.
    const frameCheck = plan.hardware === null ? checkedFrames : null;
    onStage('verifying');
    const [, [sha256]] = await runTogether(
      context.signal,
      () => check.finish(frameCheck),
      // Compute the digest while the file is written to the disk.
      (signal) => runTogether(signal, (abortSignal) => digestFile(path, abortSignal), sync),
    );
    return { sha256, bytes: (await stat(path)).size };
  } catch (error) {
    // A cached part may have caused the wrong film or the failed join. Drop all parts of the film.
    if (error instanceof ServiceError && PART_FAULT_CODES.has(error.code)) await context.store.drop(context.keys.all);
    throw error;
  }
}

/** The progress of a film, computed from the progress of its jobs. */
interface FilmProgress {
  /** Records the number of finished frames of a job. */
  readonly onFrames: (job: Job, count: Frames) => void;
  /** Starts a stage after all frames are done. */
  readonly onStage: (stage: 'joining' | 'verifying') => void;
}

/** Returns a progress that adds up the frames of all jobs. Cached frames count as done from the start. */
function followProgress(
  plan: RenderPlan,
  jobs: readonly Job[],
  scenes: SceneCounts,
  notify: (progress: RenderProgress) => void,
): FilmProgress {
  const report = (progress: RenderProgress) => notify({ ...progress, scenes });
  const missing = jobs.reduce((sum, job) => sum + job.frames, 0);
  const ready = plan.length - missing;
  const meter = createProgressMeter(plan.length, ready, () => performance.now());
  const byJob = new Map<Job, number>();
  let done = ready;
  return {
    onFrames: (job, count) => {
      done += count - (byJob.get(job) ?? 0);
      byJob.set(job, count);
      report(meter.report('rendering', frames(done)));
    },
    onStage: (stage) => report(meter.report(stage, plan.length)),
  };
}

/** Signals that items of other steps are ready, by name. A step can wait for each item. */
export interface PartArrivals {
  arrive(name: string): void;
  /** Resolves when the item has arrived. Stays pending if it never arrives. */
  arrivalOf(name: string): Promise<void>;
}

function createPartArrivals(): PartArrivals {
  const entries = new Map<string, PromiseWithResolvers<void>>();
  const entryOf = (name: string): PromiseWithResolvers<void> => {
    const entry = entries.get(name) ?? Promise.withResolvers<void>();
    entries.set(name, entry);
    return entry;
  };
  return { arrive: (name) => entryOf(name).resolve(), arrivalOf: (name) => entryOf(name).promise };
}

/** The sound of a film whose parts exist. Each call reads the sound from its start. */
export interface ReadableSound {
  /** Returns raw samples (`SOUND_FORMAT`), with a gain and its limiter. */
  readonly open: (gain: SoundGain | null) => AsyncIterable<Uint8Array>;
  /** Returns interleaved stereo samples before clipping, without a gain. */
  readonly openUnclipped: () => AsyncIterable<Float32Array>;
}

/**
 * Makes the sound of a plan without pictures, and passes it to `take` while its parts still exist. Calls `onFrames` at
 * least once, even if no part is missing.
 */
export async function makeSound<Taken>(
  { plan, keys }: PlannedFilm,
  sources: FoundSources,
  dependencies: MakingDependencies,
  signal: AbortSignal,
  take: (sound: ReadableSound) => Promise<Taken>,
  onFrames: (made: FramesMade) => void,
): Promise<Taken> {
  await using scratch = await openScratch(dependencies.workshop.folder);
  const context = contextOf(keys, sources, scratch.folder, dependencies, signal);
  const { jobs } = await lookUpParts(plan, context);
  await makeParts(jobs, plan, context, { ...UNOBSERVED, onFrames: framesOf(jobs, onFrames) });
  const fileOf: SoundFile = ({ key }) => ({ path: Promise.resolve(join(scratch.folder, key)), growing: null });
  const range = completeRange(plan);
  const taken = await take({
    open: (gain) => filmSound({ ...plan, gain }, [range], fileOf, signal),
    openUnclipped: () => unclippedSound(segmentsOfRange({ ...plan, gain: null }, range, fileOf), signal),
  });
  await context.store.pruneIfFull();
  return taken;
}

/** The progress of the missing parts, in frames of the film. */
export interface FramesMade {
  readonly done: number;
  readonly total: number;
}

/** Returns an observer that adds up the frames of all jobs. */
function framesOf(jobs: readonly Job[], notify: (made: FramesMade) => void): PartsObserver['onFrames'] {
  const total = jobs.reduce((sum, job) => sum + job.frames, 0);
  const byJob = new Map<Job, number>();
  let done = 0;
  notify({ done, total });
  return (job, count) => {
    done += count - (byJob.get(job) ?? 0);
    byJob.set(job, count);
    notify({ done, total });
  };
}

const UNOBSERVED: PartsObserver = {
  onFrames: () => undefined,
  onPart: () => undefined,
  onLastJobStarted: () => undefined,
};
