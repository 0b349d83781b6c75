import { join } from 'node:path';
import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { refusal } from '../../errors/issues.ts';
import { type Issue, ServiceError } from '../../errors/service-error.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { claiming, type PartClaim, type PartClaims } from '../../jobs/queue/part-claims.ts';
import { formatOf } from '../../render/formats/formats.ts';
import { openScratch } from '../../render/kept/scratch.ts';
import { planJobs } from '../../render/make/part-jobs.ts';
import type {
  FilmToMake,
  MakingSurroundings,
  RenderOutcome,
  RenderProgress,
  SceneCounts,
} from '../../render/make/render-types.ts';
import { sceneCounts } from '../../render/make/scene-counts.ts';
import type { BlobDigest } from '../../storage/ports.ts';
import type { FilmAnswer, FilmOrder } from '../orders/orders.ts';
import { blobKey } from '../store/object-storage.ts';
import { putOnce } from '../store/put-once.ts';
import { divideFilm } from './divide-film.ts';
import type { Division, FilmContext, OrderMakerOptions } from './order-maker.ts';
import { fontsOfOrder, locateForOrder, shareSources } from './order-sources.ts';
import { type OpenedTemplate, openTemplate, planByQuestion } from './plan-by-question.ts';
import { type PlannedFilms, planName } from './planned-films.ts';
import type { FilesInUse } from './stored-files.ts';

/** What the orders of one worker share. */
export interface SharedOfWorker {
  readonly claims: PartClaims;
  readonly planned: PlannedFilms;
}

/** The parts of an order that both ways of making its film need. */
interface Making {
  readonly order: FilmOrder;
  readonly options: OrderMakerOptions;
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
export async function makeOrderedFilm(
  order: FilmOrder,
  options: OrderMakerOptions,
  shared: SharedOfWorker,
  context: FilmContext,
): Promise<FilmAnswer> {
  const { inspector, storage, workerId } = options;
  const { signal } = context;
  await using files = options.files.open();
  const template = await openTemplate(order, inspector, files, signal);
  const tools = await options.tools();
  signal.throwIfAborted();
  if (order.hardware !== null) await options.encoders.require(tools, order.hardware);
  await using scratch = await openScratch(options.temporaryFolder);
  using claim = shared.claims.open();
  const making = { order, options, shared, files, template, folder: scratch.folder, claim, context };
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
  const { renderMovie } = await import('../../render/engine.ts');
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
    const { planned, found } = await planByQuestion(
      order,
      left.question,
      shared.planned,
      { ...options, files, open: () => Promise.resolve(template) },
      signal,
    );
    await claim.take(planned.keys, signal);
    const { renderPlanned } = await import('../../render/ordered-parts.ts');
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
