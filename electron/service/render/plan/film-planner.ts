import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { MediaSource, Movie } from '../../../../shared/template/movie.ts';
import type { Finding } from '../../../../shared/template/problem.ts';
import type { Quality } from '../formats/format.ts';
import type { FormatName } from '../formats/formats.ts';
import type { HardwareName } from '../formats/hardware-encoders.ts';
import { type FilmKeys, filmKeys } from './film-keys.ts';
import { type FoundSources, sourcesByLayer, sourcesOf } from './locate-sources.ts';
import { planRender, type RenderPlan } from './plan.ts';
import type { SceneSource } from './scene-source.ts';

/** How a film is to be made, once its sources were looked for. It can be sent to another thread. */
export interface PlanQuestion {
  readonly format: FormatName;
  readonly quality: Quality;
  /** What encodes the pictures; the processor unless given. */
  readonly hardware?: HardwareName | null;
  readonly found: FoundSources<SceneSource>;
  /** FFmpeg's. */
  readonly filters: ReadonlySet<string>;
  readonly toolsVersion: string;
}

/** A plan, and the names under which everything in it is kept. */
export interface PlannedFilm {
  readonly plan: RenderPlan;
  readonly keys: FilmKeys;
}

/** A film whose template is good. Its movie may be in another thread, because planning a long one takes seconds. */
export interface FilmPlanner {
  /** Every source that it shows, each once. */
  readonly sources: readonly MediaSource[];
  /** The error is all that is wrong with the sources, at every place that shows them. */
  plan(question: PlanQuestion, signal: AbortSignal): Promise<Result<PlannedFilm, readonly Finding[]>>;
}

/** Plans where it is called. */
export function createFilmPlanner(movie: Movie): FilmPlanner {
  return { sources: sourcesOf(movie), plan: (question) => Promise.resolve(planFilm(movie, question)) };
}

export function planFilm(
  movie: Movie,
  { format, quality, hardware = null, found, filters, toolsVersion }: PlanQuestion,
): Result<PlannedFilm, readonly Finding[]> {
  const sources = sourcesByLayer(movie, found);
  if (!sources.ok) return err(sources.error);
  const plan = planRender({ movie, format, quality, hardware, sources: sources.value, filters, toolsVersion });
  return ok({ plan, keys: filmKeys(plan, toolsVersion) });
}
