import { assertNever } from '../lib/assert.ts';
import type { VisualLayer } from '../template/movie/movie.ts';
import type { AttributeType } from '../template/value-types/attribute-types.ts';
import { easingNamed } from '../template/value-types/easing-type.ts';
import type {
  CustomAnimation,
  Easing,
  EffectValue,
  Handle,
  KeyProperty,
  KeyValues,
  PresetAnimation,
  RelativeTime,
} from '../template/values/animation.ts';
import type { Color, Paint } from '../template/values/color.ts';
import { inPixels, type Length, type Pair, type Point, pixels } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';

/** One value of a property, from the beginning of its animation, and how it goes on to the next. */
interface TrackKey<Value> {
  /** In frames, fractions allowed. */
  readonly time: number;
  readonly value: Value;
  readonly easing: Easing;
}

/** What keys say of one property of a layer or effect, in the layer's own time. */
interface Track<Value> extends Cycles {
  readonly keys: readonly TrackKey<Value>[];
}

/** Where a property stands in a frame: at a key, or on the way from one to the next. */
export interface Between<Value> {
  readonly from: Value;
  readonly to: Value;
  /** Which part of the way lies behind it; below 0 and above 1 where the easing overshoots. */
  readonly part: number;
}

const LINEAR = easingNamed('linear');

/** What all animations of a layer or effect say of one property. */
export type Tracks<Value> = readonly Track<Value>[];

/**
 * Where keys put a property in a layer's own frame, whole or not; null where no key names it. `length` is the layer's, in
 * frames.
 */
export function keyed<Property extends KeyProperty>(
  { animations }: Pick<VisualLayer, 'animations'>,
  property: Property,
  frame: number,
  length: number,
): Between<KeyValues[Property]> | null {
  return onTracks(tracksOf(animations, property, length), frame);
}

/** The tracks of a property: one for each animation that is switched on and names it. */
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
 * Where a property stands in a layer's own frame, whole or not; null without a track. Of several tracks the one that began
 * last holds; before all of them the first.
 */
export function onTracks<Value>(tracks: Tracks<Value>, frame: number): Between<Value> | null {
  let holds: Track<Value> | null = null;
  for (const track of tracks) if (holds === null || goesBefore(track, holds, frame)) holds = track;
  return holds === null ? null : valueOn(holds, frame);
}

function goesBefore({ begin }: Cycles, before: Cycles, frame: number): boolean {
  if (before.begin <= frame) return begin <= frame && begin >= before.begin;
  return begin < before.begin;
}

/** An animation with keys, whatever they hold. */
type TimedKeys = Pick<CustomAnimation<unknown>, 'duration' | 'keys'>;

/** How long an animation with keys is, in frames: to one frame behind its last key where nothing is said. */
export function customLength({ duration, keys }: TimedKeys, layerLength: number): number {
  if (duration !== null) return framesOf(duration, layerLength);
  if (keys.some(({ time }) => time.unit === '%')) return layerLength;
  return Math.max(0, ...keys.map(({ time }) => time.amount)) + 1;
}

/** A time in frames; `whole` is what a percentage is of. */
export function framesOf({ amount, unit }: RelativeTime, whole: number): number {
  return unit === '%' ? (amount * whole) / 100 : amount;
}

interface KnownTracks {
  readonly layerLength: number;
  readonly byProperty: Map<string, unknown>;
}

/** Of animations, which never change: a frame asks for the same tracks as the one before. */
const knownTracks = new WeakMap<object, KnownTracks>();

function trackOf<Values, Property extends keyof Values & string>(
  animation: CustomAnimation<Values>,
  property: Property,
  layerLength: number,
): Tracks<Values[Property]> {
  const before = knownTracks.get(animation);
  const known = before?.layerLength === layerLength ? before : { layerLength, byProperty: new Map() };
  knownTracks.set(animation, known);
  const made = known.byProperty.get(property) ?? makeTrack(animation, property, layerLength);
  known.byProperty.set(property, made);
  // Each property has only tracks of its own kind of value under its name.
  return made as Tracks<Values[Property]>;
}

