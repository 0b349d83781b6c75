import { timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Layer, Movie, Scene } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { layerTime } from '#shared/timeline/time.ts';

/** A layer in its scene, to be shown alone. */
export interface ShownLayer {
  readonly layer: Layer;
  readonly scene: Scene;
  /** A frame of the scene: the playhead, or the nearest frame in which the layer is visible. */
  readonly frame: number;
}

/** Returns the scene that contains a layer, directly or in groups; null for a layer of an overlay or a transition. */
export function sceneOfLayer(movie: Movie | null, layer: Layer | null): Scene | null {
  return layer === null ? null : (movie?.scenes.find(({ layers }) => pathTo(layers, layer) !== null) ?? null);
}

/**
 * Returns the groups around a layer from the outermost, followed by the layer; null if it is not among these layers.
 */
function pathTo(layers: readonly Layer[], layer: Layer): readonly Layer[] | null {
  for (const each of layers) {
    if (each === layer) return [layer];
    const within = each.kind === 'group' ? pathTo(each.layers, layer) : null;
    if (within !== null) return [each, ...within];
  }
  return null;
}

/**
 * Returns the frame of its scene in which a layer is shown for a playhead, in steps of `step` frames. Null if the layer
 * is never visible.
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

/**
 * Returns the time of a path's last layer, in frames of the scene. Each group has its own clock, which begins with the
 * group.
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
 * Returns a scene with only this layer and one more effect, over a background that shows light and dark colors. Groups
 * around the layer stay, because they position it. Entrance and exit presets are removed, so the layer is completely
 * visible.
 */
export function sampleScene({ layer, scene }: ShownLayer, effect: Effect): Scene {
  const alone: Layer = { ...withoutPresets(layer), effects: [...layer.effects, effect] };
  const groups = (pathTo(scene.layers, layer) ?? []).slice(0, -1);
  const shown = groups.reduceRight<Layer>(
    (inner, group) => (group.kind === 'group' ? { ...withoutPresets(group), layers: [inner] } : inner),
    alone,
  );
  // The cache of pictures uses the scene's id.
  const id = `${scene.id} ${effect.type}` as NodeId;
  return { ...scene, id, enabled: true, background: BACKGROUND, layers: [shown], sounds: [] };
}

/** Returns the layer enabled and with only its custom animations. */
function withoutPresets<Kind extends Layer>(layer: Kind): Kind {
  return { ...layer, enabled: true, animations: layer.animations.filter(({ kind }) => kind === 'custom') };
}

const BACKGROUND = { red: 120, green: 124, blue: 132, alpha: 1 };
