import type { SeenLayer } from '../../template/movie/seen-layer.ts';
import { easingNamed } from '../../template/value-types/easing-type.ts';
import type {
  Animation,
  CustomAnimation,
  KeyProperty,
  KeyValues,
  RelativeTime,
} from '../../template/values/animation.ts';
import type { Easing } from '../../template/values/easing.ts';
import { type Cycles, cycleAt } from './cycles.ts';
import { eased, withHandles } from './eased.ts';

/** One value of a property, from the beginning of its animation, and how it goes on to the next. */
interface TrackKey<Property extends KeyProperty> {
  /** In frames, fractions allowed. */
  readonly time: number;
  readonly value: KeyValues[Property];
  readonly easing: Easing;
}

/** What keys say of one property of a layer, in the layer's own time. */
interface Track<Property extends KeyProperty> extends Cycles {
  readonly keys: readonly TrackKey<Property>[];
}

/** Where a property stands in a frame: at a key, or on the way from one to the next. */
export interface Between<Value> {
  readonly from: Value;
  readonly to: Value;
  /** Which part of the way lies behind it; below 0 and above 1 where the easing overshoots. */
  readonly part: number;
}

const LINEAR = easingNamed('linear');

/** What all animations of a layer say of one property. */
export type Tracks<Property extends KeyProperty> = readonly Track<Property>[];

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
export function tracksOf<Property extends KeyProperty>(
  animations: readonly Animation[],
  property: Property,
  length: number,
): Tracks<Property> {
  return animations.flatMap(
    (animation): Tracks<Property> =>
      animation.kind === 'custom' && animation.enabled ? trackOf(animation, property, length) : [],
  );
}

/**
 * Where a property stands in a layer's own frame, whole or not; null without a track. Of several tracks the one that began
 * last holds; before all of them the first.
 */
export function onTracks<Property extends KeyProperty>(
  tracks: Tracks<Property>,
  frame: number,
): Between<KeyValues[Property]> | null {
  let holds: Track<Property> | null = null;
  for (const track of tracks) if (holds === null || goesBefore(track, holds, frame)) holds = track;
  return holds === null ? null : valueOn(holds, frame);
}

function goesBefore({ begin }: Cycles, before: Cycles, frame: number): boolean {
  if (before.begin <= frame) return begin <= frame && begin >= before.begin;
  return begin < before.begin;
}

/** How long an animation with keys is, in frames: to one frame behind its last key where nothing is said. */
export function customLength({ duration, keys }: CustomAnimation, layerLength: number): number {
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
  readonly byProperty: Map<KeyProperty, unknown>;
}

/** Of animations, which never change: a frame asks for the same tracks as the one before. */
const knownTracks = new WeakMap<CustomAnimation, KnownTracks>();

function trackOf<Property extends KeyProperty>(
  animation: CustomAnimation,
  property: Property,
  layerLength: number,
): Tracks<Property> {
  const before = knownTracks.get(animation);
  const known = before?.layerLength === layerLength ? before : { layerLength, byProperty: new Map() };
  knownTracks.set(animation, known);
  const made = known.byProperty.get(property) ?? makeTrack(animation, property, layerLength);
  known.byProperty.set(property, made);
  // Each property has only tracks of its own kind of value under its name.
  return made as Tracks<Property>;
}

function makeTrack<Property extends KeyProperty>(
  animation: CustomAnimation,
  property: Property,
  layerLength: number,
): Tracks<Property> {
  const length = customLength(animation, layerLength);
  const named = animation.keys.flatMap(({ time, values, easing }) => {
    const value: KeyValues[Property] | undefined = values[property];
    return value === undefined ? [] : [{ time: framesOf(time, length), value, easing }];
  });
  if (named.length === 0) return [];
  const { easeIn, easeOut, repeat, alternate, offset } = animation;
  const last = named.length - 2;
  const keys = named.map(({ easing, ...key }, index): TrackKey<Property> => {
    const own = easing ?? animation.easing ?? LINEAR;
    return { ...key, easing: withHandles(own, index === 0 ? easeIn : null, index === last ? easeOut : null) };
  });
  return [{ begin: offset, length, repeat, alternate, keys }];
}

function valueOn<Property extends KeyProperty>(
  track: Track<Property>,
  frame: number,
): Between<KeyValues[Property]> | null {
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
