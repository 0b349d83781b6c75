import type { Effect } from '../template/effects/effects.ts';
import type { Layer, VideoLayer } from '../template/movie/movie.ts';
import { drawnPropertiesOf } from '../template/movie/movie-kinds.ts';
import type { KeyValues } from '../template/values/animation.ts';
import type { Paint } from '../template/values/color.ts';
import { type FrameRate, type Frames, frames, framesToSeconds } from '../template/values/frame-rate.ts';
import { inPixels, type Length } from '../template/values/lengths.ts';
import type { BlendMode, Fit, Size } from '../template/values/placement.ts';
import { type Between, keyframedValue, tracksOf } from './animation.ts';
import { type CountedFrame, countedFrameAt } from './counted-text.ts';
import { type DecodedEffect, isDecodedEffect, playedEffects } from './effects.ts';
import { frameInLoop, sourceFrames, speedRatio } from './time.ts';

/** The state of a video in one frame, without its placement. */
export interface VideoState {
  readonly layer: VideoLayer;
  /** The position in the source at the first frame of the layer, in frames of the movie. */
  readonly inPoint: Frames;
  /** The local frame, which counts frames of the movie at the speed of the video from the in-point. */
  readonly frame: Frames;
  /** The playback speed relative to the source. */
  readonly speed: number;
  readonly fit: Fit;
  /** The effects that change the picture and that are applied during decoding, in order. */
  readonly effects: readonly DecodedEffect[];
}

/** Returns the state of a video at its local frame `frame`. */
export function videoStateAt(layer: VideoLayer, frame: Frames): VideoState {
  const { skip, speed, freeze, fit } = layer;
  const moment = freeze === null ? { inPoint: skip, frame, speed } : { inPoint: freeze, frame: frames(0), speed: 1 };
  return { layer, ...moment, fit, effects: playedEffects(layer).filter(isDecodedEffect) };
}

/**
 * Returns the state for a source with a picture that ends at `endSeconds`, according to the attribute `end` of the
 * layer. Returns null for a hidden video.
 */
export function videoStateUntil(state: VideoState, endSeconds: number, rate: FrameRate): VideoState | null {
  const frame = frameInLoop(state.layer, state.frame, sourceFrames(state.layer, endSeconds, rate));
  return frame === null ? null : { ...state, frame: frames(frame) };
}

/**
 * A transformation from a point of a picture, in pixels from its upper left corner, to the frame: x' = a x + c y + e,
 * y' = b x + d y + f.
 */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** A rectangle in pixels of a picture. Its values can be fractional. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The animated style of a drawing in one frame. */
export interface AnimatedStyle extends Partial<Pick<KeyValues, 'color' | 'fill' | 'stroke' | 'fontsize'>> {
  /** The text in the frame, for a text with a moving number. */
  readonly text?: CountedFrame;
  /** The sides of the box in pixels of the movie. */
  readonly width?: number;
  readonly height?: number;
}

/** The state of a composed layer in one frame. */
export interface LayerState {
  readonly layer: Layer;
  /** The local frame. It can be fractional, because an output can have another frame rate. */
  readonly frame: number;
  readonly matrix: Affine;
  /** The opacity, 0 to 1. */
  readonly opacity: number;
  readonly blendMode: BlendMode;
  /** The visible part of the picture in its box; null for the whole picture. */
  readonly window: Rect | null;
  /** The effects that the compositor applies, in order. */
  readonly effects: readonly Effect[];
  /** The animated style; null if the drawing itself is not animated. */
  readonly look: AnimatedStyle | null;
}

/** A time of a source as an integer number of ticks. The clock of the source has `resolution` ticks per second. */
export type Ticks = number;

/** The fields of a state that determine the time in its source. */
type Moment = Pick<VideoState, 'inPoint' | 'frame' | 'speed'>;

