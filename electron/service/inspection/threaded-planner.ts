import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { MediaSource } from '../../../shared/template/movie.ts';
import type { Finding } from '../../../shared/template/problem.ts';
import type { FilmPlanner, PlannedFilm, PlanQuestion } from '../render/plan/film-planner.ts';
import type { ScenePlan } from '../render/plan/plan.ts';
import { assemblePlanned, type PlannedHead } from '../render/plan/planned-slices.ts';
import type { FilmText } from './film-tasks.ts';
import type { InspectionQueue } from './inspection-queue.ts';

/** A plan goes while its scenes are fetched where the thread fails, or where very many films are planned. */
const ATTEMPTS = 3;

/** Has a film planned in the thread that reads templates. */
export function createThreadedPlanner(
  film: FilmText,
  sources: readonly MediaSource[],
  thread: InspectionQueue,
): FilmPlanner {
  return { sources, plan: (question, signal) => planThere(film, question, thread, signal) };
}

async function planThere(
  film: FilmText,
  question: PlanQuestion,
  thread: InspectionQueue,
  signal: AbortSignal,
): Promise<Result<PlannedFilm, readonly Finding[]>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    signal.throwIfAborted();
    const planned = await thread.ask({ kind: 'plan', film, question });
    if (!planned.ok) return err(planned.error);
    const { ticket, head } = planned.value;
    const scenes = await fetchScenes(ticket, head, thread, signal);
    if (scenes !== null) return ok(assemblePlanned(head, scenes));
  }
  throw new Error('a plan was lost again and again');
}

async function fetchScenes(
  ticket: number,
  head: PlannedHead,
  thread: InspectionQueue,
  signal: AbortSignal,
): Promise<readonly ScenePlan[] | null> {
  const scenes: ScenePlan[] = [];
  while (scenes.length < head.scenes) {
    signal.throwIfAborted();
    const slice = await thread.ask({ kind: 'scenes', ticket, start: scenes.length });
    if (slice === null) return null;
    for (const scene of slice) scenes.push(scene);
  }
  return scenes;
}
