import { assertNever } from '../lib/assert.ts';
import type { VisualLayer } from '../template/movie/movie.ts';
import type { AttributeType } from '../template/value-types/attribute-types.ts';
import { easingNamed } from '../template/value-types/easing-type.ts';
import type {
  CustomAnimation,
  Easing,
  EasingHandle,
  EffectValue,
  KeyProperty,
  KeyValues,
  PresetAnimation,
  RelativeTime,
} from '../template/values/animation.ts';
import type { Color, Paint } from '../template/values/color.ts';
import { inPixels, type Length, type Pair, type Point, pixels } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';

/** A value of a property at a time of its animation, and the easing to the next keyframe. */
interface TrackKey<Value> {
  /** The time in frames from the start of the animation. It can be fractional. */
  readonly time: number;
  readonly value: Value;
  readonly easing: Easing;
}

/** The keyframes of one property in an animation of a layer or effect. */
interface Track<Value> extends Cycles {
  readonly keys: readonly TrackKey<Value>[];
}

/** The position of a frame: at one keyframe, or between two keyframes. */
export interface Between<Value> {
  readonly from: Value;
  readonly to: Value;
  /** The eased progress from `from` to `to`. An easing that overshoots gives values below 0 or above 1. */
  readonly part: number;
}

const LINEAR = easingNamed('linear');

/** The tracks of one property, from all animations of a layer or effect. */
export type Tracks<Value> = readonly Track<Value>[];

/**
 * Returns the keyframed value of a property at a local frame, which can be fractional. Returns null without keyframes
 * for the property. `length` is the length of the layer in frames.
 */
export function keyframedValue<Property extends KeyProperty>(
  { animations }: Pick<VisualLayer, 'animations'>,
  property: Property,
  frame: number,
  length: number,
): Between<KeyValues[Property]> | null {
  return valueOnTracks(tracksOf(animations, property, length), frame);
}

/** Returns a track for each enabled animation that sets a property. */
export function tracksOf<Values, Property extends keyof Values & string>(
  animations: readonly (PresetAnimation | CustomAnimation<Values>)[],
  property: Property,
  length: number,
): Tracks<Values[Property]> {
  return animations.flatMap(
    (animation): Tracks<Values[Property]> =>
      animation.kind === 'custom' && animation.enabled ? trackOf(animation, property, length) : [],
  );
}

/**
 * Returns the value of a property at a local frame, which can be fractional. Returns null without tracks. The track
 * that began last applies. Before the start of all tracks, the first one applies.
 */
export function valueOnTracks<Value>(tracks: Tracks<Value>, frame: number): Between<Value> | null {
  let current: Track<Value> | null = null;
  for (const track of tracks) if (current === null || takesPrecedence(track, current, frame)) current = track;
  return current === null ? null : valueOn(current, frame);
}

function takesPrecedence({ begin }: Cycles, before: Cycles, frame: number): boolean {
  if (before.begin <= frame) return begin <= frame && begin >= before.begin;
  return begin < before.begin;
}

/** A keyframed animation of any property. */
type TimedKeys = Pick<CustomAnimation<unknown>, 'duration' | 'keys'>;

/**
 * Returns the length of a keyframed animation in frames. The default is one frame after the last keyframe. If the time
 * of a keyframe is a percentage, the default is the end of the layer.
 */
export function customLength({ duration, keys }: TimedKeys, layerLength: number): number {
  if (duration !== null) return framesOf(duration, layerLength);
  if (keys.some(({ time }) => time.unit === '%')) return layerLength;
  return Math.max(0, ...keys.map(({ time }) => time.amount)) + 1;
}

/** Converts a time to frames. Percentages refer to `whole`. */
export function framesOf({ amount, unit }: RelativeTime, whole: number): number {
  return unit === '%' ? (amount * whole) / 100 : amount;
}

interface CachedTracks {
  readonly layerLength: number;
  readonly byProperty: Map<string, unknown>;
}

