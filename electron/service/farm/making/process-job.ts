import { join } from 'node:path';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { openScratch } from '../../engine/cache/scratch.ts';
import { formatOf } from '../../engine/formats/formats.ts';
import { planJobs } from '../../engine/make/plan-jobs.ts';
import type {
  FilmToMake,
  MakingDependencies,
  RenderOutcome,
  RenderProgress,
  SceneCounts,
} from '../../engine/make/render-types.ts';
import { sceneCounts } from '../../engine/make/scene-counts.ts';
import { refusal } from '../../errors/issues.ts';
import { type Issue, ServiceError } from '../../errors/service-error.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { claimingPlanner, createPartClaims, type PartClaim, type PartClaims } from '../../renders/queue/part-claims.ts';
import { keepFaults } from '../../sources/facts/source-faults.ts';
import type { BlobDigest } from '../../storage/ports.ts';
import type { FilmAnswer, FilmJob, PartsJob } from '../protocol/job.ts';
import { blobKey, putOnce } from '../storage/object-storage.ts';
import { divideFilm, freeCores } from './divide-film.ts';
import {
  createPlannedFilms,
  fontsOfJob,
  locateForJob,
  type OpenedTemplate,
  openTemplate,
  type PlannedFilms,
  planByManifest,
  planName,
  shareSources,
} from './job-plan.ts';
import {
  type Division,
  type FilmContext,
  type JobProcessor,
  type JobProcessorOptions,
  type PartsContext,
  refusalIn,
} from './job-processor.ts';
import type { FilesInUse } from './stored-files.ts';

/**
 * Creates a job processor that uses this process and its FFmpeg processes. A film has the same bytes for any number of
 * workers and cores, because `encodingCores` determines the encoder threads.
 */
export function createJobProcessor(options: JobProcessorOptions): JobProcessor {
  const shared = { claims: createPartClaims(), planned: createPlannedFilms() };

  const answerOf = async <Made>(signal: AbortSignal, make: () => Promise<Made>) => {
    try {
      return await make();
    } catch (error) {
      // After an abort, the steps fail with various errors. Throw the signal's reason instead.
      signal.throwIfAborted();
      const refused = refusalIn(error);
      if (refused === null) throw error;
      if (refused.code === 'request/internal') options.onInternal?.(error);
      return { state: 'failed', error: refused } as const;
    }
  };
  return {
    film: async (job, context) => {
      const thrown: unknown[] = [];
      const divide = context.divide === null ? null : recordingErrors(context.divide, thrown);
      const made = await answerOf(context.signal, async () => {
        try {
          return await makeOrDivideFilm(job, options, shared, { ...context, divide });
        } catch (error) {
          // Return no answer for an error of `divide`. It is rethrown below, because only the caller of `divide` can
          // interpret it.
          if (thrown.includes(error)) return null;
          throw error;
        }
      });
      if (made === null) throw thrown[0];
      return made;
    },
    parts: (job, context) =>
      answerOf(context.signal, async () => {
        await makeRequestedParts(job, options, shared, context);
        return { state: 'made' } as const;
      }),
  };
}

type Divide = NonNullable<FilmContext['divide']>;

/** Wraps `divide` and records the error that it throws. */
function recordingErrors(divide: Divide, thrown: unknown[]): Divide {
  return async (...parameters) => {
    try {
      return await divide(...parameters);
    } catch (error) {
      thrown.push(error);
      throw error;
    }
  };
}

/** The state that the jobs of one worker share. */
interface SharedOfWorker {
  readonly claims: PartClaims;
  readonly planned: PlannedFilms;
}

/** The state of a film job, for making the film completely and for joining its parts. */
interface Making {
  readonly job: FilmJob;
  readonly options: JobProcessorOptions;
  readonly shared: SharedOfWorker;
  readonly files: FilesInUse;
  readonly template: OpenedTemplate;
  /** The absolute path of the job's own folder. */
  readonly folder: string;
  readonly claim: PartClaim;
  readonly context: FilmContext;
  /** The damaged places that decoding found, by the digest of their source. */
  readonly faults: Map<string, readonly FaultSpan[]>;
}

type Outcome = Pick<RenderOutcome, 'path' | 'sha256' | 'bytes' | 'frames' | 'durationSeconds'> & {
  readonly warnings: readonly Issue[];
  readonly scenes: SceneCounts;
};

