import type { Layer, VideoLayer } from '../template/movie/movie.ts';
import type { Effect } from '../template/tables/effects.ts';
import type { KeyValues } from '../template/values/animation.ts';
import type { BlendMode } from '../template/values/blend-mode.ts';
import type { Fit } from '../template/values/fit.ts';
import type { Frames } from '../template/values/frame-rate.ts';
import { playedEffects } from './played-effects.ts';

/** What a video is in one frame, but for its place. */
export interface LayerRow {
  readonly layer: VideoLayer;
  /** In-point: where in the source the picture starts, in frames of the film. */
  readonly inPoint: Frames;
  /** The layer's own frame: how far behind the in-point the source is looked at, in frames of the film. */
  readonly frame: Frames;
  readonly fit: Fit;
  /** Those that are played and change something, in the order in which they are applied. */
  readonly effects: readonly Effect[];
}

/** What a video is in its own frame number `frame`. */
export function rowAt(layer: VideoLayer, frame: Frames): LayerRow {
  const { skip, fit } = layer;
  return { layer, inPoint: skip, frame, fit, effects: playedEffects(layer) };
}

/** Maps a place of a picture, in pixels from its upper left corner, to the frame: x' = a x + c y + e, y' = b x + d y + f. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** In pixels of a picture, fractions allowed. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What of a drawing itself is animated, as it is in one frame. */
export type DrawnLook = Partial<Pick<KeyValues, 'color' | 'fill' | 'stroke' | 'fontsize'>>;

/** What a composed layer is in one frame, in numbers. */
export interface ComposedRow {
  readonly layer: Layer;
  /** The layer's own frame, whole or not where the format has another rate. */
  readonly frame: number;
  readonly matrix: Affine;
  /** 0 to 1. */
  readonly opacity: number;
  readonly blendMode: BlendMode;
  /** What of the picture is seen in its box; null for all of it. */
  readonly window: Rect | null;
  /** Those that are played and change something, in the order in which they are applied. */
  readonly effects: readonly Effect[];
  /** Null where nothing of the drawing itself is animated. */
  readonly look: DrawnLook | null;
}
