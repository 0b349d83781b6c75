import { readFile } from 'node:fs/promises';
import { refusal } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { PlannedFilm } from '../../render/plan/film-planner.ts';
import type { FoundSource, FoundSources } from '../../render/plan/locate-sources.ts';
import type { FilmOrder, PartsOrder } from '../orders/orders.ts';
import { blobKey, questionKey, templateKey } from '../store/object-storage.ts';
import type { SharedOfWorker } from './make-ordered-film.ts';
import type { OrderMakerOptions, PartsContext } from './order-maker.ts';
import { planName } from './planned-films.ts';
import { readQuestion } from './question.ts';

/**
 * Makes some parts of a film that another worker planned, and keeps them in the store. Throws `farm/version` where the
 * film is another one here, and what else goes wrong as a film's maker does.
 */
export async function makeOrderedParts(
  { film, question, keys, frames }: PartsOrder,
  options: OrderMakerOptions,
  shared: SharedOfWorker,
  { signal, onFrames }: PartsContext,
): Promise<void> {
  await using files = options.files.open();
  const tools = await options.tools();
  const { hardware, encodingCores } = film;
  if (hardware !== null) await options.encoders.require(tools, hardware);
  const text = await readFile(await files.path(questionKey(question), question, signal), 'utf8');
  const found = readQuestion(text);
  if (found === null) throw new ServiceError('farm/version');
  const xml = await readFile(await files.path(templateKey(film.template), film.template, signal), 'utf8');
  const planned = await shared.planned.find(planName(film, question, tools.version), signal, (either) =>
    planOrdered(film, xml, found, tools, options, either),
  );
  signal.throwIfAborted();
  // Others that are made here may show the same.
  using claim = shared.claims.open();
  await claim.take({ film: '', all: keys }, signal);
  const { renderParts, UnknownPartError } = await import('../../render/ordered-parts.ts');
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

async function planOrdered(
  { variables, range, format, quality, hardware }: FilmOrder,
  xml: string,
  found: FoundSources<FoundSource>,
  { filters, version: toolsVersion }: MediaTools,
  { inspector }: OrderMakerOptions,
  signal: AbortSignal,
): Promise<PlannedFilm> {
  const { planner, issues } = await inspector.open({ xml, values: variables, range });
  if (planner === null) throw refusal('render/invalid', issues);
  const planned = await planner.plan({ format, quality, hardware, found, filters, toolsVersion }, signal);
  // Whoever ordered could plan it.
  if (!planned.ok) throw new ServiceError('farm/version');
  return planned.value;
}