/**
 * Makes a film and puts it into the store, or divides it among other workers. Throws a `ServiceError` for every
 * failure, the signal's reason, and the error of `divide`.
 */
async function makeOrDivideFilm(
  job: FilmJob,
  options: JobProcessorOptions,
  shared: SharedOfWorker,
  context: FilmContext,
): Promise<FilmAnswer> {
  const { inspector, storage, workerId } = options;
  const { signal } = context;
  await using files = options.files.open();
  const template = await openTemplate(job, inspector, files, signal);
  const tools = await options.tools();
  signal.throwIfAborted();
  if (job.hardware !== null) await options.encoders.require(tools, job.hardware);
  await using scratch = await openScratch(options.temporaryFolder);
  using claim = shared.claims.open();
  const faults = new Map<string, readonly FaultSpan[]>();
  const making = { job, options, shared, files, template, folder: scratch.folder, claim, context, faults };
  const { path, sha256, bytes, warnings, ...facts } = (await joinDivided(making)) ?? (await makeWhole(making));
  claim.filmIsMade();
  await putOnce(storage, blobKey(sha256), { path, sha256 }, { signal });
  return {
    state: 'made',
    sha256: sha256 as BlobDigest,
    ...{ bytes, frames: facts.frames, durationSeconds: facts.durationSeconds, scenes: facts.scenes },
    warnings: [...template.issues, ...warnings],
    ...(faults.size > 0 && { faults: [...faults].map(([source, places]) => [source as BlobDigest, places] as const) }),
    by: workerId,
  };
}

async function makeWhole(making: Making): Promise<Outcome> {
  const { job, options, files, template, claim, context } = making;
  const { inspector } = options;
  const { signal, divide, divided } = context;
  const tools = await options.tools();
  await using sources = locateForJob(job, files, tools, options);
  // Imported on first use to keep the start short.
  const { renderMovie } = await import('../../engine/engine.ts');
  const { format, quality, hardware, gain = null, maxBytes = null, isStreamed = false } = job;
  const rendered = await renderMovie(
    {
      film: claimingPlanner(template.planner, claim),
      format,
      quality,
      hardware,
      gain,
      maxBytes,
      isStreamed,
      output: outputOf(making),
    },
    {
      ...dependenciesOf(making, tools),
      locate: sources.locate,
      addedFonts: () => fontsOfJob(job, files, signal),
      beforeMaking: async (film) => {
        const division = divide === null ? null : await divisionOf(film, making);
        if (division !== null) await divide?.(division);
      },
    },
    { signal, onProgress: progressReporter(making) },
  );
  if (!rendered.ok) throw refusal('render/invalid', await inspector.locate(template.xml, rendered.error));
  const { scenes: total, cachedScenes: cached, ...film } = rendered.value;
  const warnings = await inspector.locate(template.xml, film.warnings);
  return { ...film, warnings, scenes: divided?.scenes ?? { total, cached } };
}

/**
 * Joins a divided film. Fetches only the sources of missing parts. Returns null for an undivided film, and for a film
 * that cannot be joined here. The caller then makes the film completely, which either succeeds or reports the cause.
 */
async function joinDivided(making: Making): Promise<Outcome | null> {
  const { job, options, shared, files, template, claim, context } = making;
  const { signal, divided = null } = context;
  if (divided === null || divided.question === null) return null;
  try {
    const { planned, found } = await planByManifest(
      job,
      divided.question,
      shared.planned,
      { ...options, files, open: () => Promise.resolve(template) },
      signal,
    );
    await claim.take(planned.keys, signal);
    const { renderPlanned } = await import('../../engine/ordered-parts.ts');
    const { format, quality, maxBytes = null } = job;
    const film = await renderPlanned(
      {
        ...{ planned, found, format, quality, maxBytes, output: outputOf(making) },
        pathOf: (sha256, abortSignal) => files.path(blobKey(sha256), sha256, abortSignal),
      },
      dependenciesOf(making, await options.tools()),
      { signal, onProgress: progressReporter(making) },
    );
    const warnings = [...(await options.inspector.locate(template.xml, film.warnings)), ...divided.warnings];
    return { ...film, warnings, scenes: divided.scenes };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError && !REMAKE_CODES.has(error.code)) throw error;
    return null;
  }
}

/**
 * Codes after which the film is made completely: the store lost a source or the source manifest, or the facts differ
 * here.
 */
