import type { SeenLayer } from '../../template/movie/seen-layer.ts';
import { easingNamed } from '../../template/value-types/easing-type.ts';
import type {
  CustomAnimation,
  KeyProperty,
  KeyValues,
  PresetAnimation,
  RelativeTime,
} from '../../template/values/animation.ts';
import type { Easing } from '../../template/values/easing.ts';
import { type Cycles, cycleAt } from './cycles.ts';
import { eased, withHandles } from './eased.ts';

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
  { animations }: Pick<SeenLayer, 'animations'>,
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