/**
 * Returns the latest possible start of the source frame for a state. The visible frame is the last source frame that
 * begins at or before this time, or otherwise the first source frame. The result must equal the result of FFmpeg in the
 * engine.
 *
 * FFmpeg subtracts the in-point, rounded to microseconds and then to the clock of the source, from every time stamp.
 * `fps=round=near` then rounds the time of each source frame to a frame of the movie, with halves up, and the latest of
 * several source frames in one position applies. A source frame at the time t is therefore visible from the frame
 * round(t × rate) on, and round(t × rate) ≤ n means t < (n + ½) / rate. For another speed, FFmpeg first divides the
 * times by the speed.
 */
export function lastStart({ inPoint, frame, speed }: Moment, rate: FrameRate, resolution: number): Ticks {
  const { times, per } = speedRatio(speed);
  const begin = divideRounded(BigInt(microseconds(framesToSeconds(inPoint, rate))) * BigInt(resolution), 1_000_000n);
  const dividend = BigInt(2 * frame + 1) * BigInt(times) * BigInt(resolution) * BigInt(rate.denominator);
  const divisor = 2n * BigInt(per) * BigInt(rate.numerator);
  const ceiling = (dividend + divisor - 1n) / divisor;
  return Number(begin + ceiling - 1n);
}

/**
 * Returns the source time of a state in seconds. Use it only for finding a position; {@link lastStart} selects the
 * frame.
 */
export function sourceSeconds({ inPoint, frame, speed }: Moment, rate: FrameRate): number {
  return ((inPoint + frame * speed) * rate.denominator) / rate.numerator;
}

/**
 * Returns the microseconds that FFmpeg parses from the decimal of the engine. The engine writes nine digits, and FFmpeg
 * truncates the text after the sixth digit.
 */
function microseconds(seconds: number): number {
  const [whole = '0', fraction = ''] = seconds.toFixed(9).split('.');
  return Number(whole) * 1_000_000 + Number(fraction.slice(0, 6));
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * Returns the animated style of a layer at a local frame; null if no keyframe sets a style.
 * @param whole The size to which percentages refer.
 */
export function styleAt(layer: Layer, frame: number, length: number, whole: Size): AnimatedStyle | null {
  const entries = drawnPropertiesOf(layer.kind).flatMap((property): readonly (readonly [string, Paint | number])[] => {
    if (property === 'value') return [];
    if (property === 'fontsize') {
      const size = keyframedValue(layer, property, frame, length);
      return size === null ? [] : [[property, Math.max(1, mixed(size.from, size.to, size.part))]];
    }
    if (property === 'width' || property === 'height') {
      const side = keyframedValue(layer, property, frame, length);
      const pixels = (written: Length) => inPixels(written, whole[property]);
      return side === null ? [] : [[property, Math.max(1, mixed(pixels(side.from), pixels(side.to), side.part))]];
    }
    const paint = keyframedValue(layer, property, frame, length);
    return paint === null ? [] : [[property, paintBetween(paint)]];
  });
  const text = layer.kind === 'text' ? countedFrameAt(layer, frame, length) : null;
  if (text !== null) return { ...Object.fromEntries(entries), text };
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/**
 * Interpolates each channel and the opacity separately. Channels are whole bytes, because equal styles must have equal
 * drawings.
 */
function paintBetween({ from, to, part }: Between<Paint>): Paint {
  const byte = (one: number, other: number) => Math.min(255, Math.max(0, Math.round(mixed(one, other, part))));
  return {
    red: byte(from.red, to.red),
    green: byte(from.green, to.green),
    blue: byte(from.blue, to.blue),
    alpha: byte(from.alpha * 255, to.alpha * 255) / 255,
  };
}

/** Returns whether a layer has the same size in all frames. Effects and text layout are ignored. */
export function hasOneSize({ animations }: Pick<Layer, 'animations'>): boolean {
  return (['width', 'height'] as const).every((side) => tracksOf(animations, side, 1).length === 0);
}

function mixed(from: number, to: number, part: number): number {
  return from === to ? from : from + (to - from) * part;
}
