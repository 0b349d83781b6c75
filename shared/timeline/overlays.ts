import type { NodeId } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import type { Layer, Movie } from '../template/movie/movie.ts';
import { withInner } from '../template/movie/used-sources.ts';
import { frames } from '../template/values/frame-rate.ts';
import { areMoving, playedEffects } from './effects.ts';
import { type LayerTime, layerTime } from './time.ts';
import type { SegmentOverlay, Timeline } from './timeline.ts';

/** The layers of a movie's overlays that are played, from the lowest; without those in them. */
export function overlayLayers({ overlays }: Pick<Movie, 'overlays'>): readonly Layer[] {
  return overlays.flatMap(({ enabled, layers }) => (enabled ? layers.filter((layer) => layer.enabled) : []));
}

/** A film each of whose stretches says what lies over it. */
export function withOverlays(film: Timeline): Timeline {
  const placed = placedOverlays(film);
  // A film of more is refused by whoever checks it, and not made in between.
  if (placed.length === 0 || overlaidLayers(film) > limits.overlaidLayers) return film;
  const { origin, length } = film.whole;
  const whole = { start: origin, end: origin + length };
  return {
    ...film,
    segments: film.segments.map((segment) => ({ ...segment, over: overlaidOn(segment, placed, whole) })),
  };
}

/** How many layers lie over the stretches of a film together: each once for every stretch, those in it included. */
export function overlaidLayers(film: Timeline): number {
  const sizes = placedOverlays(film).map(({ layer, ...span }) => ({ ...span, layers: withInner([layer]).length }));
  let count = 0;
  for (const { start, end } of film.segments)
    for (const each of sizes) if (each.start < end && each.end > start) count += each.layers;
  return count;
}

function placedOverlays({ movie, whole: { origin, length } }: Timeline): readonly PlacedOverlay[] {
  return overlayLayers(movie).map((layer) => {
    const time = layerTime(layer, length);
    return { layer, time, start: origin + time.start, end: origin + time.end };
  });
}

/** Frames of the film; before 0 where it shows only the rest of another. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A layer of an overlay, with the frames of the film in which it is there. */
interface PlacedOverlay extends Span {
  readonly layer: Layer;
  readonly time: LayerTime;
}

/**
 * What lies over a stretch: those layers alone that are there in one of its frames. Their clock begins with the first of
 * them, or with the stretch, so that where the stretch lies in the film says nothing of its picture.
 */
function overlaidOn({ start, end }: Span, placed: readonly PlacedOverlay[], whole: Span): SegmentOverlay | null {
  const there = placed
    .filter((each) => each.start < end && each.end > start)
    .map((each) => ({ ...each, since: each.start, ...shownOn(each, { start, end }, whole) }));
  if (there.length === 0) return null;
  const origin = Math.min(start, ...there.map((each) => each.start));
  return {
    layers: there.map(({ layer, time, start: from, end: until }) => ({
      ...layer,
      offset: frames(from - origin),
      duration: frames(until - from),
      overlap: isStill(layer) ? 0 : time.first,
    })),
    from: frames(start - origin),
    length: frames(Math.max(...there.map((each) => each.end)) - origin),
    ranBefore: new Map(there.flatMap(ranBefore)),
  };
}

/** How long those were there that begin anew in a stretch: a layer that looks the same throughout, with all in it. */
function ranBefore({ layer, time, since, start }: PlacedOverlay & { readonly since: number }): [NodeId, number][] {
  const ran = start - since + time.first;
  return isStill(layer) && ran !== 0 ? withInner([layer]).map(({ id }) => [id, ran]) : [];
}

/**
 * When a layer is there, as far as the stretch shows it. What is the same in each of its frames begins and ends just
 * outside of it, what only runs ends there. A format of another rate may show a moment less than a frame outside of a
 * stretch, though not of the film.
 */
function shownOn({ layer, start, end }: PlacedOverlay, segment: Span, whole: Span): Span {
  const before = start <= Math.max(segment.start - 1, whole.start) ? segment.start - 1 : start;
  const behind = end >= Math.min(segment.end + 1, whole.end) ? segment.end + 1 : end;
  if (isStill(layer)) return { start: before, end: behind };
  return { start, end: runsThrough(layer) ? behind : end };
}

/** Whether a layer shows the same at the same place in each of its frames, as far as can be known without its sources. */
function isStill(layer: Layer): boolean {
  if (layer.kind === 'video' || layer.kind === 'captions' || isAnimated(layer) || areMoving(playedEffects(layer)))
    return false;
  const inside = [
    ...(layer.kind === 'group' ? layer.layers : []),
    ...layer.masks.flatMap((mask) => (mask.enabled ? mask.layers : [])),
  ];
  return inside.every((each) => !each.enabled || (isThroughout(each) && isStill(each)));
}

/** A video that nothing moves: how long it is tells nothing of its frames. */
function runsThrough(layer: Layer): boolean {
  return layer.kind === 'video' && !isAnimated(layer) && layer.masks.every(({ enabled }) => !enabled);
}

function isAnimated({ animations }: Layer): boolean {
  return animations.some(({ enabled }) => enabled);
}

function isThroughout({ offset, duration, overlap }: Layer): boolean {
  return offset === 0 && duration === null && overlap === 0;
}
