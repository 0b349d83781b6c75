import { ok, type Result } from '#shared/lib/result.ts';
import { storageFailure } from '../errors/storage-failure.ts';
import type { LocatedSource } from '../sources/located-source.ts';
import { runPool } from '../waiting/pool.ts';
import { openScratch } from './cache/scratch.ts';
import { openUnfinishedFilm } from './cache/unfinished-film.ts';
import { renderOutcome } from './engine.ts';
import { missingJobs, takeCachedParts } from './make/inventory.ts';
import { allWarnings, makeFilm } from './make/make-film.ts';
import { makeParts } from './make/make-parts.ts';
import { countFilm } from './make/parallelism.ts';
import type { Job } from './make/plan-jobs.ts';
import { contextOf } from './make/render-context.ts';
import type { MakingDependencies, RenderOutcome, RenderProgress, RenderRequest } from './make/render-types.ts';
import type { AnyPart } from './parts/part.ts';
import type { PlannedFilm } from './plan/film-planner.ts';
import type { FoundSource, FoundSources } from './plan/locate-sources.ts';
import { partsOfFilm } from './plan/plan.ts';

/** A request for some parts of a film that another machine joins. */
export interface PartsRequest {
  readonly planned: PlannedFilm;
  /** The facts with which the film was planned, without the paths of the sources. */
  readonly found: FoundSources<FoundSource>;
  /** The keys of the requested parts. */
  readonly keys: readonly string[];
  /** Returns the absolute path of a source's bytes. Called only for the sources of the requested parts. */
  readonly pathOf: (sha256: string, signal: AbortSignal) => Promise<string>;
}

/** Thrown if the plan has no part with a requested key. The caller has then planned the film differently. */
export class UnknownPartError extends Error {
  override readonly name = 'UnknownPartError';
  readonly key: string;

  constructor(key: string) {
    super(`a film has no part ${key}`);
    this.key = key;
  }
}

/** A film that was planned from the facts about its sources, without their files. */
export interface PlannedRequest
  extends Pick<RenderRequest, 'format' | 'quality' | 'maxBytes' | 'output'>,
    Omit<PartsRequest, 'keys'> {}

/**
 * Renders a film. Other machines may have made some of its parts. Makes only the missing parts, and fetches only the
 * sources that these parts read. Throws a `ServiceError`, an error of the engine, or the signal's reason. After an
 * error, no file or process is left behind.
 */
export async function renderPlanned(
  { planned, found, pathOf, ...request }: PlannedRequest,
  dependencies: MakingDependencies,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: RenderProgress) => void },
): Promise<Omit<RenderOutcome, 'elapsedSeconds'>> {
  await using unfinished = await openUnfinishedFilm(request.output);
  try {
    const fetchSourcesOf = (jobs: readonly Job[]) => {
      const read = jobs.flatMap(({ parts }) => parts.flatMap(({ part }) => digestsIn(part)));
      return fetchByDigest(new Set(read), found, pathOf, signal);
    };
    const film = await makeFilm(planned, fetchSourcesOf, unfinished, dependencies, {
      signal,
      onProgress,
      maxBytes: request.maxBytes ?? null,
    });
    return { ...renderOutcome(planned.plan, request), ...film, warnings: allWarnings(planned.plan, film) };
  } catch (error) {
    // After an abort, the steps fail with various errors. Report the signal's reason instead.
    signal.throwIfAborted();
    throw storageFailure(error);
  }
}

const CONCURRENT_FETCHES = 4;

/**
 * Makes some parts of a film and stores them in the cache. Parts that are already cached stay as they are. Throws
 * {@link UnknownPartError}, a `ServiceError`, or the signal's reason. After an error, only complete cached parts
 * remain.
 */
export async function renderParts(
  { planned, found, keys, pathOf }: PartsRequest,
  dependencies: MakingDependencies,
  { signal, onFrames }: { readonly signal: AbortSignal; readonly onFrames?: (done: number) => void },
): Promise<void> {
  const { plan } = planned;
  const parts = new Map(partsOfFilm(plan).map(({ key, part }) => [key, part]));
  for (const key of keys) if (!parts.has(key)) throw new UnknownPartError(key);
  try {
    using _film = countFilm();
    await using scratch = await openScratch(dependencies.workshop.folder);
    const createContext = (sources: FoundSources) =>
      contextOf(planned.keys, sources, scratch.folder, dependencies, signal);
    const cached = await takeCachedParts(new Set(keys), createContext(new Map()));
    const missing = new Set(keys.filter((key) => !cached.has(key)));
    const read = new Set([...missing].flatMap((key) => digestsIn(parts.get(key))));
    const context = createContext(await fetchByDigest(read, found, pathOf, signal));
    const others = new Set([...parts.keys()].filter((key) => !missing.has(key)));
    const jobs = missingJobs(plan, others, context);
    await makeParts(jobs, plan, context, {
      onFrames: frameCounter(onFrames),
      onPart: ignore,
      onLastJobStarted: ignore,
    });
    await context.store.pruneIfFull();
  } catch (error) {
    // After an abort, the steps fail with various errors. Report the signal's reason instead.
    signal.throwIfAborted();
    throw storageFailure(error);
  }
}

/** Returns the digests of all sources of a part. Its inputs include the fonts and images that it draws. */
function digestsIn(part: AnyPart | undefined): readonly string[] {
  return part?.inputs.flatMap((input) => (input.kind === 'still' ? [] : [input.sha256])) ?? [];
}

/** Fetches the sources with these digests. Returns the sources with their paths on this machine. */
async function fetchByDigest(
  digests: ReadonlySet<string>,
  sources: FoundSources<FoundSource>,
  pathOf: PartsRequest['pathOf'],
  signal: AbortSignal,
): Promise<FoundSources> {
  const paths = new Map<string, string>();
  await runPool([...digests], CONCURRENT_FETCHES, signal, async (sha256, abortSignal) => {
    paths.set(sha256, await pathOf(sha256, abortSignal));
  });
  const located = new Map<string, Result<LocatedSource, never>>();
  for (const [key, result] of sources) {
    const path = result.ok ? paths.get(result.value.sha256) : undefined;
    if (result.ok && path !== undefined) located.set(key, ok({ ...result.value, path }));
  }
  return located;
}

/** Returns a callback that adds up the frames of all jobs. */
function frameCounter(notify: (done: number) => void = ignore): (job: Job, count: number) => void {
  const byJob = new Map<Job, number>();
  let done = 0;
  return (job, count) => {
    done += count - (byJob.get(job) ?? 0);
    byJob.set(job, count);
    notify(done);
  };
}

function ignore(): void {
  // The default for a caller that passes no `onFrames`.
}
