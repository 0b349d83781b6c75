import { join } from 'node:path';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { openScratch } from '../../engine/cache/scratch.ts';
import { formatOf } from '../../engine/formats/formats.ts';
import { type Job, planJobs } from '../../engine/make/part-jobs.ts';
import type {
  FilmToMake,
  MakingSurroundings,
  RenderOutcome,
  RenderProgress,
  SceneCounts,
} from '../../engine/make/render-types.ts';
import { sceneCounts } from '../../engine/make/scene-counts.ts';
import type { AnyPart } from '../../engine/parts/part.ts';
import { refusal } from '../../errors/issues.ts';
import { type Issue, ServiceError } from '../../errors/service-error.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { claiming, createPartClaims, type PartClaim, type PartClaims } from '../../renders/queue/part-claims.ts';
import type { BlobDigest } from '../../storage/ports.ts';
import type { FilmAnswer, FilmJob, PartsJob } from '../protocol/job.ts';
import { blobKey, putOnce } from '../storage/object-storage.ts';
import {
  createPlannedFilms,
  fontsOfOrder,
  locateForOrder,
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

/** Makes what is ordered, in this process and the FFmpeg processes that it starts. */
export function createJobProcessor(options: JobProcessorOptions): JobProcessor {
  const shared = { claims: createPartClaims(), planned: createPlannedFilms() };

  const answered = async <Made>(signal: AbortSignal, make: () => Promise<Made>) => {
    try {
      return await make();
    } catch (error) {
      // What fails because of the abort says so in many ways.
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
      const divide = context.divide === null ? null : noting(context.divide, thrown);
      const made = await answered(context.signal, async () => {
        try {
          return await makeOrderedFilm(job, options, shared, { ...context, divide });
        } catch (error) {
          // Whoever divided the film knows what it means.
          if (thrown.includes(error)) return null;
          throw error;
        }
      });
      if (made === null) throw thrown[0];
      return made;
    },
    parts: (job, context) =>
      answered(context.signal, async () => {
        await makeOrderedParts(job, options, shared, context);
        return { state: 'made' } as const;
      }),
  };
}

type Divide = NonNullable<FilmContext['divide']>;

/** Notes what it throws. */
function noting(divide: Divide, thrown: unknown[]): Divide {
  return async (...given) => {
    try {
      return await divide(...given);
    } catch (error) {
      thrown.push(error);
      throw error;
    }
  };
}

/** What the orders of one worker share. */
interface SharedOfWorker {
  readonly claims: PartClaims;
  readonly planned: PlannedFilms;
}

/** The parts of an order that both ways of making its film need. */
interface Making {
  readonly order: FilmJob;
  readonly options: JobProcessorOptions;
  readonly shared: SharedOfWorker;
  readonly files: FilesInUse;
  readonly template: OpenedTemplate;
  /** Absolute; of this order alone. */
  readonly folder: string;
  readonly claim: PartClaim;
  readonly context: FilmContext;
}

type Outcome = Pick<RenderOutcome, 'path' | 'sha256' | 'bytes' | 'frames' | 'durationSeconds'> & {
  readonly warnings: readonly Issue[];
  readonly scenes: SceneCounts;
};

/**
 * Makes a film and puts it into the store, or gives its parts to others. Throws a `ServiceError` for whatever goes wrong,
 * the signal's reason, and what `divide` throws.
 */
async function makeOrderedFilm(
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
  const making = { order: job, options, shared, files, template, folder: scratch.folder, claim, context };
  const { path, sha256, bytes, warnings, ...facts } = (await joined(making)) ?? (await madeWhole(making));
  claim.filmIsMade();
  await putOnce(storage, blobKey(sha256), { path, sha256 }, { signal });
  return {
    state: 'made',
    sha256: sha256 as BlobDigest,
    ...{ bytes, frames: facts.frames, durationSeconds: facts.durationSeconds, scenes: facts.scenes },
    warnings: [...template.issues, ...warnings],
    by: workerId,
  };
}

async function madeWhole(making: Making): Promise<Outcome> {
  const { order, options, files, template, claim, context } = making;
  const { inspector } = options;
  const { signal, divide, left } = context;
  const tools = await options.tools();
  await using sources = locateForOrder(order, files, tools, options);
  // Loaded when it is needed first, as the service does.
  const { renderMovie } = await import('../../engine/engine.ts');
  const { format, quality, hardware } = order;
  const rendered = await renderMovie(
    { film: claiming(template.planner, claim), format, quality, hardware, output: outputOf(making) },
    {
      ...surroundingsOf(making, tools),
      locate: sources.locate,
      addedFonts: () => fontsOfOrder(order, files, signal),
      beforeMaking: async (film) => {
        const division = divide === null ? null : await divisionOf(film, making);
        if (division !== null) await divide?.(division);
      },
    },
    { signal, onProgress: progressTeller(making) },
  );
  if (!rendered.ok) throw refusal('render/invalid', await inspector.locate(template.xml, rendered.error));
  const { scenes: total, cachedScenes: cached, ...film } = rendered.value;
  const warnings = await inspector.locate(template.xml, film.warnings);
  return { ...film, warnings, scenes: left?.scenes ?? { total, cached } };
}

/**
 * Joins a film that was divided, without its sources: those alone are fetched that parts are made of which nobody made.
 * Null where it was not divided, and where it cannot be made so here: whatever that is, it comes to light, or right, when
 * the film is made whole.
 */
async function joined(making: Making): Promise<Outcome | null> {
  const { order, options, shared, files, template, claim, context } = making;
  const { signal, left = null } = context;
  if (left === null || left.question === null) return null;
  try {
    const { planned, found } = await planByManifest(
      order,
      left.question,
      shared.planned,
      { ...options, files, open: () => Promise.resolve(template) },
      signal,
    );
    await claim.take(planned.keys, signal);
    const { renderPlanned } = await import('../../engine/ordered-parts.ts');
    const { format, quality } = order;
    const film = await renderPlanned(
      {
        ...{ planned, found, format, quality, output: outputOf(making) },
        pathOf: (sha256, either) => files.path(blobKey(sha256), sha256, either),
      },
      surroundingsOf(making, await options.tools()),
      { signal, onProgress: progressTeller(making) },
    );
    const warnings = [...(await options.inspector.locate(template.xml, film.warnings)), ...left.warnings];
    return { ...film, warnings, scenes: left.scenes };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError && !NOT_SO_HERE.has(error.code)) throw error;
    return null;
  }
}

