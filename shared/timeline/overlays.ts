import type { NodeId } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import type { Layer, Movie } from '../template/movie/movie.ts';
import { withNestedLayers } from '../template/movie/used-sources.ts';
import { frames } from '../template/values/frame-rate.ts';
import { areMoving, playedEffects } from './effects.ts';
import { type LayerTime, layerTime } from './time.ts';
import type { SegmentOverlay, Timeline } from './timeline.ts';

/** Returns the enabled layers in the enabled overlays of a movie, from the lowest. Nested layers are not included. */
export function overlayLayers({ overlays }: Pick<Movie, 'overlays'>): readonly Layer[] {
  return overlays.flatMap(({ enabled, layers }) => (enabled ? layers.filter((layer) => layer.enabled) : []));
}

/** Returns a timeline with the overlay layers of each segment. */
export function withOverlays(timeline: Timeline): Timeline {
  const placed = placedOverlays(timeline);
  // The checks refuse a movie with too many overlay layers.
  if (placed.length === 0 || overlaidLayers(timeline) > limits.overlaidLayers) return timeline;
  const { origin, length } = timeline.whole;
  const whole = { start: origin, end: origin + length };
  return {
    ...timeline,
    segments: timeline.segments.map((segment) => ({ ...segment, over: overlaidOn(segment, placed, whole) })),
  };
}

/**
 * Returns the total number of overlay layers in all segments. A layer counts once per segment, with its nested layers.
 */
export function overlaidLayers(timeline: Timeline): number {
  const sizes = placedOverlays(timeline).map(({ layer, ...span }) => ({
    ...span,
    layers: withNestedLayers([layer]).length,
  }));
  let count = 0;
  for (const { start, end } of timeline.segments)
    for (const size of sizes) if (size.start < end && size.end > start) count += size.layers;
  return count;
}

/** Returns the overlay layers with the frames of the timeline in which they are visible. */
export function placedOverlays({ movie, whole: { origin, length } }: Timeline): readonly PlacedOverlay[] {
  return overlayLayers(movie).map((layer) => {
    const time = layerTime(layer, length);
    return { layer, time, start: origin + time.start, end: origin + time.end };
  });
}

/** Frames of the timeline. They are negative before the start of a range. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** An overlay layer and the frames of the timeline in which it is visible. */
interface PlacedOverlay extends Span {
  readonly layer: Layer;
  readonly time: LayerTime;
}

/**
 * Returns the overlay of a segment: the layers that are visible in at least one of its frames. Their clock begins with
 * the first layer or with the segment. The position of the segment in the timeline therefore does not affect its
 * picture.
 */
function overlaidOn({ start, end }: Span, placed: readonly PlacedOverlay[], whole: Span): SegmentOverlay | null {
  const visible = placed
    .filter((overlay) => overlay.start < end && overlay.end > start)
    .map((overlay) => ({ ...overlay, since: overlay.start, ...visibleSpan(overlay, { start, end }, whole) }));
  if (visible.length === 0) return null;
  const origin = Math.min(start, ...visible.map((overlay) => overlay.start));
  return {
    layers: visible.map(({ layer, time, start: from, end: until }) => ({
      ...layer,
      offset: frames(from - origin),
      duration: frames(until - from),
      overlap: isStill(layer) ? 0 : time.first,
    })),
    from: frames(start - origin),
    length: frames(Math.max(...visible.map((overlay) => overlay.end)) - origin),
    earlierFrames: new Map(visible.flatMap(earlierFramesOf)),
  };
}

/**
 * Returns the number of frames in which a still layer and its nested layers were already visible before the segment, by
 * id. The clock of the layer restarts with the segment.
 */
function earlierFramesOf({
  layer,
  time,
  since,
  start,
}: PlacedOverlay & { readonly since: number }): [NodeId, number][] {
  const earlier = start - since + time.first;
  return isStill(layer) && earlier !== 0 ? withNestedLayers([layer]).map(({ id }) => [id, earlier]) : [];
}

/**
 * Returns the frames of the segment that show a layer. For a still layer, the range is longer by one frame on both
 * sides of the segment. For a video without animations, it is longer by one frame at the end. An output at another
 * frame rate can sample up to one frame outside of the segment, but stays within the timeline.
 */
function visibleSpan({ layer, start, end }: PlacedOverlay, segment: Span, whole: Span): Span {
  const before = start <= Math.max(segment.start - 1, whole.start) ? segment.start - 1 : start;
  const after = end >= Math.min(segment.end + 1, whole.end) ? segment.end + 1 : end;
  if (isStill(layer)) return { start: before, end: after };
  return { start, end: runsThrough(layer) ? after : end };
}

/** Returns whether a layer has the same picture in all frames. Ignores animations within its sources. */
function isStill(layer: Layer): boolean {
  if (layer.kind === 'video' || layer.kind === 'captions' || isAnimated(layer) || areMoving(playedEffects(layer)))
    return false;
  const inside = [
    ...(layer.kind === 'group' ? layer.layers : []),
    ...layer.masks.flatMap((mask) => (mask.enabled ? mask.layers : [])),
  ];
  return inside.every((child) => !child.enabled || (isThroughout(child) && isStill(child)));
}

/**
 * Returns whether a layer is a video without animations and masks. The length of such a layer does not affect its
 * frames.
 */
function runsThrough(layer: Layer): boolean {
  return layer.kind === 'video' && !isAnimated(layer) && layer.masks.every(({ enabled }) => !enabled);
}

function isAnimated({ animations }: Layer): boolean {
  return animations.some(({ enabled }) => enabled);
}

function isThroughout({ offset, duration, overlap }: Layer): boolean {
  return offset === 0 && duration === null && overlap === 0;
}
