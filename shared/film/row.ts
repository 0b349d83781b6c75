import type { Effect } from '../template/effects.ts';
import type { Fit } from '../template/fit.ts';
import type { Frames } from '../template/frame-rate.ts';
import type { Layer } from '../template/movie.ts';
import { playedEffects } from './played-effects.ts';

/** What a layer is in one frame. */
export interface LayerRow {
  readonly layer: Layer;
  /** In-point: where in the source the picture starts, in frames of the film. */
  readonly inPoint: Frames;
  /** The layer's own frame: how far behind the in-point the source is looked at, in frames of the film. */
  readonly frame: Frames;
  readonly fit: Fit;
  /** Those that are played and change something, in the order in which they are applied. */
  readonly effects: readonly Effect[];
}

/** What a layer is in its own frame number `frame`. */
export function rowAt(layer: Layer, frame: Frames): LayerRow {
  const { skip, fit } = layer;
  return { layer, inPoint: skip, frame, fit, effects: playedEffects(layer) };
}
