import type { Layer } from '../template/movie/movie.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import { type VideoState, videoStateAt } from './layer-state.ts';
import { layerTime, localFrame } from './time.ts';
import type { Timeline, TimelineSegment } from './timeline.ts';

/** The content of one frame of the timeline, before decoding. */
export interface TimelineFrame {
  readonly segment: TimelineSegment;
  /** The number of the frame in the segment, from 0. */
  readonly frame: Frames;
  /** The states of the videos, from the lowest to the topmost. */
  readonly videoStates: readonly VideoState[];
}

/**
 * Returns the content of a frame. A frame outside of the timeline becomes the first or the last frame. Returns null for
 * a timeline without frames.
 */
export function frameAt(timeline: Timeline, frame: number): TimelineFrame | null {
  const requested = Math.min(Math.max(0, frame), timeline.length - 1);
  const segment = timeline.segments[segmentIndexAt(timeline, requested)];
  if (segment === undefined) return null;
  const within = frames(requested - segment.start);
  return { segment, frame: within, videoStates: statesOf(segment, within) };
}

/**
 * Returns the states of the videos. In a transition, returns the videos of the dominant scene: the outgoing scene in
 * the first half, and the incoming scene in the second half.
 */
function statesOf(segment: TimelineSegment, within: Frames): readonly VideoState[] {
  if (segment.kind === 'scene')
    return videoStatesAt(segment.layers, frames(segment.from + within), segment.scene.duration);
  const { outgoing, incoming, from, length } = segment;
  const side = 2 * (from + within) < length ? outgoing : incoming;
  return side === null ? [] : videoStatesAt(side.layers, frames(side.from + within), side.scene.duration);
}

/**
 * Returns the states of the visible videos at the frame `frame` of a scene. `sceneLength` is the length of the scene.
 */
export function videoStatesAt(layers: readonly Layer[], frame: Frames, sceneLength: Frames): readonly VideoState[] {
  return layers.flatMap((layer) => {
    const own = layer.kind === 'video' ? localFrame(layerTime(layer, sceneLength), frame) : null;
    return layer.kind === 'video' && own !== null ? [videoStateAt(layer, frames(own))] : [];
  });
}

/**
 * Returns the index of the segment that contains a frame; −1 before the start of the timeline. Fractional frames are
 * rounded down.
 */
function segmentIndexAt({ segments }: Pick<Timeline, 'segments'>, frame: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.start ?? 0) <= frame) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
