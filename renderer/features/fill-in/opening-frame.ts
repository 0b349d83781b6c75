import { type SceneTimes, sceneOfId } from '#shared/editing/model/timeline.ts';
import type { Variable } from '#shared/resolve/variables.ts';

/** The fraction of a scene at which it is usually complete: entrances have ended, and exits have not begun. */
const COMPLETE_SHARE = 0.6;

/** Returns a frame in which the first scene is complete; null for a movie without scenes. */
export function openingFrame(timeline: SceneTimes): number | null {
  const places = timeline.scenes.flatMap(({ id }) => sceneOfId(timeline, id) ?? []);
  const first = places.find(({ start, end }) => end > start);
  return first === undefined ? null : completeFrameOf(first);
}

/**
 * Returns a complete frame of the first scene that uses the variable. Null if the scene at the playhead already uses
 * it, if the variable is also used outside scenes, or if no scene uses it.
 */
export function frameShowing({ uses }: Variable, timeline: SceneTimes, playhead: number): number | null {
  if (uses.some(({ scene }) => scene === null)) return null;
  const places = uses
    .flatMap(({ scene }) => (scene === null ? [] : (sceneOfId(timeline, scene.id) ?? [])))
    .filter(({ start, end }) => end > start);
  if (places.some(({ start, end }) => playhead >= start && playhead < end)) return null;
  const [first] = places.toSorted((one, other) => one.start - other.start);
  return first === undefined ? null : completeFrameOf(first);
}

function completeFrameOf({ start, end }: { readonly start: number; readonly end: number }): number {
  return start + Math.floor((end - start) * COMPLETE_SHARE);
}
