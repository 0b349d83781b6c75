import { timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { Layer, Movie, Scene } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { isPlainLayer } from '#shared/timeline/plain-scenes.ts';
import { layerTime } from '#shared/timeline/time.ts';

/** A layer with its scene, drawn without other layers. */
export interface ShownLayer {
  readonly layer: Layer;
  readonly scene: Scene;
  /** The frame relative to the scene: the playhead, or the nearest frame at which the layer is visible. */
  readonly frame: number;
}

/** Returns the scene that contains a layer, directly or in groups; null for a layer in an overlay or a transition. */
export function sceneOfLayer(movie: Movie | null, layer: Layer | null): Scene | null {
  return layer === null ? null : (movie?.scenes.find(({ layers }) => pathTo(layers, layer) !== null) ?? null);
}

/**
 * Returns the path to a layer: its groups, outermost first, followed by the layer itself. Null if the list does not
 * contain the layer.
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
 * Returns the frame of the scene for a sample of a layer. It is a multiple of `step` near the playhead, clamped to the
 * time of the layer. Null if the layer is never visible.
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
 * Returns the time range of the last layer of a path in frames of the scene. Times in a group are relative to the start
 * of the group.
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
 * Returns a scene that contains only this layer, with an additional effect. If the layer is a video that fills the
 * frame, the background is black. Otherwise, it is a gray on which light and dark colors are visible. Groups around the
 * layer stay, because they position it. Presets are removed, so that the layer is completely visible.
 */
export function sampleScene({ layer, scene }: ShownLayer, effect: Effect): Scene {
  const layerAlone: Layer = { ...withoutPresets(layer), effects: [...layer.effects, effect] };
  const groups = (pathTo(scene.layers, layer) ?? []).slice(0, -1);
  const outermost = groups.reduceRight<Layer>(
    (inner, group) => (group.kind === 'group' ? { ...withoutPresets(group), layers: [inner] } : inner),
    layerAlone,
  );
  // The id must be unique per effect, because it is the key of the picture cache.
  const id = `${scene.id} ${effect.type}` as NodeId;
  const background = isPlainLayer(outermost) ? BLACK : GRAY;
  return { ...scene, id, enabled: true, background, layers: [outermost], sounds: [] };
}

/** Returns the layer enabled and without preset animations. */
function withoutPresets<Kind extends Layer>(layer: Kind): Kind {
  return { ...layer, enabled: true, animations: layer.animations.filter(({ kind }) => kind === 'custom') };
}

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };
const GRAY = { red: 120, green: 124, blue: 132, alpha: 1 };
