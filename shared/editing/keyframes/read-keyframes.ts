import {
  type Attribute,
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
} from '../../template/document/document.ts';

import { animatableAttributesOf, effectRegistry, effectTypeNamed } from '../../template/effects/effects.ts';
import { type AnimatedKind, animatableOf } from '../../template/movie/movie-kinds.ts';
import { spellingsOf } from '../../template/tables/attribute-lookup.ts';

import { elementRegistry } from '../../template/tables/elements.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { isSound, layerKindOf, roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpec, AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import type { CustomAnimation, Easing, EasingHandle, Key, RelativeTime } from '../../template/values/animation.ts';
import { decimalSecondsToFrames, type FrameRate, type Frames, frames } from '../../template/values/frame-rate.ts';
import { formatDecimal } from '../../template/values/lengths.ts';
import { customLength, framesOf } from '../../timeline/animation.ts';
import type { Planning } from '../planning/planning.ts';

/** The value of a property at a keyframe. An element can contain the values of several properties. */
export interface KeyEntry {
  readonly property: string;
  /** The local frame of the layer, sound, or effect. */
  readonly frame: number;
  /** The written value, including unresolved placeholders. */
  readonly written: string;
  /** The easing of the keyframe; null if the easing of the animation applies. */
  readonly easing: string | null;
  /** The element of the keyframe; null for a new keyframe. */
  readonly key: NodeId | null;
}

/** A keyframed animation, as written and resolved. */
export interface KeyAnimation {
  readonly element: ElementNode;
  readonly played: CustomAnimation<Readonly<Record<string, unknown>>>;
  /** The length in frames to which percentages of its keyframes refer. */
  readonly length: number;
  readonly hasDuration: boolean;
  /** The attributes that a new animation copies when it is split off from this one; absent to copy all attributes. */
  readonly copied?: readonly Attribute[];
  /** The keyframes in document order. */
  readonly entries: readonly KeyEntry[];
  /** Keyframes whose times would change if they were rewritten: times in percent, and times between frames. */
  readonly inexact: ReadonlySet<NodeId>;
}

const specs = elementRegistry.animation.attributes;
const keySpecs = elementRegistry.key.attributes;

/** Returns the key elements of an animation. */
export function keysIn(animation: ElementNode): readonly ElementNode[] {
  return childElements(animation).filter((child) => roleOf(child) === 'key');
}

/** Returns the animations that are direct children of a layer, sound, or effect. */
export function animationsIn(owner: ElementNode): readonly ElementNode[] {
  return childElements(owner).filter((child) => roleOf(child) === 'animation');
}

/**
 * Returns the keyframed animations of a layer, sound, or effect, in document order. Skips unreadable animations.
 * @param length The length of the layer or sound in frames.
 */
export function readAnimations(planning: Planning, owner: ElementNode, length: number): readonly KeyAnimation[] {
  const properties = keyPropertiesOf(planning, owner);
  if (properties.length === 0) return [];
  return animationsIn(owner).flatMap((element) => readAnimation(planning, element, properties, length) ?? []);
}

