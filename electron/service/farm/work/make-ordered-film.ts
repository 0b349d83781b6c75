import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusal } from '../../errors/issues.ts';
import { claiming, type PartClaims } from '../../jobs/queue/part-claims.ts';
import { formatOf } from '../../render/formats/formats.ts';
import { openScratch } from '../../render/kept/scratch.ts';
import { planJobs } from '../../render/make/part-jobs.ts';
import type { FilmToMake, RenderProgress, SceneCounts } from '../../render/make/render-types.ts';
import { sceneCounts } from '../../render/make/scene-counts.ts';
import type { BlobDigest } from '../../storage/ports.ts';
import type { FilmAnswer, FilmOrder, OrderProgress, PartsOrder } from '../orders/orders.ts';
import { blobKey, templateKey } from '../store/object-storage.ts';
import { divideFilm } from './divide-film.ts';
import type { FilmContext, OrderMakerOptions } from './order-maker.ts';
import { fontsOfOrder, locateForOrder, shareSources } from './order-sources.ts';
import { type PlannedFilms, planName } from './planned-films.ts';
import { putOnce } from './put-once.ts';

/** What the orders of one worker share. */
export interface SharedOfWorker {
  readonly claims: PartClaims;
  readonly planned: PlannedFilms;
}

/**
 * Makes a film and puts it into the store, or gives its parts to others. Throws a `ServiceError` for whatever goes wrong,
 * the signal's reason, and what `divide` throws.
 */
export async function makeOrderedFilm(
  order: FilmOrder,
  options: OrderMakerOptions,
  shared: SharedOfWorker,
  { signal, onProgress, divide, scenes }: FilmContext,
): Promise<FilmAnswer> {
  const { inspector, storage, workshop, parts, cores, workerId } = options;
  await using files = options.files.open();
  const xml = await readFile(await files.path(templateKey(order.template), order.template, signal), 'utf8');
  const { planner, issues } = await inspector.open({ xml, values: order.variables, range: order.range });
  if (planner === null) throw refusal('render/invalid', issues);

  const tools = await options.tools();
  signal.throwIfAborted();
  const { format, quality, hardware, encodingCores } = order;
  if (hardware !== null) await options.encoders.require(tools, hardware);
  await using scratch = await openScratch(options.temporaryFolder);
  const output = join(scratch.folder, `film.${formatOf(format).extension}`);
  using claim = shared.claims.open();
  await using sources = locateForOrder(order, files, tools, options);
  // Loaded when it is needed first, as the service does.
  const { renderMovie } = await import('../../render/engine.ts');
  const tell = progressTeller(onProgress, workerId, scenes);
  const rendered = await renderMovie(
    { film: claiming(planner, claim), format, quality, hardware, output },
    {
      ...{ tools, workshop, parts, cores, encodingCores, locate: sources.locate },
      addedFonts: () => fontsOfOrder(order, files, signal),
      beforeMaking: async (film) => {
        const orders = divide === null ? [] : await ordersOf(film, order, scratch.folder, options, shared, signal);
        if (orders.length > 0) await divide?.(orders, sceneCounts(film.planned.plan, film.jobs));
      },
    },
    {
      signal,
      onProgress: (progress) => {
        if (progress.stage === 'joining') claim.partsAreMade();
        tell(progress);
      },
    },
  );
  if (!rendered.ok) throw refusal('render/invalid', await inspector.locate(xml, rendered.error));
  claim.filmIsMade();
  const {
    path,
    sha256,
    bytes,
    frames,
    durationSeconds,
    warnings,
    scenes: total,
    cachedScenes: cached,
  } = rendered.value;
  await putOnce(storage, blobKey(sha256), { path, sha256 }, signal);
  return {
    state: 'made',
    sha256: sha256 as BlobDigest,
    ...{ bytes, frames, durationSeconds },
    warnings: [...issues, ...(await inspector.locate(xml, warnings))],
    scenes: scenes ?? { total, cached },
    by: workerId,
  };
}

/**
 * What others are to make of a film; nothing where it is better made here. All that they need is in the store then.
 */
async function ordersOf(
  film: FilmToMake,
  order: FilmOrder,
  folder: string,
  { livingWorkers, cores, framePixels, storage, tools }: OrderMakerOptions,
  { planned }: SharedOfWorker,
  signal: AbortSignal,
): Promise<readonly PartsOrder[]> {
  const { plan } = film.planned;
  const workers = livingWorkers();
  const jobs = planJobs(plan, film.ready, workers * cores);
  const pieces = divideFilm(jobs, plan.canvas, { workers, cores, ...(framePixels !== undefined && { framePixels }) });
  if (pieces === null) return [];
  const question = await shareSources(film, folder, storage, signal);
  // Some of the parts may come back to this worker.
  planned.keep(planName(order, question, (await tools()).version), film.planned);
  return pieces.map((piece, index) => ({
    kind: 'parts',
    id: `${order.id}.${index + 1}`,
    film: order,
    question,
    ...piece,
  }));
}

/** Tells of a film once it is being made: what is fetched before has no frames. */
function progressTeller(
  tell: (progress: OrderProgress) => void,
  by: string,
  scenes: SceneCounts | undefined,
): (progress: RenderProgress) => void {
  return ({ stage, ...progress }) => {
    if (stage !== 'checking' && stage !== 'fetching') tell({ ...progress, ...(scenes && { scenes }), by });
  };
}
