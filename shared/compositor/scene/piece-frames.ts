import type { Layer, Movie, VideoLayer } from '../../template/movie/movie.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { layerTime } from '../../timeline/time.ts';
import type { SegmentOverlay } from '../../timeline/timeline.ts';
import type { JoinedScenes } from '../../timeline/transitions.ts';
import type { ComposeSources } from './compose-sources.ts';
import type { ComposedCanvas } from './composed-scene.ts';

/** The frames of a layer that are visible in a part of the film. */
export interface SegmentFrames {
  /** The local frame of the layer in the first of these frames. It can be fractional. */
  readonly from: number;
  /** The index of the first frame of the part in which the layer appears. */
  readonly first: number;
  readonly length: number;
}

/** The container of layers: a scene, a group, or, for the layers of a mask, the masked layer. */
export interface LayersIn {
  /** The size to which percentages refer. */
  readonly frame: Size;
  /** The duration of the container's clock. */
  readonly duration: Frames;
  /**
   * The frame of the container's clock at the first frame of the piece; negative if the piece begins before the clock.
   */
  readonly from: number;
  /** The first visible frame of the container's clock. */
  readonly notBefore: number;
}

/** The frames to plan, with their movie. */
export interface PieceIn {
  readonly movie: Movie;
  readonly sources: ComposeSources;
  readonly canvas: ComposedCanvas;
  /** The number of movie frames per frame of the canvas. */
  readonly step: FrameRate;
  /** The number of frames of the canvas. */
  readonly length: number;
  /** The scenes that a custom transition joins. */
  readonly sides?: JoinedScenes;
  /** The number of frames for which each still layer of an overlay was visible before the piece, by id. */
  readonly ranBefore?: SegmentOverlay['ranBefore'];
}

/** Returns the frames of a piece in which a layer appears; null if there are none. */
export function framesOf(layer: Layer, within: LayersIn, { step, length }: PieceIn): SegmentFrames | null {
  const { from, duration, notBefore } = within;
  const { numerator, denominator } = step;
  const { start, end, first: firstLocalFrame } = layerTime(layer, duration);
  // Returns the index of the first canvas frame at or after the given frame of the container's clock.
  const numberAt = (frame: number): number =>
    Math.min(length, Math.max(0, Math.ceil(((frame - from) * denominator) / numerator - TOLERANCE)));
  const first = numberAt(Math.max(start, notBefore));
  const after = numberAt(end);
  if (after <= first) return null;
  return { from: from + (first * numerator) / denominator - start + firstLocalFrame, first, length: after - first };
}

/**
 * Returns the frames of a layer for each playback of its source; empty if the layer is hidden.
 * @param sourceLength The number of local frames after which the source ends.
 */
export function loopRuns(
  { end, freeze }: VideoLayer,
  visibleFrames: SegmentFrames,
  sourceLength: number,
  { numerator, denominator }: FrameRate,
): readonly SegmentFrames[] {
  const { from, first, length } = visibleFrames;
  // Returns the number of visible frames before a local frame.
  const before = (own: number): number =>
    Math.min(length, Math.max(0, Math.ceil(((own - from) * denominator) / numerator - TOLERANCE)));
  if (freeze !== null || end === 'hold' || (end === 'loop' && sourceLength === 0)) return [visibleFrames];
  if (end === 'hide') return before(sourceLength) === 0 ? [] : [{ ...visibleFrames, length: before(sourceLength) }];
  const loops: SegmentFrames[] = [];
  for (let loop = Math.floor(from / sourceLength + TOLERANCE), at = 0; at < length; loop++) {
    const next = before((loop + 1) * sourceLength);
    const own = from + (at * numerator) / denominator - loop * sourceLength;
    if (next > at) loops.push({ from: own, first: first + at, length: next - at });
    at = next;
  }
  return loops;
}

/** The tolerance for rounding errors of frame numbers, less than one frame. */
export const TOLERANCE = 1e-9;

/** Returns the container for the layers inside a layer. */
export function innerOf(layer: Layer, frame: Size, { duration, from }: LayersIn): LayersIn {
  const { start, first, length } = layerTime(layer, duration);
  return { frame, duration: length, from: from - start + first, notBefore: first };
}