function makeTrack<Values, Property extends keyof Values & string>(
  animation: CustomAnimation<Values>,
  property: Property,
  layerLength: number,
): Tracks<Values[Property]> {
  const length = customLength(animation, layerLength);
  const named = animation.keys.flatMap(({ time, values, easing }) => {
    const value: Values[Property] | undefined = values[property];
    return value === undefined ? [] : [{ time: framesOf(time, length), value, easing }];
  });
  if (named.length === 0) return [];
  const { easeIn, easeOut, repeat, alternate, offset } = animation;
  const last = named.length - 2;
  const keys = named.map(({ easing, ...key }, index): TrackKey<Values[Property]> => {
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
  const index = lastNotBehind(keys, time);
  const from = keys[index];
  if (from === undefined) return { from: first.value, to: first.value, part: 0 };
  const to = keys[index + 1];
  if (to === undefined) return { from: from.value, to: from.value, part: 0 };
  return { from: from.value, to: to.value, part: eased(from.easing, (time - from.time) / (to.time - from.time)) };
}

/** Number of the last key that is not later than `time`; −1 where all are. By halving: a sound asks at each of its samples. */
function lastNotBehind(keys: readonly { readonly time: number }[], time: number): number {
  let low = -1;
  let high = keys.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((keys[middle]?.time ?? time) <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** When something is played, how long once, and how often. */
export interface Cycles {
  /** The layer's own frame with which it begins. */
  readonly begin: number;
  /** In frames. */
  readonly length: number;
  /** Infinite for ever. */
  readonly repeat: number;
  /** Whether every second repetition plays backward. */
  readonly alternate: boolean;
}

/** How far the playing of something is. */
export interface CycleMoment {
  /** Since this time began, from 0 to the length. */
  readonly within: number;
  /** Whether this time it goes backwards. */
  readonly isBack: boolean;
}

/** How far something is in the layer's own frame; before it begins at its first moment, behind its end at its last. */
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
/** `BACK` × 1.525: it reaches as far in half the time. */
const BACK_TWICE = 2.5949095;
/** Where the parabola of a bounce has its unit: its curve is written in 1 ÷ 2.75 of the time. */
const BOUNCE = 2.75;
/** What the parameter of a curve may be off; far below what a pixel or a byte shows. */
const EXACT = 1e-12;
const MOST_STEPS = 60;

/** Which part of the way lies behind a value at the part `u` of the time, 0 to 1. At 0 it is 0, at 1 it is 1. */
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
 * An easing whose ends have handles: its first is at (p, p q), its second at (1 − p, 1 − p q), p being how far it reaches
 * and q the speed there. Where only one end has one, the other keeps that of the easing, if it is a curve with handles.
 */
export function withHandles(easing: Easing, easeIn: Handle | null, easeOut: Handle | null): Easing {
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
 * CSS Easing 1, 2.2: y at the parameter at which x is u. x rises with the parameter, since both handles lie within 0 and 1,
 * so the place is found by Newton's steps, and by halving where one would leave the stretch that it lies in.
 */
function bezierAt({ x1, y1, x2, y2 }: Bezier, u: number): number {
  let low = 0;
  let high = 1;
  let t = u;
  for (let step = 0; step < MOST_STEPS; step++) {
    const error = curve(x1, x2, t) - u;
    if (Math.abs(error) < EXACT) break;
    if (error > 0) high = t;
    else low = t;
    const next = t - error / slope(x1, x2, t);
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return curve(y1, y2, t);
}

/** One coordinate of a cubic Bézier curve from 0 to 1 with the handles `first` and `second`. */
function curve(first: number, second: number, t: number): number {
  const rest = 1 - t;
  return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t;
}

function slope(first: number, second: number, t: number): number {
  const rest = 1 - t;
  return 3 * rest * rest * first + 6 * rest * t * (second - first) + 3 * t * t * (1 - second);
}

/** A value of a property: what a key of a layer, sound or effect can hold. */
export type MovingValue = EffectValue | Pair;

/**
 * The value between two keys of an attribute of that type, within its bounds; null for a type that has nothing between.
 * @param whole What percentages are of.
 * @param isDown Whether a length counts downwards.
 */
export function valueBetween(
  { kind, minimum, maximum }: Pick<AttributeType<unknown>, 'kind' | 'minimum' | 'maximum'>,
  between: Between<unknown>,
  whole: Size,
  isDown = false,
): MovingValue | null {
  const within = (value: number) => Math.min(maximum ?? value, Math.max(minimum ?? value, value));
  // Values of keys were read by the type.
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
      const { amount, unit } = lengthOf(between as Between<Length>, isDown ? whole.height : whole.width);
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

/** A value that goes nowhere stays exactly what it is. */
function numberOf({ from, to, part }: Between<number>): number {
  return from === to ? from : from + (to - from) * part;
}

/** Each part and the opacity by itself; whole bytes, so that equal colours have equal tables. */
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

/** In pixels where one is a percentage and the other is not. */
function lengthOf({ from, to, part }: Between<Length>, whole: number): Length {
  if (from.unit === to.unit) return { amount: numberOf({ from: from.amount, to: to.amount, part }), unit: from.unit };
  return pixels(numberOf({ from: inPixels(from, whole), to: inPixels(to, whole), part }));
}

/** Number by number; one of three rows stands for that of four which leaves opacity alone. */
function matrixOf({ from, to, part }: Between<readonly number[]>): readonly number[] {
  const [one, other] = from.length === to.length ? [from, to] : [withOpacity(from), withOpacity(to)];
  return one.map((value, at) => numberOf({ from: value, to: other[at] ?? 0, part }));
}

function withOpacity(matrix: readonly number[]): readonly number[] {
  if (matrix.length !== 12) return matrix;
  const rows = [0, 4, 8].flatMap((at) => [...matrix.slice(at, at + 3), 0, matrix[at + 3] ?? 0]);
  return [...rows, 0, 0, 0, 1, 0];
}