/** The tracks by animation. They are cached, because animations are immutable and every frame uses the same tracks. */
const trackCache = new WeakMap<object, CachedTracks>();

function trackOf<Values, Property extends keyof Values & string>(
  animation: CustomAnimation<Values>,
  property: Property,
  layerLength: number,
): Tracks<Values[Property]> {
  const before = trackCache.get(animation);
  const cached = before?.layerLength === layerLength ? before : { layerLength, byProperty: new Map() };
  trackCache.set(animation, cached);
  const tracks = cached.byProperty.get(property) ?? makeTrack(animation, property, layerLength);
  cached.byProperty.set(property, tracks);
  // The cast is safe: the map stores each property with tracks of its value type.
  return tracks as Tracks<Values[Property]>;
}

function makeTrack<Values, Property extends keyof Values & string>(
  animation: CustomAnimation<Values>,
  property: Property,
  layerLength: number,
): Tracks<Values[Property]> {
  const length = customLength(animation, layerLength);
  const keysWithValue = animation.keys.flatMap(({ time, values, easing }) => {
    const value: Values[Property] | undefined = values[property];
    return value === undefined ? [] : [{ time: framesOf(time, length), value, easing }];
  });
  if (keysWithValue.length === 0) return [];
  const { easeIn, easeOut, repeat, alternate, offset } = animation;
  const last = keysWithValue.length - 2;
  const keys = keysWithValue.map(({ easing, ...key }, index): TrackKey<Values[Property]> => {
    const own = easing ?? animation.easing ?? LINEAR;
    return { ...key, easing: withHandles(own, index === 0 ? easeIn : null, index === last ? easeOut : null) };
  });
  return [{ begin: offset, length, repeat, alternate, keys }];
}

function valueOn<Value>(track: Track<Value>, frame: number): Between<Value> | null {
  const { keys } = track;
  const [first] = keys;
  if (first === undefined) return null;
  const { within, isBack } = cycleAt(track, frame);
  const time = isBack ? track.length - within : within;
  const index = lastKeyAtOrBefore(keys, time);
  const from = keys[index];
  if (from === undefined) return { from: first.value, to: first.value, part: 0 };
  const to = keys[index + 1];
  if (to === undefined) return { from: from.value, to: from.value, part: 0 };
  return { from: from.value, to: to.value, part: eased(from.easing, (time - from.time) / (to.time - from.time)) };
}

/**
 * Returns the index of the last keyframe at or before `time`; −1 if there is none. Uses a binary search, because sounds
 * call this function for each sample.
 */