function readAnimation(
  planning: Planning,
  element: ElementNode,
  properties: readonly KeyProperty[],
  layerLength: number,
): KeyAnimation | null {
  const read = <Value>(name: string, spec: AttributeSpec<Value>) => readAttribute(planning, element, name, spec);
  if (read('type', specs.type) !== 'custom') return null;
  const keys = keysIn(element).map((key) => readKey(planning, key, properties));
  if (keys.length === 0 || keys.some((key) => key === null)) return null;
  const readableKeys = keys.filter((key) => key !== null);
  const duration = read<RelativeTime | null>('duration', specs.duration) ?? null;
  const offset: Frames = read('offset', specs.offset) ?? frames(0);
  const played: KeyAnimation['played'] = {
    kind: 'custom',
    id: element.id,
    enabled: read('enabled', specs.enabled) ?? true,
    offset,
    duration,
    easing: read<Easing | null>('easing', specs.easing) ?? null,
    easeIn: read<EasingHandle | null>('easein', specs.easein) ?? null,
    easeOut: read<EasingHandle | null>('easeout', specs.easeout) ?? null,
    repeat: read('repeat', specs.repeat) ?? 1,
    alternate: read('alternate', specs.alternate) ?? false,
    keys: readableKeys.map(({ played: key }) => key),
  };
  const length = customLength(played, layerLength);
  const frameOf = ({ time }: Pick<Key<unknown>, 'time'>) => offset + framesOf(time, length);
  const isExact = (key: ReadKey['played']) => key.time.unit !== '%' && Number.isInteger(frameOf(key));
  return {
    element,
    played,
    length,
    hasDuration: duration !== null,
    inexact: new Set(played.keys.filter((key) => !isExact(key)).map(({ id }) => id)),
    entries: readableKeys.flatMap(({ played: key, texts, easing }) => {
      const frame = nearFrame(frameOf(key));
      return texts.map(({ property, written }) => ({ property, frame, written, easing, key: key.id }));
    }),
  };
}

interface ReadKey {
  readonly played: Key<Readonly<Record<string, unknown>>>;
  readonly easing: string | null;
  readonly texts: readonly { readonly property: string; readonly written: string }[];
}

/** Reads the values of a keyframe. Returns null if its time or a value is unreadable. */
function readKey(planning: Planning, element: ElementNode, properties: readonly KeyProperty[]): ReadKey | null {
  const time = readAttribute(planning, element, 'time', keySpecs.time);
  const easing = readAttribute<Easing | null>(planning, element, 'easing', keySpecs.easing);
  if (time === undefined || easing === undefined) return null;
  const values: Record<string, unknown> = {};
  const texts: { property: string; written: string }[] = [];
  for (const { name, spec } of properties) {
    const written = attributeValue(element, spellingIn(element, name, spec));
    if (written === undefined) continue;
    const value = readAttribute(planning, element, name, spec);
    if (value === undefined || value === null) return null;
    values[name] = value;
    texts.push({ property: name, written });
  }
  return {
    played: { id: element.id, time, values, easing },
    easing: attributeValue(element, 'easing') ?? null,
    texts,
  };
}

/**
 * Returns the value of an attribute or its default; undefined if the value is invalid, or if a required attribute is
 * absent.
 */
function readAttribute<Value>(
  planning: Planning,
  element: ElementNode,
  name: string,
  spec: AttributeSpec<Value>,
): Value | undefined {
  const text = planning.resolved(element, spellingIn(element, name, spec));
  if (text === undefined) return 'default' in spec.absent ? spec.absent.default : undefined;
  if (text.kind !== 'text') return undefined;
  const parsed = spec.type.parse(text.text, planning.rate());
  return parsed.ok ? parsed.value : undefined;
}

/** A property of a layer, sound, or effect that can have keyframes. */
export interface KeyProperty {
  /** The name of the property in keyframes. */
  readonly name: string;
  /** The attribute that applies without keyframes, such as `size` for `fontsize`. */
  readonly attribute: string;
  /** The specification of the property in keyframes. */
  readonly spec: AttributeSpec<unknown>;
  /** The specification of the attribute in the element. */
  readonly attributeSpec: AttributeSpec<unknown>;
}

const specsOfKeys: AttributeSpecs = elementRegistry.key.attributes;

/**
 * Returns the properties of an element that can have keyframes, in the order of the tables; empty if there are none.
 */
export function keyPropertiesOf(planning: Planning, element: ElementNode): readonly KeyProperty[] {
  if (roleOf(element) === 'effect') return effectProperties(planning, element);
  const kind: AnimatedKind | null = isSound(element) && element.name === 'audio' ? 'audio' : layerKindOf(element);
  if (kind === null) return [];
  const specs: AttributeSpecs = elementSpecOf(element)?.attributes ?? {};
  return animatableOf(kind).flatMap((name) => {
    const spec = specsOfKeys[name];
    const own = Object.entries(specs).find(([attribute, candidate]) =>
      spellingsOf(attribute, candidate).includes(name),
    );
    return spec === undefined || own === undefined ? [] : [{ name, attribute: own[0], spec, attributeSpec: own[1] }];
  });
}

