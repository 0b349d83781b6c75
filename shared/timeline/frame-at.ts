import type { Layer } from '../template/movie/movie.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import { type VideoState, videoStateAt } from './layer-state.ts';
import { layerTime, ownFrame } from './time.ts';
import type { Timeline, TimelineSegment } from './timeline.ts';

/** What a film shows in one frame, before any of it is decoded. */
export interface TimelineFrame {
  readonly segment: TimelineSegment;
  /** Of the stretch, counted from its first. */
  readonly frame: Frames;
  /** Of its videos, from the lowest to the topmost. */
  readonly rows: readonly VideoState[];
}

/** What a film shows in a frame; before its first and behind its last that one. Null for a film without frames. */
export function frameAt(film: Timeline, frame: number): TimelineFrame | null {
  const requested = Math.min(Math.max(0, frame), film.length - 1);
  const segment = film.segments[segmentIndexAt(film, requested)];
  if (segment === undefined) return null;
  const within = frames(requested - segment.start);
  return { segment: segment, frame: within, rows: rowsOf(segment, within) };
}

/** Of a transition, those of the scene that is seen more of: the outgoing one in its first half. */
function rowsOf(segment: TimelineSegment, within: Frames): readonly VideoState[] {
  if (segment.kind === 'scene') return rowsAt(segment.layers, frames(segment.from + within), segment.scene.duration);
  const { outgoing, incoming, from, length } = segment;
  const side = 2 * (from + within) < length ? outgoing : incoming;
  return side === null ? [] : rowsAt(side.layers, frames(side.from + within), side.scene.duration);
}

/** What those of a scene's videos are that are there in its frame number `frame`; it lasts `sceneLength`. */
export function rowsAt(layers: readonly Layer[], frame: Frames, sceneLength: Frames): readonly VideoState[] {
  return layers.flatMap((layer) => {
    const own = layer.kind === 'video' ? ownFrame(layerTime(layer, sceneLength), frame) : null;
    return layer.kind === 'video' && own !== null ? [videoStateAt(layer, frames(own))] : [];
  });
}

/** Which stretch shows a frame; fractions of frames count to the frame that they are of. −1 before the film begins. */
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
