import type { Effect } from '../template/effects/effects.ts';
import type { Layer, VideoLayer } from '../template/movie/movie.ts';
import { drawnPropertiesOf } from '../template/tables/attribute-lookup.ts';
import type { KeyValues } from '../template/values/animation.ts';
import type { Paint } from '../template/values/color.ts';
import { type FrameRate, type Frames, frames, framesToSeconds } from '../template/values/frame-rate.ts';
import { inPixels, type Length } from '../template/values/lengths.ts';
import type { BlendMode, Fit, Size } from '../template/values/placement.ts';
import { type Between, keyed, tracksOf } from './animation.ts';
import { type DecodedEffect, isDecodedEffect, playedEffects } from './effects.ts';
import { frameInLoop, sourceFrames, speedRatio } from './time.ts';

/** What a video is in one frame, but for its place. */
export interface VideoState {
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
export function videoStateAt(layer: VideoLayer, frame: Frames): VideoState {
  const { skip, speed, freeze, fit } = layer;
  const moment = freeze === null ? { inPoint: skip, frame, speed } : { inPoint: freeze, frame: frames(0), speed: 1 };
  return { layer, ...moment, fit, effects: playedEffects(layer).filter(isDecodedEffect) };
}

/** The row that is seen of a source whose picture ends there, as the layer's `end` decides; null where nothing is. */
export function videoStateUntil(row: VideoState, endSeconds: number, rate: FrameRate): VideoState | null {
  const frame = frameInLoop(row.layer, row.frame, sourceFrames(row.layer, endSeconds, rate));
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
export interface AnimatedStyle extends Partial<Pick<KeyValues, 'color' | 'fill' | 'stroke' | 'fontsize'>> {
  /** Sides of its box, in pixels of the film. */
  readonly width?: number;
  readonly height?: number;
}

/** What a composed layer is in one frame, in numbers. */
export interface LayerState {
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
  readonly look: AnimatedStyle | null;
}

/** A moment of a source in units of its own clock: whole ticks, of which `resolution` make a second. */
export type Ticks = number;

/** What of a row decides which moment of its source is seen. */
type Moment = Pick<VideoState, 'inPoint' | 'frame' | 'speed'>;

/**
 * The last moment at which a frame of the source may begin to be the one that a row shows in a film of that rate: of all
 * that begin by then, it is the last one; before all of them the first.
 *
 * It is what the engine does, to the tick. FFmpeg takes the in-point from every time stamp (whole microseconds, rounded
 * to the source's clock), and `fps=round=near` puts each source frame on the nearest frame of the film, halves up;
 * a later one on the same place wins. So a frame at time t is shown from the film's frame round(t × rate) on, and
 * round(t × rate) ≤ n is t < (n + ½) / rate. A source that goes faster has its times divided by the speed before.
 */
export function lastStart({ inPoint, frame, speed }: Moment, rate: FrameRate, resolution: number): Ticks {
  const { times, per } = speedRatio(speed);
  const begin = divideRounded(BigInt(microseconds(framesToSeconds(inPoint, rate))) * BigInt(resolution), 1_000_000n);
  const dividend = BigInt(2 * frame + 1) * BigInt(times) * BigInt(resolution) * BigInt(rate.denominator);
  const divisor = 2n * BigInt(per) * BigInt(rate.numerator);
  const ceiling = (dividend + divisor - 1n) / divisor;
  return Number(begin + ceiling - 1n);
}

/** Seconds of the source that a row shows in a film of that rate: to look something up, not to choose a frame. */
export function sourceSeconds({ inPoint, frame, speed }: Moment, rate: FrameRate): number {
  return ((inPoint + frame * speed) * rate.denominator) / rate.numerator;
}

/** As FFmpeg reads the decimal that the engine writes: nine digits, of which it cuts off all behind the sixth. */
function microseconds(seconds: number): number {
  const [whole = '0', fraction = ''] = seconds.toFixed(9).split('.');
  return Number(whole) * 1_000_000 + Number(fraction.slice(0, 6));
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * What of a layer's drawing keys say in its own frame; null where they say nothing.
 * @param whole What percentages are of.
 */
export function lookAt(layer: Layer, frame: number, length: number, whole: Size): AnimatedStyle | null {
  const named = drawnPropertiesOf(layer.kind).flatMap((property): readonly (readonly [string, Paint | number])[] => {
    if (property === 'fontsize') {
      const size = keyed(layer, property, frame, length);
      return size === null ? [] : [[property, Math.max(1, mixed(size.from, size.to, size.part))]];
    }
    if (property === 'width' || property === 'height') {
      const side = keyed(layer, property, frame, length);
      const pixels = (written: Length) => inPixels(written, whole[property]);
      return side === null ? [] : [[property, Math.max(1, mixed(pixels(side.from), pixels(side.to), side.part))]];
    }
    const paint = keyed(layer, property, frame, length);
    return paint === null ? [] : [[property, paintBetween(paint)]];
  });
  return named.length === 0 ? null : Object.fromEntries(named);
}

/** Each part and the opacity by itself; whole bytes, so that equal looks have equal drawings. */
function paintBetween({ from, to, part }: Between<Paint>): Paint {
  const byte = (one: number, other: number) => Math.min(255, Math.max(0, Math.round(mixed(one, other, part))));
  return {
    red: byte(from.red, to.red),
    green: byte(from.green, to.green),
    blue: byte(from.blue, to.blue),
    alpha: byte(from.alpha * 255, to.alpha * 255) / 255,
  };
}

/** Whether a layer has one size in all its frames, but for what its effects and its text do. */
export function hasOneSize({ kind, animations }: Pick<Layer, 'kind' | 'animations'>): boolean {
  if (kind !== 'solid' && kind !== 'shape') return true;
  return (['width', 'height'] as const).every((side) => tracksOf(animations, side, 1).length === 0);
}

function mixed(from: number, to: number, part: number): number {
  return from === to ? from : from + (to - from) * part;
}