function lastKeyAtOrBefore(keys: readonly { readonly time: number }[], time: number): number {
  let low = -1;
  let high = keys.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((keys[middle]?.time ?? time) <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** The start, the length, and the repetitions of an animation. */
export interface Cycles {
  /** The local frame of the layer at the start of the first repetition. */
  readonly begin: number;
  /** The length of one repetition in frames. */
  readonly length: number;
  /** The number of repetitions. It can be infinite. */
  readonly repeat: number;
  /** Whether every second repetition is played backward. */
  readonly alternate: boolean;
}

/** A position within a repetition. */
export interface CycleMoment {
  /** The frames since the start of the repetition, from 0 to the length. */
  readonly within: number;
  /** Whether this repetition is played backward. */
  readonly isBack: boolean;
}

/**
 * Returns the position at a local frame. Frames before the start have the first position, and frames after the end have
 * the last position.
 */
export function cycleAt({ begin, length, repeat, alternate }: Cycles, frame: number): CycleMoment {
  const local = frame - begin;
  if (local <= 0) return { within: 0, isBack: false };
  const isOver = local >= length * repeat;
  const cycle = isOver ? repeat - 1 : Math.floor(local / length);
  const isBack = alternate && cycle % 2 === 1;
  return { within: isOver ? length : local - cycle * length, isBack };
}

type Bezier = Pick<Extract<Easing, { kind: 'bezier' }>, 'x1' | 'y1' | 'x2' | 'y2'>;

const BACK = 1.70158;
/** `BACK` × 1.525. With this factor, the curve overshoots by the same amount in half the time. */
const BACK_TWICE = 2.5949095;
/** The time factor of the bounce: its parabolas are functions of 2.75 u. */
const BOUNCE = 2.75;
/** The tolerance of the curve parameter. It is much smaller than the resolution of a pixel or a byte. */
const PARAMETER_TOLERANCE = 1e-12;
const MAX_STEPS = 60;

/** Returns the eased progress at the time `u`, 0 to 1. The progress is exactly 0 at 0 and exactly 1 at 1. */
export function eased(easing: Easing, u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  switch (easing.kind) {
    case 'linear':
      return u;
    case 'bezier':
      return bezierAt(easing, u);
    case 'steps':
      return Math.floor(u * easing.count) / easing.count;
    case 'back-in':
      return backIn(u, BACK);
    case 'back-out':
      return 1 - backIn(1 - u, BACK);
    case 'back-in-out':
      return u <= 0.5 ? backIn(2 * u, BACK_TWICE) / 2 : 1 - backIn(2 - 2 * u, BACK_TWICE) / 2;
    case 'elastic-out':
      return 2 ** (-10 * u) * Math.sin(((10 * u - 0.75) * 2 * Math.PI) / 3) + 1;
    case 'bounce-out':
      return bounceOut(u * BOUNCE);
    default:
      return assertNever(easing);
  }
}

/**
 * Returns an easing with handles at its ends. For a handle with the reach p and the speed q, the first control point is
 * (p, p q) and the second control point is (1 − p, 1 − p q). If the easing is a Bézier curve, ends without a handle
 * keep their control points.
 */
export function withHandles(easing: Easing, easeIn: EasingHandle | null, easeOut: EasingHandle | null): Easing {
  if (easeIn === null && easeOut === null) return easing;
  const { x1, y1, x2, y2 } = easing.kind === 'bezier' ? easing : { x1: 0, y1: 0, x2: 1, y2: 1 };
  return {
    kind: 'bezier',
    x1: easeIn === null ? x1 : easeIn.reach,
    y1: easeIn === null ? y1 : easeIn.reach * easeIn.speed,
    x2: easeOut === null ? x2 : 1 - easeOut.reach,
    y2: easeOut === null ? y2 : 1 - easeOut.reach * easeOut.speed,
  };
}

function backIn(u: number, overshoot: number): number {
  return u * u * ((overshoot + 1) * u - overshoot);
}

function bounceOut(v: number): number {
  if (v < 1) return v * v;
  if (v < 2) return (v - 1.5) ** 2 + 0.75;
  if (v < 2.5) return (v - 2.25) ** 2 + 0.9375;
  return (v - 2.625) ** 2 + 0.984375;
}

/**
 * Returns y at the curve parameter with x = u (CSS Easing 1, 2.2). x increases with the parameter, because both control
 * points are between 0 and 1. The search uses Newton’s method. If a step would leave the interval, it uses bisection.
 */
function bezierAt({ x1, y1, x2, y2 }: Bezier, u: number): number {
  let low = 0;
  let high = 1;
  let t = u;
  for (let step = 0; step < MAX_STEPS; step++) {
    const error = curve(x1, x2, t) - u;
    if (Math.abs(error) < PARAMETER_TOLERANCE) break;
    if (error > 0) high = t;
    else low = t;
    const next = t - error / slope(x1, x2, t);
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return curve(y1, y2, t);
}

/**
 * Returns a coordinate of a cubic Bézier curve from 0 to 1. `first` and `second` are the coordinates of the control
 * points.
 */
function curve(first: number, second: number, t: number): number {
  const rest = 1 - t;
  return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t;
}

function slope(first: number, second: number, t: number): number {
  const rest = 1 - t;
  return 3 * rest * rest * first + 6 * rest * t * (second - first) + 3 * t * t * (1 - second);
}

/** The value of a keyframe of a layer, sound, or effect. */
export type MovingValue = EffectValue | Pair;

/**
 * Interpolates an attribute between two keyframes, and clamps the result to the bounds of its type. Returns null for a
 * type without interpolation.
 * @param whole The size to which percentages refer.
 * @param isVertical Whether a length is vertical.
 */
export function valueBetween(
  { kind, minimum, maximum }: Pick<AttributeType<unknown>, 'kind' | 'minimum' | 'maximum'>,
  between: Between<unknown>,
  whole: Size,
  isVertical = false,
): MovingValue | null {
  const within = (value: number) => Math.min(maximum ?? value, Math.max(minimum ?? value, value));
  // The casts are safe: the attribute type parsed the values of the keyframes.
  switch (kind) {
    case 'number':
    case 'gain':
      return within(numberOf(between as Between<number>));
    case 'integer':
      return within(Math.round(numberOf(between as Between<number>)));
    case 'color':
    case 'paint':
      return colorOf(between as Between<Color | Paint>);
    case 'length': {
      const { amount, unit } = lengthOf(between as Between<Length>, isVertical ? whole.height : whole.width);
      return { amount: within(amount), unit };
    }
    case 'point': {
      const { from, to, part } = between as Between<Point>;
      return {
        across: lengthOf({ from: from.across, to: to.across, part }, whole.width),
        down: lengthOf({ from: from.down, to: to.down, part }, whole.height),
      };
    }
    case 'pair': {
      const { from, to, part } = between as Between<Pair>;
      return {
        across: within(numberOf({ from: from.across, to: to.across, part })),
        down: within(numberOf({ from: from.down, to: to.down, part })),
      };
    }
    case 'matrix':
      return matrixOf(between as Between<readonly number[]>);
    default:
      return null;
  }
}

/** Interpolates two numbers. Two equal numbers give this number, without rounding errors. */
function numberOf({ from, to, part }: Between<number>): number {
  return from === to ? from : from + (to - from) * part;
}

/** Interpolates each channel and the opacity separately. Channels are whole bytes. */
function colorOf({ from, to, part }: Between<Color | Paint>): Color | Paint {
  const byte = (one: number, other: number) =>
    Math.min(255, Math.max(0, Math.round(numberOf({ from: one, to: other, part }))));
  const color = {
    red: byte(from.red, to.red),
    green: byte(from.green, to.green),
    blue: byte(from.blue, to.blue),
  };
  if (!('alpha' in from && 'alpha' in to)) return color;
  return { ...color, alpha: byte(from.alpha * 255, to.alpha * 255) / 255 };
}

/** Interpolates lengths. A length in pixels and a percentage are interpolated in pixels. */
function lengthOf({ from, to, part }: Between<Length>, whole: number): Length {
  if (from.unit === to.unit) return { amount: numberOf({ from: from.amount, to: to.amount, part }), unit: from.unit };
  return pixels(numberOf({ from: inPixels(from, whole), to: inPixels(to, whole), part }));
}

/**
 * Interpolates each number of two matrices. A matrix with three rows is first extended by a row that keeps the opacity.
 */
function matrixOf({ from, to, part }: Between<readonly number[]>): readonly number[] {
  const [one, other] = from.length === to.length ? [from, to] : [withOpacity(from), withOpacity(to)];
  return one.map((value, at) => numberOf({ from: value, to: other[at] ?? 0, part }));
}

function withOpacity(matrix: readonly number[]): readonly number[] {
  if (matrix.length !== 12) return matrix;
  const rows = [0, 4, 8].flatMap((at) => [...matrix.slice(at, at + 3), 0, matrix[at + 3] ?? 0]);
  return [...rows, 0, 0, 0, 1, 0];
}
