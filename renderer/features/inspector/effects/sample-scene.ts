import { timelineOf } from '#shared/editing/timeline.ts';
import { layerTime } from '#shared/film/time/layer-time.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Layer, Movie, Scene } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';

/** A layer where it stands in the film, to be shown by itself. */
export interface ShownLayer {
  readonly layer: Layer;
  readonly scene: Scene;
  /** Of the scene: that of the playhead, or the nearest in which the layer is there. */
  readonly frame: number;
}

/** The scene that a layer stands in, in groups or not; null for one of an overlay or a transition. */
export function sceneOfLayer(movie: Movie | null, layer: Layer | null): Scene | null {
  return layer === null ? null : (movie?.scenes.find(({ layers }) => pathTo(layers, layer) !== null) ?? null);
}

/** The groups that a layer stands in, the outermost first, and the layer itself; null where it is not among them. */
function pathTo(layers: readonly Layer[], layer: Layer): readonly Layer[] | null {
  for (const each of layers) {
    if (each === layer) return [layer];
    const within = each.kind === 'group' ? pathTo(each.layers, layer) : null;
    if (within !== null) return [each, ...within];
  }
  return null;
}

/**
 * The frame of its scene in which a layer is shown while the playhead is in a frame of the film, at every `step` frames
 * another one; null where it is never there.
 */
export function shownFrame(movie: Movie, layer: Layer, playhead: number, step: number): number | null {
  const { scenes, starts } = timelineOf(movie);
  const index = scenes.findIndex(({ layers }) => pathTo(layers, layer) !== null);
  const scene = scenes[index];
  if (scene === undefined) return null;
  const { start, end } = timeWithin(pathTo(scene.layers, layer) ?? [], scene.duration);
  if (end <= start) return null;
  const within = Math.floor((playhead - (starts[index] ?? 0)) / step) * step;
  return Math.min(end - 1, Math.max(start, within));
}

/** When the last of a path is there, in frames of the scene: each group has a clock that begins where it does. */
function timeWithin(path: readonly Layer[], sceneLength: Frames): { readonly start: number; readonly end: number } {
  let length = sceneLength;
  let start = 0;
  let end: number = sceneLength;
  let shift = 0;
  for (const layer of path) {
    const time = layerTime(layer, length);
    start = Math.max(start, shift + time.start);
    end = Math.min(end, shift + time.end);
    shift += time.start - time.first;
    length = time.length;
  }
  return { start, end };
}

/**
 * A scene of that layer alone with one more effect, on a ground on which both light and dark are seen: in its groups, if
 * it stands in some, which place it. It neither comes in nor goes out, so that all of it is there.
 */
export function sampleScene({ layer, scene }: ShownLayer, effect: Effect): Scene {
  const alone: Layer = { ...settled(layer), effects: [...layer.effects, effect] };
  const groups = (pathTo(scene.layers, layer) ?? []).slice(0, -1);
  const shown = groups.reduceRight<Layer>(
    (inner, group) => (group.kind === 'group' ? { ...settled(group), layers: [inner] } : inner),
    alone,
  );
  // Pictures are kept by the scene's id.
  const id = `${scene.id} ${effect.type}` as NodeId;
  return { ...scene, id, enabled: true, background: GROUND, layers: [shown], sounds: [] };
}

/** A layer that is there, and has only the movement of its own keys. */
function settled<Kind extends Layer>(layer: Kind): Kind {
  return { ...layer, enabled: true, animations: layer.animations.filter(({ kind }) => kind === 'custom') };
}

const GROUND = { red: 120, green: 124, blue: 132, alpha: 1 };
