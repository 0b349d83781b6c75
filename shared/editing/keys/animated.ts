import type { NodeId } from '../../template/document/document.ts';
import { easingNamed } from '../../template/value-types/easing-type.ts';
import type { Easing } from '../../template/values/animation.ts';
import type { Size } from '../../template/values/placement.ts';
import { type MovingValue, onTracks, tracksOf, valueBetween, withHandles } from '../../timeline/animation.ts';
import { type PlanContext, planningOf } from '../planning/planning.ts';
import { type KeyProperty, keyPropertiesOf } from './key-properties.ts';
import { type KeyAnimation, type KeyEntry, readAnimations } from './read-keys.ts';

/** Names the key of one property: an element may be the key of several. */
export interface KeyRef {
  /** The layer, sound or effect. */
  readonly node: NodeId;
  readonly property: string;
  /** The element that is the key. */
  readonly key: NodeId;
}

/** One key of one property. */
export interface PropertyKey {
  readonly ref: KeyRef;
  readonly animation: NodeId;
  /** Of the layer or sound, from its own first. */
  readonly frame: number;
  /** As it is written, placeholders included. */
  readonly written: string;
  readonly value: unknown;
  /** As the key has it; null where that of the animation holds. */
  readonly ownEasing: string | null;
  /** How it goes on to the next key. */
  readonly easing: Easing;
  /** The frame of the next key of its animation; null for the last. */
  readonly next: number | null;
}

/** A property of a layer, sound or effect that has keys. */
export interface AnimatedProperty extends KeyProperty {
  readonly node: NodeId;
  /** In the order of time, and of the document where several animations name it. */
  readonly keys: readonly PropertyKey[];
  /** The animations that name it, as they are played. */
  readonly animations: readonly KeyAnimation['played'][];
  /** Of the layer or sound, in frames. */
  readonly length: number;
}

const LINEAR = easingNamed('linear');

/**
 * What of a layer, sound or effect has keys, in the order of the tables; nothing where the document has no such element.
 * @param length Of the layer or sound, in frames.
 */
export function animatedProperties(context: PlanContext, node: NodeId, length: number): readonly AnimatedProperty[] {
  const planning = planningOf(context);
  const owner = planning.index.elements.get(node)?.element;
  if (owner === undefined) return [];
  const animations = readAnimations(planning, owner, length).filter(({ played }) => played.enabled);
  if (animations.length === 0) return [];
  return keyPropertiesOf(planning, owner).flatMap((property) => {
    const named = animations.filter(({ entries }) => entries.some((entry) => entry.property === property.name));
    if (named.length === 0) return [];
    const keys = named
      .flatMap((animation) => keysOf(node, property.name, animation))
      .toSorted((one, other) => one.frame - other.frame);
    return [{ ...property, node, keys, animations: named.map(({ played }) => played), length }];
  });
}

/** The keys of one property in one animation, each with how it goes on. */
export function easingsIn(
  { played, entries }: Pick<KeyAnimation, 'played' | 'entries'>,
  property: string,
): readonly { readonly entry: KeyEntry; readonly easing: Easing; readonly next: number | null }[] {
  const own = entries.filter((entry) => entry.property === property);
  const playedKeys = new Map(played.keys.map((key) => [key.id, key]));
  const last = own.length - 2;
  return own.map((entry, at) => {
    const written = (entry.key === null ? null : playedKeys.get(entry.key)?.easing) ?? played.easing ?? LINEAR;
    const easing = withHandles(written, at === 0 ? played.easeIn : null, at === last ? played.easeOut : null);
    return { entry, easing, next: own[at + 1]?.frame ?? null };
  });
}

function keysOf(node: NodeId, property: string, animation: KeyAnimation): readonly PropertyKey[] {
  const { played } = animation;
  const values = new Map(played.keys.map((key) => [key.id, key.values[property]]));
  return easingsIn(animation, property).flatMap(({ entry, easing, next }) => {
    if (entry.key === null) return [];
    const { frame, written, key } = entry;
    const value = values.get(key);
    const ref = { node, property, key };
    return [{ ref, animation: played.id, frame, written, value, ownEasing: entry.easing, easing, next }];
  });
}

/**
 * The value of an animated property in a frame of its layer, whole or not; null where nothing lies between values of its
 * kind.
 * @param whole What percentages are of.
 */
export function valueAt(
  {
    animations,
    name,
    spec,
    length,
  }: Omit<AnimatedProperty, keyof KeyProperty | 'keys' | 'node'> & Pick<KeyProperty, 'name' | 'spec'>,
  frame: number,
  whole: Size,
): MovingValue | null {
  const between = onTracks(tracksOf(animations, name, length), frame);
  return between === null ? null : valueBetween(spec.type, between, whole, isDown(name));
}

/** The same as the language writes it: numbers have no more figures than can be seen. */
export function textAt(property: AnimatedProperty, frame: number, whole: Size): string | null {
  const value = valueAt(property, frame, whole);
  return value === null ? null : property.spec.type.format(rounded(value));
}

function isDown(name: string): boolean {
  return name === 'top' || name === 'bottom' || name === 'height';
}

const FIGURES = 1000;

function rounded(value: MovingValue): MovingValue {
  if (typeof value === 'number') return Math.round(value * FIGURES) / FIGURES + 0;
  if (Array.isArray(value)) return value.map((each: number) => Math.round(each * FIGURES) / FIGURES + 0);
  return roundedParts(value) as MovingValue;
}

/** Of a colour the parts are whole, and its opacity is a byte: both stay as they are. */
function roundedParts(value: object): object {
  if ('red' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => {
      if (typeof part === 'number') return [name, Math.round(part * FIGURES) / FIGURES + 0];
      return [name, typeof part === 'object' && part !== null ? roundedParts(part) : part];
    }),
  );
}

/** The key that stands in a frame; null where none does. */
export function keyAt({ keys }: Pick<AnimatedProperty, 'keys'>, frame: number): PropertyKey | null {
  return keys.find((key) => Math.round(key.frame) === frame) ?? null;
}

/** The keys before and behind a frame that are nearest to it. */
export function neighboursOf(
  keys: readonly { readonly frame: number }[],
  frame: number,
): { readonly previous: number | null; readonly next: number | null } {
  const frames = keys.map((key) => Math.round(key.frame));
  const before = frames.filter((each) => each < frame);
  const behind = frames.filter((each) => each > frame);
  return {
    previous: before.length === 0 ? null : Math.max(...before),
    next: behind.length === 0 ? null : Math.min(...behind),
  };
}