const REMAKE_CODES: ReadonlySet<ErrorCode> = new Set(['farm/lacking', 'farm/version']);

function outputOf({ job, folder }: Making): string {
  return join(folder, `film.${formatOf(job.format).extension}`);
}

function dependenciesOf(
  { job: { encodingCores }, options: { workshop, parts, cores, cacheFolder }, faults }: Making,
  tools: MediaTools,
): MakingDependencies {
  const onFaults = async (sha256: string, places: readonly FaultSpan[]): Promise<void> => {
    faults.set(sha256, places);
    await keepFaults(sha256, places, tools, cacheFolder);
  };
  return { tools, workshop, parts, films: parts.films, cores, encodingCores, onFaults };
}

/** The number of planned jobs per free core. It exceeds the number of pieces, so that pieces can have equal work. */
const JOBS_FOR_EACH_CORE = 8;

/**
 * Divides a film among workers; null if this worker makes it faster alone. First puts all files into the store that the
 * parts need.
 */
async function divisionOf(film: FilmToMake, making: Making): Promise<Division | null> {
  const { job, folder, template, shared, context } = making;
  const { workers, workerId, cores, framePixels, storage, tools, inspector } = making.options;
  const { plan } = film.planned;
  const missing = film.jobs.reduce((sum, { frames }) => sum + frames, 0);
  const free = freeCores(await workers(), { id: workerId, cores, job: job.id }, missing);
  const jobs = planJobs(plan, film.ready, (free.own + free.others) * JOBS_FOR_EACH_CORE);
  const pieces = divideFilm(jobs, plan.canvas, free, framePixels);
  if (pieces === null) return null;
  const question = await shareSources(film, folder, storage, context.signal);
  // Store the plan, because this worker may take some of the parts.
  shared.planned.remember(planName(job, question, (await tools()).version), film.planned);
  const partsJobs = pieces.map((piece, index) => ({
    ...{ kind: 'parts' as const, id: `${job.id}.${index + 1}`, film: job, question },
    ...piece,
  }));
  const warnings = await inspector.locate(template.xml, film.drawingWarnings);
  return {
    jobs: partsJobs,
    frames: plan.length,
    divided: { scenes: sceneCounts(plan, film.jobs), question, warnings },
  };
}

/** Returns a function that reports progress except for fetching and checking, which have no frames. */
function progressReporter({ claim, context, options }: Making): (progress: RenderProgress) => void {
  const { onProgress, divided } = context;
  return ({ stage, ...progress }) => {
    if (stage === 'joining') claim.partsAreMade();
    if (stage === 'checking' || stage === 'fetching') return;
    onProgress({ ...progress, ...(divided !== undefined && { scenes: divided.scenes }), by: options.workerId });
  };
}

/**
 * Makes some parts of a film that another worker planned, and puts them into the store. Throws `farm/version` if the
 * plan has other parts here, and the same errors as a film job.
 */
async function makeRequestedParts(
  { film, question, keys, frames }: PartsJob,
  options: JobProcessorOptions,
  shared: SharedOfWorker,
  { signal, onFrames }: PartsContext,
): Promise<void> {
  await using files = options.files.open();
  const tools = await options.tools();
  const { hardware, encodingCores } = film;
  if (hardware !== null) await options.encoders.require(tools, hardware);
  const { planned, found } = await planByManifest(
    film,
    question,
    shared.planned,
    { ...options, files, open: (abortSignal) => openTemplate(film, options.inspector, files, abortSignal) },
    signal,
  );
  signal.throwIfAborted();
  // Claim the parts, because other films on this machine can need the same parts.
  using claim = shared.claims.open();
  await claim.take({ film: '', all: keys }, signal);
  const { renderParts, UnknownPartError } = await import('../../engine/ordered-parts.ts');
  const { workshop, parts, cores } = options;
  await renderParts(
    { planned, found, keys, pathOf: (sha256, abortSignal) => files.path(blobKey(sha256), sha256, abortSignal) },
    // The joining worker looks for the parts in the store.
    { tools, workshop, parts: parts.strict, cores, encodingCores },
    // Limit the count, because it includes sounds whose pictures other workers make.
    { signal, onFrames: (done) => onFrames(Math.min(frames, done)) },
  ).catch((cause: unknown) => {
    throw cause instanceof UnknownPartError ? new ServiceError('farm/version', '', { cause }) : cause;
  });
  claim.partsAreMade();
}
