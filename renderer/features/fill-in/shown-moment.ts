import { type SceneTimes, sceneOfId } from '#shared/editing/model/timeline.ts';
import type { Variable } from '#shared/resolve/variables.ts';

/** How far into a scene all is there that moves in, and nothing has begun to leave. */
const SETTLED = 0.6;

/** The frame of the first scene in which all of it is there; null of a film without one. */
export function openingMoment(timeline: SceneTimes): number | null {
  const places = timeline.scenes.flatMap(({ id }) => sceneOfId(timeline, id) ?? []);
  const first = places.find(({ start, end }) => end > start);
  return first === undefined ? null : settledIn(first);
}

/**
 * The frame that shows what a variable does: in the first scene that uses it. Null where it is shown already at the
 * playhead, and where the film shows it nowhere or everywhere.
 */
export function momentOf({ uses }: Variable, timeline: SceneTimes, playhead: number): number | null {
  if (uses.some(({ scene }) => scene === null)) return null;
  const places = uses
    .flatMap(({ scene }) => (scene === null ? [] : (sceneOfId(timeline, scene.id) ?? [])))
    .filter(({ start, end }) => end > start);
  if (places.some(({ start, end }) => playhead >= start && playhead < end)) return null;
  const [first] = places.toSorted((one, other) => one.start - other.start);
  return first === undefined ? null : settledIn(first);
}

function settledIn({ start, end }: { readonly start: number; readonly end: number }): number {
  return start + Math.floor((end - start) * SETTLED);
}
