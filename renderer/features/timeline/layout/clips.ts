import type { SceneOnTimeline } from '../../../../shared/editing/timeline.ts';
import { scenesBetween, type Timeline } from '../../../../shared/editing/timeline.ts';

/** Where a scene is drawn, in pixels from the beginning of the film. */
export interface ClipBox extends SceneOnTimeline {
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
export function clipsIn(timeline: Timeline, { from, to }: Stretch, pixelsPerFrame: number): readonly ClipBox[] {
  // Tabs reach over their cut to both sides.
  const reach = TAB_WIDTH * 2;
  const boxes = scenesBetween(
    timeline,
    Math.max(0, Math.floor((from - reach) / pixelsPerFrame)),
    Math.ceil((to + reach) / pixelsPerFrame) + 1,
  );
  return boxes.map((box, at) => clipBox(box, tabShift(boxes, at), pixelsPerFrame));
}

/** Where one scene is drawn. */
export function clipOf(timeline: Timeline, index: number, pixelsPerFrame: number): ClipBox | null {
  const { scenes, starts, total } = timeline;
  const scene = scenes[index];
  if (scene === undefined) return null;
  const start = starts[index] ?? total;
  let [first, last] = [index, index];
  while (scenes[first - 1]?.enabled === false) first -= 1;
  while (scenes[last + 1]?.enabled === false) last += 1;
  const run = scene.enabled ? { before: 0, count: 1 } : { before: index - first, count: last - first + 1 };
  return clipBox({ scene, index, start, end: starts[index + 1] ?? total }, run, pixelsPerFrame);
}

interface TabRun {
  /** Tabs on the same cut that stand before this one. */
  readonly before: number;
  readonly count: number;
}

function tabShift(boxes: readonly SceneOnTimeline[], at: number): TabRun {
  if (boxes[at]?.scene.enabled !== false) return { before: 0, count: 1 };
  let [first, last] = [at, at];
  while (boxes[first - 1]?.scene.enabled === false) first -= 1;
  while (boxes[last + 1]?.scene.enabled === false) last += 1;
  return { before: at - first, count: last - first + 1 };
}

function clipBox(box: SceneOnTimeline, { before, count }: TabRun, pixelsPerFrame: number): ClipBox {
  const cut = box.start * pixelsPerFrame;
  if (box.scene.enabled) {
    // From its own length: from its ends it would differ in the last digits wherever the scene lies.
    return { ...box, tab: false, left: cut, width: (box.end - box.start) * pixelsPerFrame };
  }
  // Side by side over their cut; at the film's beginning there is no room left of it.
  const first = Math.max(0, cut - (count * TAB_WIDTH) / 2);
  return { ...box, tab: true, left: first + before * TAB_WIDTH, width: TAB_WIDTH };
}
