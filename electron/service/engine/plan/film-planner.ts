import { ok, type Result } from '#shared/lib/result.ts';
import type { FilmGain } from '#shared/sound/film-gain.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import type { LoudnessTarget } from '#shared/template/values/loudness-target.ts';
import type { Quality } from '../formats/format.ts';
import { type FormatName, formatOf } from '../formats/formats.ts';
import { formatWith, type HardwareName } from '../formats/hardware-encoders.ts';
import { allComposedLayers } from '../parts/composed-part.ts';
import type { KeyedPart } from '../parts/part.ts';
import { type DrawingUse, timelineDrawings } from './film-drawings.ts';
import { type FilmKeys, filmKeys, withPartKeys } from './film-keys.ts';
import { type FoundSource, type FoundSources, sourcesOf } from './locate-sources.ts';
import { canvasOf } from './picture-graph.ts';
import { partsOf, planRender, type RenderPlan, type ScenePlan } from './plan.ts';
import { movieWithSourceLengths } from './planned-sources.ts';

/** The input of planning, which is known when the sources are located. It can be sent to another thread. */
export interface PlanQuery {
  readonly format: FormatName;
  readonly quality: Quality;
  /** The hardware encoder; null, the default, for encoding on the CPU. */
  readonly hardware?: HardwareName | null;
  readonly found: FoundSources<FoundSource>;
  /** The names of FFmpeg's filters. */
  readonly filters: ReadonlySet<string>;
  readonly toolsVersion: string;
  /** The gain of the film; null or absent while it is unknown, and for films without a requested loudness. */
  readonly gain?: FilmGain | null;
  /** Whether to plan the whole film instead of the range of the movie. */
  readonly isWhole?: boolean;
  /** Whether the film plays while it is made ({@link RenderPlan}); false by default. */
  readonly isStreamed?: boolean;
}

/** A plan with the cache keys of the film and all its parts. */
export interface PlannedFilm {
  readonly plan: RenderPlan;
  readonly keys: FilmKeys;
}

/** A film whose template is valid. A long film is planned in another thread, because planning takes seconds. */
export interface FilmPlanner {
  /** All sources of the film, without duplicates. */
  readonly sources: readonly RequestedSource[];
  /** The requested loudness; null if the sound stays unchanged. */
  readonly loudness: LoudnessTarget | null;
  /**
   * Returns the drawings of the film. Its sources must be located. Returns the same errors as {@link FilmPlanner.plan}.
   */
  drawings(query: PlanQuery, signal: AbortSignal): Promise<Result<readonly DrawingUse[], readonly Finding[]>>;
  /** Plans the film. The error lists all problems of the sources, at every place that uses them. */
  plan(query: PlanQuery, signal: AbortSignal): Promise<Result<PlannedFilm, readonly Finding[]>>;
}

/** Creates a planner that runs in the calling thread. */
export function createFilmPlanner(movie: Movie): FilmPlanner {
  return {
    sources: sourcesOf(movie),
    loudness: movie.loudness ?? null,
    drawings: (query) => Promise.resolve(drawingsOfFilm(movie, query)),
    plan: (query) => Promise.resolve(planFilm(movie, query)),
  };
}

/** Returns the drawings of a film at the size of the format. */
export function drawingsOfFilm(
  movie: Movie,
  { format, found, filters }: PlanQuery,
): Result<readonly DrawingUse[], readonly Finding[]> {
  const measured = movieWithSourceLengths(movie, found);
  if (!measured.ok) return measured;
  const { movie: film, sources } = measured.value;
  return ok(timelineDrawings(film, sources, canvasOf(film, formatOf(format), filters)));
}

export function planFilm(
  movie: Movie,
  {
    format,
    quality,
    hardware = null,
    found,
    filters,
    toolsVersion,
    gain = null,
    isWhole = false,
    isStreamed = false,
  }: PlanQuery,
): Result<PlannedFilm, readonly Finding[]> {
  const measured = movieWithSourceLengths(isWhole ? { ...movie, span: null } : movie, found);
  if (!measured.ok) return measured;
  const { warnings, ...film } = measured.value;
  const planned = planRender({ ...film, format, quality, hardware, filters, toolsVersion, gain, isStreamed });
  const plan = { ...planned, warnings: [...warnings, ...planned.warnings] };
  return ok({ plan, keys: filmKeys(plan, toolsVersion) });
}

/** A planned film without its scenes, as data that can be sent to another thread. */
export interface PlannedHead {
  readonly plan: Omit<RenderPlan, 'format' | 'scenes'>;
  readonly format: FormatName;
  readonly keys: Omit<FilmKeys, 'all'>;
  /** The number of scenes that follow. */
  readonly scenes: number;
}

/**
 * Returns the head, which is sent before the scenes. It contains only the name of the format, because the functions of
 * a format cannot be sent.
 */
export function splitPlan({ plan, keys }: PlannedFilm, format: FormatName): PlannedHead {
  const { format: _format, scenes, ...rest } = plan;
  return { plan: rest, format, keys: { film: keys.film, track: keys.track }, scenes: scenes.length };
}

/** Rebuilds the film from the head that {@link splitPlan} returned and the scenes. */
export function joinPlan({ plan, format, keys }: PlannedHead, scenes: readonly ScenePlan[]): PlannedFilm {
  return {
    plan: { ...plan, format: formatWith(format, plan.hardware, plan.canvas.alpha !== undefined), scenes },
    keys: withPartKeys(keys, { ...plan, scenes }),
  };
}

/** The maximum number of filter chains in one message. Sending a message of this size takes some milliseconds. */
const CHAINS_PER_MESSAGE = 2000;

/** Returns as many of the first scenes as fit into one message, and at least one. */
export function scenesForOneMessage(scenes: readonly ScenePlan[]): readonly ScenePlan[] {
  let end = 0;
  for (let chains = 0; end === 0 || chains < CHAINS_PER_MESSAGE; end++) {
    const scene = scenes[end];
    if (scene === undefined) break;
    for (const keyed of partsOf(scene)) chains += 1 + weightOf(keyed);
  }
  return scenes.slice(0, end);
}

/** Returns the weight of a part in filter chains. A composed layer is about as large as one chain. */
function weightOf(keyed: KeyedPart): number {
  return keyed.part.kind === 'composed' ? allComposedLayers(keyed.part).length : keyed.part.chains.length;
}
