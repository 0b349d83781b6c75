import { timelineOf } from '../../../../shared/editing/timeline.ts';
import { layerTime } from '../../../../shared/film/time/layer-time.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Effect } from '../../../../shared/template/effects/effects.ts';
import type { Layer, Movie, Scene } from '../../../../shared/template/movie/movie.ts';

/** A layer where it stands in the film, to be shown by itself. */
export interface ShownLayer {
  readonly layer: Layer;
  readonly scene: Scene;
  /** Of the scene: that of the playhead, or the nearest in which the layer is there. */
  readonly frame: number;
}

/** The scene that a layer stands in; null for one of an overlay or a transition. */
export function sceneOfLayer(movie: Movie | null, layer: Layer | null): Scene | null {
  return layer === null ? null : (movie?.scenes.find(({ layers }) => layers.includes(layer)) ?? null);
}

/**
 * The frame of its scene in which a layer is shown while the playhead is in a frame of the film, at every `step` frames
 * another one; null where it is never there.
 */
export function shownFrame(movie: Movie, layer: Layer, playhead: number, step: number): number | null {
  const { scenes, starts } = timelineOf(movie);
  const index = scenes.findIndex(({ layers }) => layers.includes(layer));
  const scene = scenes[index];
  if (scene === undefined) return null;
  const { start, end } = layerTime(layer, scene.duration);
  if (end <= start) return null;
  const within = Math.floor((playhead - (starts[index] ?? 0)) / step) * step;
  return Math.min(end - 1, Math.max(start, within));
}

/**
 * A scene of that layer alone with one more effect, on a ground on which both light and dark are seen. It neither comes
 * in nor goes out, so that all of it is there.
 */
export function sampleScene({ layer, scene }: ShownLayer, effect: Effect): Scene {
  const animations = layer.animations.filter(({ kind }) => kind === 'custom');
  const shown: Layer = { ...layer, enabled: true, effects: [...layer.effects, effect], animations };
  // Pictures are kept by the scene's id.
  const id = `${scene.id} ${effect.type}` as NodeId;
  return { ...scene, id, enabled: true, background: GROUND, layers: [shown], sounds: [] };
}

const GROUND = { red: 120, green: 124, blue: 132, alpha: 1 };