/** The store has lost what the sources' facts or bytes are read from, or they say something else here. */
const NOT_SO_HERE: ReadonlySet<ErrorCode> = new Set(['farm/lacking', 'farm/version']);

function outputOf({ order, folder }: Making): string {
  return join(folder, `film.${formatOf(order.format).extension}`);
}

function surroundingsOf(
  { order: { encodingCores }, options: { workshop, parts, cores } }: Making,
  tools: MediaTools,
): MakingSurroundings {
  return { tools, workshop, parts, films: parts.films, cores, encodingCores };
}

/**
 * What others are to make of a film; null where it is better made here. All that they need is in the store then.
 */
async function divisionOf(film: FilmToMake, making: Making): Promise<Division | null> {
  const { order, folder, template, shared, context } = making;
  const { livingWorkers, cores, framePixels, storage, tools, inspector } = making.options;
  const { plan } = film.planned;
  const workers = livingWorkers();
  const jobs = planJobs(plan, film.ready, workers * cores);
  const pieces = divideFilm(jobs, plan.canvas, { workers, cores, ...(framePixels !== undefined && { framePixels }) });
  if (pieces === null) return null;
  const question = await shareSources(film, folder, storage, context.signal);
  // Some of the parts may come back to this worker.
  shared.planned.keep(planName(order, question, (await tools()).version), film.planned);
  const orders = pieces.map((piece, index) => ({
    ...{ kind: 'parts' as const, id: `${order.id}.${index + 1}`, film: order, question },
    ...piece,
  }));
  const warnings = await inspector.locate(template.xml, film.drawingWarnings);
  return { orders, frames: plan.length, left: { scenes: sceneCounts(plan, film.jobs), question, warnings } };
}

/** Tells of a film once it is being made: what is fetched before has no frames. */
function progressTeller({ claim, context, options }: Making): (progress: RenderProgress) => void {
  const { onProgress, left } = context;
  return ({ stage, ...progress }) => {
    if (stage === 'joining') claim.partsAreMade();
    if (stage === 'checking' || stage === 'fetching') return;
    onProgress({ ...progress, ...(left !== undefined && { scenes: left.scenes }), by: options.workerId });
  };
}

/** What one worker makes together. */
export interface Piece {
  readonly keys: readonly string[];
  /** Frames of the film that wait for it. */
  readonly frames: number;
}

