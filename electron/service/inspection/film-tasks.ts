import type { FrameSpan } from '../../../shared/film/movie-span.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { frames } from '../../../shared/template/frame-rate.ts';
import type { MediaSource, Movie } from '../../../shared/template/movie.ts';
import type { Finding } from '../../../shared/template/problem.ts';
import type { Issue } from '../errors/service-error.ts';
import { type LeastMemory, leastMemory, type MemoryQuestion } from '../render/memory/least-memory.ts';
import { type PlannedFilm, type PlanQuestion, planFilm } from '../render/plan/film-planner.ts';
import { sourcesOf } from '../render/plan/locate-sources.ts';
import { type FrameOfStretch, type ScenePlan, stretchAt } from '../render/plan/plan.ts';
import { headOf, type PlannedHead } from '../render/plan/planned-slices.ts';
import { type ResolvedFilm, resolveFilm, type Values } from './inspect-film.ts';

/** A template with its values, found to be good when its render was accepted. */
export interface FilmText {
  readonly xml: string;
  readonly values: Values;
  /** The frames of it that are made; all of them without it. */
  readonly range?: FrameSpan | null;
}

/** What can be asked of a film by those who do not have its movie. */
export type FilmTask =
  | { readonly kind: 'shown'; readonly film: FilmText }
  | { readonly kind: 'plan'; readonly film: FilmText; readonly question: PlanQuestion }
  | { readonly kind: 'scenes'; readonly ticket: number; readonly start: number }
  | { readonly kind: 'frame'; readonly film: FilmText; readonly question: FrameQuestion }
  | { readonly kind: 'memory'; readonly film: FilmText; readonly question: MemoryQuestion };

export interface FilmResults {
  readonly shown: ShownSources;
  /** The scenes of a plan are asked for afterwards, some at a time. */
  readonly plan: Result<{ readonly ticket: number; readonly head: PlannedHead }, readonly Finding[]>;
  /** As many as come over in a moment, one at least. Null where the plan is not there any more. */
  readonly scenes: readonly ScenePlan[] | null;
  readonly frame: FrameOfFilm;
  readonly memory: LeastMemory;
}

export interface ShownSources {
  /** Each once; null where the template has errors. */
  readonly sources: readonly MediaSource[] | null;
  /** What the template's warnings say. */
  readonly issues: readonly Issue[];
}

export interface FrameQuestion {
  readonly frame: number;
  /** FFmpeg's. */
  readonly filters: ReadonlySet<string>;
}

export interface FrameOfFilm {
  /** With no other scene than the frame's. */
  readonly movie: Movie;
  /** Null past the film's end. */
  readonly at: FrameOfStretch | null;
}

/** Answers questions about films. It keeps the last movie, since whoever asks about one asks again, and plans until they were fetched. */
export interface FilmDesk {
  answer<Task extends FilmTask>(task: Task): FilmResults[Task['kind']];
}

/** Plans whose scenes are being fetched; more than this many films are not rendered at once. */
const MOST_PLANS = 4;

export function createFilmDesk(): FilmDesk {
  let last: { readonly key: string; readonly resolved: ResolvedFilm } | null = null;
  const plans = new Map<number, PlannedFilm>();
  let tickets = 0;

  const movie = ({ xml, values, range = null }: FilmText): ResolvedFilm => {
    const key = `${JSON.stringify([values, range])}${xml}`;
    if (last?.key !== key) last = { key, resolved: resolveFilm(xml, values, range) };
    return last.resolved;
  };
  const goodMovie = (film: FilmText): Movie => {
    const resolved = movie(film);
    if (resolved.movie === null) throw new Error('a checked template has no movie');
    return resolved.movie;
  };
  const plan = (film: FilmText, question: PlanQuestion): FilmResults['plan'] => {
    const planned = planFilm(goodMovie(film), question);
    if (!planned.ok) return err(planned.error);
    const ticket = ++tickets;
    plans.set(ticket, planned.value);
    const [oldest] = plans.keys();
    if (plans.size > MOST_PLANS && oldest !== undefined) plans.delete(oldest);
    return ok({ ticket, head: headOf(planned.value, question.format) });
  };
  const scenes = (ticket: number, start: number): FilmResults['scenes'] => {
    const planned = plans.get(ticket);
    if (planned === undefined) return null;
    const slice = sliceFrom(planned.plan.scenes, start);
    if (start + slice.length >= planned.plan.scenes.length) plans.delete(ticket);
    return slice;
  };
  const answer = (task: FilmTask): FilmResults[FilmTask['kind']] => {
    switch (task.kind) {
      case 'shown': {
        const { movie: shown, issues } = movie(task.film);
        return { sources: shown && sourcesOf(shown), issues };
      }
      case 'plan':
        return plan(task.film, task.question);
      case 'scenes':
        return scenes(task.ticket, task.start);
      case 'frame':
        return frameOf(goodMovie(task.film), task.question);
      case 'memory':
        return leastMemory(goodMovie(task.film), task.question);
    }
  };
  // The switch gives each kind its result, which types do not follow.
  return { answer: <Task extends FilmTask>(task: Task) => answer(task) as FilmResults[Task['kind']] };
}

/** Chains of filters that come over from the thread at once: some milliseconds' worth. */
const MOST_CHAINS = 2000;

function sliceFrom(scenes: readonly ScenePlan[], start: number): readonly ScenePlan[] {
  let end = start;
  for (let chains = 0; end < scenes.length && (end === start || chains < MOST_CHAINS); end++)
    for (const keyed of [scenes[end]?.picture, scenes[end]?.sound]) chains += 1 + (keyed?.part.chains.length ?? 0);
  return scenes.slice(start, end);
}

function frameOf(movie: Movie, { frame, filters }: FrameQuestion): FrameOfFilm {
  const at = stretchAt({ movie, format: 'mp4', filters }, frames(frame));
  return { movie: { ...movie, scenes: at === null ? [] : [at.stretch.scene] }, at };
}