/** Returns the property with this keyframe name or attribute name; null if the property cannot be animated. */
export function keyPropertyNamed(planning: Planning, element: ElementNode, name: string): KeyProperty | null {
  const properties = keyPropertiesOf(planning, element);
  return (
    properties.find((property) => property.name === name) ??
    properties.find((property) => property.attribute === name) ??
    null
  );
}

function effectProperties(planning: Planning, element: ElementNode): readonly KeyProperty[] {
  const written = planning.resolved(element, 'type');
  const type = written?.kind === 'text' ? effectTypeNamed(written.text.trim()) : null;
  if (type === null) return [];
  const specs: AttributeSpecs = effectRegistry[type].attributes;
  return Object.entries(animatableAttributesOf(type)).flatMap(([name, spec]) => {
    const own = specs[name];
    return own === undefined ? [] : [{ name, attribute: name, spec, attributeSpec: own }];
  });
}

/**
 * Returns the name that an element uses for an attribute. If the attribute is absent, returns its name in the tables.
 */
export function spellingIn(element: ElementNode, name: string, spec: AttributeSpec<unknown>): string {
  return spellingsOf(name, spec).find((spelling) => attributeValue(element, spelling) !== undefined) ?? name;
}

/** The notation of a time: plain frames, seconds, or a percentage of the animation. */
export type TimeNotation = 'frames' | 'seconds' | '%';

/** The maximum difference in frames between a frame and its time in percent. It is invisible even on steep curves. */
const PERCENT_TOLERANCE = 0.0001;
/** The maximum difference in frames between a time that a user typed with few digits and the intended frame. */
const TYPED_TOLERANCE = 0.002;
const MAX_DIGITS = 9;

export function notationOf(written: string): TimeNotation {
  const text = written.trim();
  if (text.endsWith('%')) return '%';
  return text.endsWith('s') ? 'seconds' : 'frames';
}

/**
 * Formats a whole number of frames in a notation, with as few digits as possible. Uses frames if the notation cannot
 * represent the number. Rounds percentages down, because a later time would delay a jump by one frame.
 * @param length The number of frames that is 100 percent.
 */
export function writeTime(count: number, notation: TimeNotation, length: number, rate: FrameRate | null): string {
  const inFrames = formatDecimal(count);
  if (notation === 'frames') return inFrames;
  if (notation === 'seconds') {
    if (rate === null) return inFrames;
    for (let digits = 0; digits <= MAX_DIGITS; digits++) {
      const seconds = trimmed(((count * rate.denominator) / rate.numerator).toFixed(digits));
      if (decimalSecondsToFrames(seconds, rate) === count) return `${seconds}s`;
    }
    return inFrames;
  }
  const exact = (count * 100) / length;
  if (!(length > 0) || exact > 100) return inFrames;
  for (let digits = 0; digits <= MAX_DIGITS; digits++) {
    const unit = 10 ** digits;
    const units = Math.floor(exact * unit + 1e-6);
    const isLater = ((units / unit) * length) / 100 > count;
    const percent = (isLater ? units - 1 : units) / unit;
    const moment = (percent * length) / 100;
    if (moment <= count && count - moment < PERCENT_TOLERANCE) return `${formatDecimal(percent)}%`;
  }
  return inFrames;
}

/**
 * Returns the frame of a keyframe's time. Rounds a nearly whole time to a whole frame, and other times to a millionth,
 * so that rounding errors do not separate equal times.
 */
export function nearFrame(moment: number): number {
  const whole = Math.round(moment);
  return Math.abs(moment - whole) < TYPED_TOLERANCE ? whole : Math.round(moment * 1e6) / 1e6;
}

function trimmed(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