/** Who could make them. */
export interface Crew {
  /** Workers that live, the one that asks among them. */
  readonly workers: number;
  /** Cores of the one that asks; the others are taken to be like it. */
  readonly cores: number;
  /** Pixels of a frame that counts as one; those of 720p unless a test divides small films. */
  readonly framePixels?: number;
}

/** Pixels of 720p: what work is counted in, unless said otherwise. A core encodes about a hundred such frames a second. */
const FRAME_PIXELS = 1280 * 720;
/** A film of less work is made whole: telling others, and waiting for the last of them, takes about as long. */
const LEAST_FRAMES = 600;
/** So much work is worth a trip: sources may have to be fetched first, and parts go to the store and back. */
const FRAMES_OF_PIECE = 300;
/** Pieces for each core, so that all are busy until the end, however different they are. */
const PIECES_FOR_EACH_CORE = 4;
/** Of one film: each is an entry in the queue that names all that the film was ordered with. */
const MOST_PIECES = 256;
/** Composing a frame takes about as long as encoding it. */
const COMPOSED_FRAMES = 2;
/** Making a second of sound takes about as long as one frame. */
const FRAMES_OF_SECOND = 1;

/**
 * What others make of a film: its jobs, some together, so that each piece is worth its trip; those that take longest
 * first. Null where it is better made by one worker.
 * @param jobs What is missing, as it is made: jobs are never divided, because their parts share what is decoded.
 */
export function divideFilm(jobs: readonly Job[], canvas: Size, crew: Crew): readonly Piece[] | null {
  const { workers, cores, framePixels = FRAME_PIXELS } = crew;
  const frames = (canvas.width * canvas.height) / framePixels;
  const weights = jobs.map(({ parts }) => parts.reduce((sum, { part }) => sum + weightOf(part, frames), 0));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (workers <= 1 || jobs.length <= 1 || all < LEAST_FRAMES) return null;
  const most = Math.min(MOST_PIECES, workers * cores * PIECES_FOR_EACH_CORE);
  const size = Math.max(FRAMES_OF_PIECE, all / most);
  const pieces: { readonly jobs: Job[]; weight: number }[] = [];
  for (const [index, job] of jobs.entries()) {
    const weight = weights[index] ?? 0;
    const open = pieces.at(-1);
    // Neighbours are of the same sources more often than not.
    if (open !== undefined && open.weight + weight / 2 <= size) {
      open.jobs.push(job);
      open.weight += weight;
    } else pieces.push({ jobs: [job], weight });
  }
  if (pieces.length <= 1) return null;
  return pieces.toSorted((left, right) => right.weight - left.weight).map(({ jobs }) => pieceOf(jobs));
}

function pieceOf(jobs: readonly Job[]): Piece {
  return {
    keys: jobs.flatMap(({ parts }) => parts.map(({ key }) => key)),
    frames: jobs.reduce((sum, { frames }) => sum + frames, 0),
  };
}

/** Work of a part, in frames that count as one; a frame of its film is so many of them. */
function weightOf({ kind, length }: AnyPart, frames: number): number {
  if (kind === 'sound') return (length / SAMPLE_RATE) * FRAMES_OF_SECOND;
  return length * frames * (kind === 'composed' ? COMPOSED_FRAMES : 1);
}

/**
 * Makes some parts of a film that another worker planned, and keeps them in the store. Throws `farm/version` where the
 * film is another one here, and what else goes wrong as a film's maker does.
 */
async function makeOrderedParts(
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
    { ...options, files, open: (either) => openTemplate(film, options.inspector, files, either) },
    signal,
  );
  signal.throwIfAborted();
  // Others that are made here may show the same.
  using claim = shared.claims.open();
  await claim.take({ film: '', all: keys }, signal);
  const { renderParts, UnknownPartError } = await import('../../engine/ordered-parts.ts');
  const { workshop, parts, cores } = options;
  await renderParts(
    { planned, found, keys, pathOf: (sha256, either) => files.path(blobKey(sha256), sha256, either) },
    // Whoever joins them looks for them in the store.
    { tools, workshop, parts: parts.certain, cores, encodingCores },
    // A sound whose picture somebody else makes counts there.
    { signal, onFrames: (done) => onFrames(Math.min(frames, done)) },
  ).catch((cause: unknown) => {
    throw cause instanceof UnknownPartError ? new ServiceError('farm/version', '', { cause }) : cause;
  });
  claim.partsAreMade();
}
