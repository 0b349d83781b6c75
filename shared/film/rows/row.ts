import type { Effect } from '../../template/effects/effects.ts';
import type { Layer, VideoLayer } from '../../template/movie/movie.ts';
import type { KeyValues } from '../../template/values/animation.ts';
import type { BlendMode } from '../../template/values/blend-mode.ts';
import type { Fit } from '../../template/values/fit.ts';
import { type FrameRate, type Frames, frames } from '../../template/values/frame-rate.ts';
import { frameInTurn, sourceFrames } from '../time/source-run.ts';
import { type DecodedEffect, isDecodedEffect } from './decoded-effects.ts';
import { playedEffects } from './played-effects.ts';

/** What a video is in one frame, but for its place. */
export interface LayerRow {
  readonly layer: VideoLayer;
  /** In-point: where in the source the picture starts, in frames of the film. */
  readonly inPoint: Frames;
  /** The layer's own frame: how far behind the in-point the source is looked at, in frames of the film at its speed. */
  readonly frame: Frames;
  /** How much faster than its source it goes. */
  readonly speed: number;
  readonly fit: Fit;
  /** Those that are played and change something, in the order in which they are applied; without those that are composed. */
  readonly effects: readonly DecodedEffect[];
}

/** What a video is in its own frame number `frame`. */
export function rowAt(layer: VideoLayer, frame: Frames): LayerRow {
  const { skip, speed, freeze, fit } = layer;
  const moment = freeze === null ? { inPoint: skip, frame, speed } : { inPoint: freeze, frame: frames(0), speed: 1 };
  return { layer, ...moment, fit, effects: playedEffects(layer).filter(isDecodedEffect) };
}

/** The row that is seen of a source whose picture ends there, as the layer's `end` decides; null where nothing is. */
export function rowUntil(row: LayerRow, endSeconds: number, rate: FrameRate): LayerRow | null {
  const frame = frameInTurn(row.layer, row.frame, sourceFrames(row.layer, endSeconds, rate));
  return frame === null ? null : { ...row, frame: frames(frame) };
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
export interface DrawnLook extends Partial<Pick<KeyValues, 'color' | 'fill' | 'stroke' | 'fontsize'>> {
  /** Sides of its box, in pixels of the film. */
  readonly width?: number;
  readonly height?: number;
}

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
  /** Those that the compositor applies, in their order. */
  readonly effects: readonly Effect[];
  /** Null where nothing of the drawing itself is animated. */
  readonly look: DrawnLook | null;
}
