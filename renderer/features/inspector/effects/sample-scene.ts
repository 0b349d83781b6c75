import { timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Layer, Movie, Scene } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { isPlainLayer } from '#shared/timeline/plain-scenes.ts';
import { layerTime } from '#shared/timeline/time.ts';

/** A layer in its scene, for a picture of this layer alone. */
export interface ShownLayer {
  readonly layer: Layer;
  readonly scene: Scene;
  /** The frame of the scene: the playhead, or the nearest frame in which the layer is visible. */
  readonly frame: number;
}

/** Returns the scene that contains a layer, directly or in groups; null for a layer in an overlay or a transition. */
export function sceneOfLayer(movie: Movie | null, layer: Layer | null): Scene | null {
  return layer === null ? null : (movie?.scenes.find(({ layers }) => pathTo(layers, layer) !== null) ?? null);
}

/**
 * Returns the groups around a layer, outermost first, and then the layer; null if the list does not contain the layer.
 */
function pathTo(layers: readonly Layer[], layer: Layer): readonly Layer[] | null {
  for (const each of layers) {
    if (each === layer) return [layer];
    const path = each.kind === 'group' ? pathTo(each.layers, layer) : null;
    if (path !== null) return [each, ...path];
  }
  return null;
}

/**
 * Returns the frame of the scene in which a layer is shown. It is a multiple of `step` near the playhead; null if the
 * layer is never visible.
 */
export function frameForSample(movie: Movie, layer: Layer, playhead: number, step: number): number | null {
  const { scenes, starts } = timelineOf(movie);
  const index = scenes.findIndex(({ layers }) => pathTo(layers, layer) !== null);
  const scene = scenes[index];
  if (scene === undefined) return null;
  const { start, end } = timeWithin(pathTo(scene.layers, layer) ?? [], scene.duration);
  if (end <= start) return null;
  const frameInScene = Math.floor((playhead - (starts[index] ?? 0)) / step) * step;
  return Math.min(end - 1, Math.max(start, frameInScene));
}

/**
 * Returns the times of the last layer of a path in frames of the scene. Each group has its own clock, which starts with
 * the group.
 */
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
 * Returns a scene that contains only this layer, with one more effect. Its background is black behind a video that fills
 * the frame, and otherwise a gray on which light and dark colors are visible. The groups around the layer stay, because
 * they position it. Entrances and exits are removed, so that the layer is completely visible.
 */
export function sampleScene({ layer, scene }: ShownLayer, effect: Effect): Scene {
  const layerAlone: Layer = { ...withoutPresets(layer), effects: [...layer.effects, effect] };
  const groups = (pathTo(scene.layers, layer) ?? []).slice(0, -1);
  const outermost = groups.reduceRight<Layer>(
    (inner, group) => (group.kind === 'group' ? { ...withoutPresets(group), layers: [inner] } : inner),
    layerAlone,
  );
  // The cache of pictures uses the id of the scene as its key.
  const id = `${scene.id} ${effect.type}` as NodeId;
  const background = isPlainLayer(outermost) ? BLACK : GRAY;
  return { ...scene, id, enabled: true, background, layers: [outermost], sounds: [] };
}

/** Returns the layer, enabled, without preset animations. */
function withoutPresets<Kind extends Layer>(layer: Kind): Kind {
  return { ...layer, enabled: true, animations: layer.animations.filter(({ kind }) => kind === 'custom') };
}

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };
const GRAY = { red: 120, green: 124, blue: 132, alpha: 1 };
