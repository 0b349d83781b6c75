import type { SeenLayer } from '../../template/movie/seen-layer.ts';
import { type Frames, frames } from '../../template/values/frame-rate.ts';

/** When a layer is there in its scene, and which of its own frames it shows then. */
export interface LayerTime {
  /** The first frame of the scene in which it is there. */
  readonly start: Frames;
  /** Behind the last one; not before `start`. */
  readonly end: Frames;
  /** Its own frame at `start`. */
  readonly first: Frames;
  /** Behind its own last frame: how long it is for its animations. */
  readonly length: Frames;
}

/**
 * The time of a layer in a scene of so many frames. It is there in the frames o ≤ n < min(o + D, L). An overlap below 0
 * ends it so many frames sooner; one above 0 leaves out so many frames of its own beginning.
 */
export function layerTime(
  { offset, duration, overlap }: Pick<SeenLayer, 'offset' | 'duration' | 'overlap'>,
  sceneLength: Frames,
): LayerTime {
  const full = duration === null ? sceneLength : Math.min(offset + duration, sceneLength);
  const start = frames(Math.min(offset, sceneLength));
  const end = frames(Math.max(start, full + Math.min(0, overlap)));
  const first = frames(Math.max(0, overlap));
  return { start, end, first, length: frames(first + end - start) };
}

/** The layer's own frame in a frame of its scene, whole or not; null where it is not there. */
export function ownFrame({ start, end, first }: LayerTime, sceneFrame: number): number | null {
  return sceneFrame >= start && sceneFrame < end ? sceneFrame - start + first : null;
}
