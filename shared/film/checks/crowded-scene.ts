import type { Layer, Scene } from '../../template/movie/movie.ts';
import { frames } from '../../template/values/frame-rate.ts';
import type { Film } from '../scenes/film.ts';
import { overlayLayers } from '../scenes/overlaid.ts';
import { isPlainScene } from '../scenes/plain-scene.ts';
import { layerTime } from '../time/layer-time.ts';

/** When a video is there, in frames of its scene. */
interface VideoTime {
  readonly video: Layer;
  readonly start: number;
  readonly end: number;
}

/** Where a scene first has more videos at once than so many, those in groups and masks among them. */
export interface Crowded {
  /** The first that is one too many. */
  readonly video: Layer;
  /** Of the scene. */
  readonly frame: number;
  /** How many there are in it. */
  readonly videos: number;
}

/** Null where there are never more than `most`. */
export function crowdedAt({ layers, duration }: Pick<Scene, 'layers' | 'duration'>, most: number): Crowded | null {
  return crowdedAmong(videoTimes(layers, 0, duration), most);
}

/**
 * Where a scene of a film with overlays over it first has more videos at once than so many, theirs among them; the frame is
 * the film's. Null where none does, and of scenes that have too many by themselves and are told of so.
 */
export function crowdedFilm({ movie, scenes, whole }: Film, most: number): Crowded | null {
  const layers = overlayLayers(movie);
  if (layers.length === 0) return null;
  const spans = layers.map((layer) => layerTime(layer, whole.length));
  const over = videoTimes(layers, whole.origin, whole.length);
  for (const { scene, start, end, origin } of scenes) {
    const isOverlaid = spans.some((each) => whole.origin + each.start < end && whole.origin + each.end > start);
    if (!isOverlaid || (!isPlainScene(scene, movie) && crowdedAt(scene, most) !== null)) continue;
    const times = [...videoTimes(scene.layers, origin, scene.duration), ...over]
      .map(({ video, ...time }) => ({ video, start: Math.max(time.start, start), end: Math.min(time.end, end) }))
      .filter((each) => each.start < each.end);
    const crowded = crowdedAmong(times, most);
    if (crowded !== null) return crowded;
  }
  return null;
}

function crowdedAmong(times: readonly VideoTime[], most: number): Crowded | null {
  if (times.length <= most) return null;
  const byStart = times.toSorted((one, other) => one.start - other.start);
  const ends = times.map(({ end }) => end).sort((one, other) => one - other);
  let ended = 0;
  for (const [begun, { start }] of byStart.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start) ended += 1;
    if (begun + 1 - ended <= most) continue;
    const there = times.filter((each) => each.start <= start && each.end > start);
    const surplus = there[most];
    if (surplus !== undefined) return { video: surplus.video, frame: start, videos: there.length };
  }
  return null;
}

/** @param from The frame of the scene at which what the layers stand in begins its clock, and how long that runs. */
function videoTimes(layers: readonly Layer[], from: number, length: number): readonly VideoTime[] {
  return layers.flatMap((layer): readonly VideoTime[] => {
    if (!layer.enabled) return [];
    const { start, end, first } = layerTime(layer, frames(length));
    if (start === end) return [];
    const own: readonly VideoTime[] =
      layer.kind === 'video' ? [{ video: layer, start: from + start, end: from + end }] : [];
    const inside = layer.masks.filter(({ enabled }) => enabled).flatMap((mask) => mask.layers);
    const inner = layer.kind === 'group' ? [...layer.layers, ...inside] : inside;
    if (inner.length === 0) return own;
    const clock = from + start - first;
    const seen = videoTimes(inner, clock, first + end - start);
    // What is left out of a layer's own beginning is left out of what stands in it.
    const kept = seen.filter((each) => each.end > from + start);
    return [...own, ...kept.map((each) => ({ ...each, start: Math.max(each.start, from + start) }))];
  });
}
