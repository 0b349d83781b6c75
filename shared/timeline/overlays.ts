import type { NodeId } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import type { Layer, Movie } from '../template/movie/movie.ts';
import { withNestedLayers } from '../template/movie/used-sources.ts';
import { frames } from '../template/values/frame-rate.ts';
import { areMoving, playedEffects } from './effects.ts';
import { type LayerTime, layerTime } from './time.ts';
import type { SegmentOverlay, Timeline } from './timeline.ts';

/** Returns the enabled layers of a movie's overlays, from the lowest. Does not include nested layers. */
export function overlayLayers({ overlays }: Pick<Movie, 'overlays'>): readonly Layer[] {
  return overlays.flatMap(({ enabled, layers }) => (enabled ? layers.filter((layer) => layer.enabled) : []));
}

/** Returns a timeline in which each segment has its overlay layers. */
export function withOverlays(timeline: Timeline): Timeline {
  const placed = placedOverlays(timeline);
  // If a movie has more overlay layers, the checks refuse it, so none are placed here.
  if (placed.length === 0 || overlaidLayers(timeline) > limits.overlaidLayers) return timeline;
  const { origin, length } = timeline.whole;
  const whole = { start: origin, end: origin + length };
  return {
    ...timeline,
    segments: timeline.segments.map((segment) => ({ ...segment, over: overlaidOn(segment, placed, whole) })),
  };
}

/**
 * Returns the number of overlay layers in all segments. Each layer is counted with its nested layers once per segment.
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

function placedOverlays({ movie, whole: { origin, length } }: Timeline): readonly PlacedOverlay[] {
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

/** A layer of an overlay, and the frames of the timeline in which it is visible. */
interface PlacedOverlay extends Span {
  readonly layer: Layer;
  readonly time: LayerTime;
}

/**
 * Returns the overlay of a segment: the layers that are visible in at least one of its frames. Their clock begins with
 * the first layer or with the segment, so that the position of the segment in the timeline does not affect its picture.
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
    ranBefore: new Map(visible.flatMap(ranBefore)),
  };
}

/**
 * Returns the number of frames for which a still layer and its nested layers were already visible before the segment,
 * by id. The clock of the layer restarts with the segment.
 */
function ranBefore({ layer, time, since, start }: PlacedOverlay & { readonly since: number }): [NodeId, number][] {
  const ran = start - since + time.first;
  return isStill(layer) && ran !== 0 ? withNestedLayers([layer]).map(({ id }) => [id, ran]) : [];
}

/**
 * Returns the frames of the segment that show a layer. The range extends one frame beyond the segment for a still
 * layer, and at the end of a video without animations. An output at another frame rate can sample up to one frame
 * outside of a segment, but stays within the timeline.
 */
function visibleSpan({ layer, start, end }: PlacedOverlay, segment: Span, whole: Span): Span {
  const before = start <= Math.max(segment.start - 1, whole.start) ? segment.start - 1 : start;
  const after = end >= Math.min(segment.end + 1, whole.end) ? segment.end + 1 : end;
  if (isStill(layer)) return { start: before, end: after };
  return { start, end: runsThrough(layer) ? after : end };
}

/** Returns whether a layer has the same picture in all its frames. Does not consider its sources. */
function isStill(layer: Layer): boolean {
  if (layer.kind === 'video' || layer.kind === 'captions' || isAnimated(layer) || areMoving(playedEffects(layer)))
    return false;
  const inside = [
    ...(layer.kind === 'group' ? layer.layers : []),
    ...layer.masks.flatMap((mask) => (mask.enabled ? mask.layers : [])),
  ];
  return inside.every((child) => !child.enabled || (isThroughout(child) && isStill(child)));
}

/** Returns whether a layer is a video without animations and masks. Its length does not affect its frames. */
function runsThrough(layer: Layer): boolean {
  return layer.kind === 'video' && !isAnimated(layer) && layer.masks.every(({ enabled }) => !enabled);
}

function isAnimated({ animations }: Layer): boolean {
  return animations.some(({ enabled }) => enabled);
}

function isThroughout({ offset, duration, overlap }: Layer): boolean {
  return offset === 0 && duration === null && overlap === 0;
}
