import { readFile } from 'node:fs/promises';
import { refusal } from '../../errors/issues.ts';
import { type Issue, ServiceError } from '../../errors/service-error.ts';
import type { FilmPlanner, PlannedFilm } from '../../render/plan/film-planner.ts';
import type { FoundSource, FoundSources } from '../../render/plan/locate-sources.ts';
import type { FilmOrder } from '../orders/orders.ts';
import { questionKey, templateKey } from '../store/object-storage.ts';
import type { OrderMakerOptions } from './order-maker.ts';
import { type PlannedFilms, planName } from './planned-films.ts';
import { readQuestion } from './question.ts';
import type { FilesInUse } from './stored-files.ts';

/** A film as whoever divided it planned it, and what that was planned with. */
export interface FilmByQuestion {
  readonly planned: PlannedFilm;
  readonly found: FoundSources<FoundSource>;
}

/**
 * Plans a film by what is known of its sources, without their files; remembered for those who ask next. Throws
 * `farm/version` where it cannot be planned so here, `farm/lacking` where the store does not have the question.
 */
export async function planByQuestion(
  order: FilmOrder,
  question: string,
  planned: PlannedFilms,
  options: Pick<OrderMakerOptions, 'tools'> & {
    readonly files: FilesInUse;
    /** Opens the template, where the film is not planned yet. */
    readonly open: (signal: AbortSignal) => Promise<Pick<OpenedTemplate, 'planner'>>;
  },
  signal: AbortSignal,
): Promise<FilmByQuestion> {
  const { files, open } = options;
  const { filters, version: toolsVersion } = await options.tools();
  const found = readQuestion(await readFile(await files.path(questionKey(question), question, signal), 'utf8'));
  if (found === null) throw new ServiceError('farm/version');
  const { format, quality, hardware } = order;
  const plan = async (either: AbortSignal): Promise<PlannedFilm> => {
    const { planner } = await open(either);
    const made = await planner.plan({ format, quality, hardware, found, filters, toolsVersion }, either);
    // Whoever ordered could plan it.
    if (!made.ok) throw new ServiceError('farm/version');
    return made.value;
  };
  return { planned: await planned.find(planName(order, question, toolsVersion), signal, plan), found };
}

/** The template of an order, and what is to be said of it. */
export interface OpenedTemplate {
  readonly xml: string;
  readonly planner: FilmPlanner;
  readonly issues: readonly Issue[];
}

/** The template of an order, read. Throws `render/invalid` for one that is refused. */
export async function openTemplate(
  { template, variables, range }: FilmOrder,
  inspector: OrderMakerOptions['inspector'],
  files: FilesInUse,
  signal: AbortSignal,
): Promise<OpenedTemplate> {
  const xml = await readFile(await files.path(templateKey(template), template, signal), 'utf8');
  const { planner, issues } = await inspector.open({ xml, values: variables, range });
  if (planner === null) throw refusal('render/invalid', issues);
  return { xml, planner, issues };
}
