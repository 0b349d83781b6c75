import { type SceneOnTimeline, sceneOfIndex, scenesBetween, type Timeline } from '#shared/editing/timeline.ts';

/** Where a scene is drawn, in pixels from the beginning of the film. */
export interface ClipBox extends SceneOnTimeline {
  readonly left: number;
  readonly width: number;
}

/** Narrower clips are only painted: they can neither be read nor told apart by a pointer. */
export const LEAST_CLIP = 4;

/** What of the film is drawn, in pixels from its beginning. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The scenes that lie in a stretch, in order; found by halving, so that it costs what is in sight. What is skipped takes
 * no time, and is none of them.
 */
export function clipsIn(timeline: Timeline, { from, to }: Stretch, pixelsPerFrame: number): readonly ClipBox[] {
  const boxes = scenesBetween(
    timeline,
    Math.max(0, Math.floor(from / pixelsPerFrame)),
    Math.ceil(to / pixelsPerFrame) + 1,
  );
  return boxes.filter(({ scene }) => scene.enabled).map((box) => clipBox(box, pixelsPerFrame));
}

/** Where one scene is drawn; null for one that is skipped. */
export function clipOf(timeline: Timeline, index: number, pixelsPerFrame: number): ClipBox | null {
  const place = sceneOfIndex(timeline, index);
  return place?.scene.enabled === true ? clipBox(place, pixelsPerFrame) : null;
}

/** From its own length: from its ends it would differ in the last digits wherever the scene lies. */
function clipBox(box: SceneOnTimeline, pixelsPerFrame: number): ClipBox {
  return { ...box, left: box.start * pixelsPerFrame, width: (box.end - box.start) * pixelsPerFrame };
}
