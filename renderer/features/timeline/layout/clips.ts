import type { SceneOnTimeline } from '../../../../shared/editing/timeline.ts';
import { scenesBetween, type Timeline } from '../../../../shared/editing/timeline.ts';

/** Where a scene is drawn, in pixels from the beginning of the film. */
export interface ClipPlace extends SceneOnTimeline {
  readonly left: number;
  readonly width: number;
  /** Switched off: it takes no time, and stands as a tab on its cut. */
  readonly tab: boolean;
}

/** Pixels of a tab. */
const TAB_WIDTH = 20;
/** Narrower clips are only painted: they can neither be read nor told apart by a pointer. */
export const LEAST_CLIP = 4;

/** What of the film is drawn, in pixels from its beginning. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The scenes that lie in a stretch, in order; found by halving, so that it costs what is in sight. */
export function clipsIn(timeline: Timeline, { from, to }: Stretch, pixelsPerFrame: number): readonly ClipPlace[] {
  // Tabs reach over their cut to both sides.
  const reach = TAB_WIDTH * 2;
  const places = scenesBetween(
    timeline,
    Math.max(0, Math.floor((from - reach) / pixelsPerFrame)),
    Math.ceil((to + reach) / pixelsPerFrame) + 1,
  );
  return places.map((place, at) => clipPlace(place, tabShift(places, at), pixelsPerFrame));
}

/** Where one scene is drawn. */
export function clipOf(timeline: Timeline, index: number, pixelsPerFrame: number): ClipPlace | null {
  const { scenes, starts, total } = timeline;
  const scene = scenes[index];
  if (scene === undefined) return null;
  const start = starts[index] ?? total;
  let [first, last] = [index, index];
  while (scenes[first - 1]?.enabled === false) first -= 1;
  while (scenes[last + 1]?.enabled === false) last += 1;
  const run = scene.enabled ? { before: 0, count: 1 } : { before: index - first, count: last - first + 1 };
  return clipPlace({ scene, index, start, end: starts[index + 1] ?? total }, run, pixelsPerFrame);
}

interface TabRun {
  /** Tabs on the same cut that stand before this one. */
  readonly before: number;
  readonly count: number;
}

function tabShift(places: readonly SceneOnTimeline[], at: number): TabRun {
  if (places[at]?.scene.enabled !== false) return { before: 0, count: 1 };
  let [first, last] = [at, at];
  while (places[first - 1]?.scene.enabled === false) first -= 1;
  while (places[last + 1]?.scene.enabled === false) last += 1;
  return { before: at - first, count: last - first + 1 };
}

function clipPlace(place: SceneOnTimeline, { before, count }: TabRun, pixelsPerFrame: number): ClipPlace {
  const cut = place.start * pixelsPerFrame;
  if (place.scene.enabled) {
    // From its own length: from its ends it would differ in the last digits wherever the scene lies.
    return { ...place, tab: false, left: cut, width: (place.end - place.start) * pixelsPerFrame };
  }
  // Side by side over their cut; at the film's beginning there is no room left of it.
  const first = Math.max(0, cut - (count * TAB_WIDTH) / 2);
  return { ...place, tab: true, left: first + before * TAB_WIDTH, width: TAB_WIDTH };
}
