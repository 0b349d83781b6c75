import {
  type Attribute,
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
} from '../../template/document/document.ts';
import { animatableOfEffect, effectRegistry, effectTypeNamed } from '../../template/effects/effects.ts';
import { type AnimatedKind, animatableOf, spellingsOf } from '../../template/tables/attribute-lookup.ts';
import { elementRegistry } from '../../template/tables/elements.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { isSound, layerKindOf, roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpec, AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import type { CustomAnimation, Easing, Handle, Key, RelativeTime } from '../../template/values/animation.ts';
import { decimalSecondsToFrames, type FrameRate, type Frames, frames } from '../../template/values/frame-rate.ts';
import { formatDecimal } from '../../template/values/lengths.ts';
import { customLength, framesOf } from '../../timeline/animation.ts';
import type { Planning } from '../planning/planning.ts';

/** The value that one key gives one property. An element may be the key of several. */
export interface KeyEntry {
  readonly property: string;
  /** Of the layer, sound or effect, from its own first. */
  readonly frame: number;
  /** As it is written, placeholders included. */
  readonly written: string;
  /** As the key has it; null where the animation's own holds. */
  readonly easing: string | null;
  /** The element that it stands in; null for one that is not there yet. */
  readonly key: NodeId | null;
}

/** An animation with keys, as it is written and as it is played. */
export interface KeyAnimation {
  readonly element: ElementNode;
  readonly played: CustomAnimation<Readonly<Record<string, unknown>>>;
  /** In frames; what percentages of its keys are of. */
  readonly length: number;
  readonly hasDuration: boolean;
  /** What an animation that parts from it has; all of its attributes without it. */
  readonly copied?: readonly Attribute[];
  /** In the order of the document. */
  readonly entries: readonly KeyEntry[];
  /** Keys that stay exactly where they are only as long as their time is not written anew: percentages, and moments between frames. */
  readonly inexact: ReadonlySet<NodeId>;
}

const specs = elementRegistry.animation.attributes;
const keySpecs = elementRegistry.key.attributes;

/** The elements of an animation that are keys. */
export function keysIn(animation: ElementNode): readonly ElementNode[] {
  return childElements(animation).filter((child) => roleOf(child) === 'key');
}

/** The elements directly in a layer, sound or effect that are animations. */
export function animationsIn(owner: ElementNode): readonly ElementNode[] {
  return childElements(owner).filter((child) => roleOf(child) === 'animation');
}

/**
 * The animations with keys of a layer, sound or effect, in document order; those that cannot be read are left out.
 * @param length Of the layer or sound, in frames.
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
  const read = <Value>(name: string, spec: AttributeSpec<Value>) => saidBy(planning, element, name, spec);
  if (read('type', specs.type) !== 'custom') return null;
  const keys = keysIn(element).map((key) => readKey(planning, key, properties));
  if (keys.length === 0 || keys.some((key) => key === null)) return null;
  const known = keys.filter((key) => key !== null);
  const duration = read<RelativeTime | null>('duration', specs.duration) ?? null;
  const offset: Frames = read('offset', specs.offset) ?? frames(0);
  const played: KeyAnimation['played'] = {
    kind: 'custom',
    id: element.id,
    enabled: read('enabled', specs.enabled) ?? true,
    offset,
    duration,
    easing: read<Easing | null>('easing', specs.easing) ?? null,
    easeIn: read<Handle | null>('easein', specs.easein) ?? null,
    easeOut: read<Handle | null>('easeout', specs.easeout) ?? null,
    repeat: read('repeat', specs.repeat) ?? 1,
    alternate: read('alternate', specs.alternate) ?? false,
    keys: known.map(({ played: key }) => key),
  };
  const length = customLength(played, layerLength);
  const momentOf = ({ time }: Pick<Key<unknown>, 'time'>) => offset + framesOf(time, length);
  const isExact = (key: ReadKey['played']) => key.time.unit !== '%' && Number.isInteger(momentOf(key));
  return {
    element,
    played,
    length,
    hasDuration: duration !== null,
    inexact: new Set(played.keys.filter((key) => !isExact(key)).map(({ id }) => id)),
    entries: known.flatMap(({ played: key, named, easing }) => {
      const frame = nearFrame(momentOf(key));
      return named.map(({ property, written }) => ({ property, frame, written, easing, key: key.id }));
    }),
  };
}

interface ReadKey {
  readonly played: Key<Readonly<Record<string, unknown>>>;
  readonly easing: string | null;
  readonly named: readonly { readonly property: string; readonly written: string }[];
}

/** Null for a key whose time or one of whose values cannot be read. */
function readKey(planning: Planning, element: ElementNode, properties: readonly KeyProperty[]): ReadKey | null {
  const time = saidBy(planning, element, 'time', keySpecs.time);
  const easing = saidBy<Easing | null>(planning, element, 'easing', keySpecs.easing);
  if (time === undefined || easing === undefined) return null;
  const values: Record<string, unknown> = {};
  const named: { property: string; written: string }[] = [];
  for (const { name, spec } of properties) {
    const written = attributeValue(element, spellingIn(element, name, spec));
    if (written === undefined) continue;
    const value = saidBy(planning, element, name, spec);
    if (value === undefined || value === null) return null;
    values[name] = value;
    named.push({ property: name, written });
  }
  return {
    played: { id: element.id, time, values, easing },
    easing: attributeValue(element, 'easing') ?? null,
    named,
  };
}

/** What an attribute says, or what holds without it; undefined where it cannot be read. */
function saidBy<Value>(
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

/** A value of a layer, sound or effect that keys can name. */
export interface KeyProperty {
  /** As keys name it. */
  readonly name: string;
  /** The attribute of the element that holds where no key does: that of `fontsize` is `size`. */
  readonly attribute: string;
  /** As keys have it. */
  readonly spec: AttributeSpec<unknown>;
  /** As the element has it. */
  readonly own: AttributeSpec<unknown>;
}

const specsOfKeys: AttributeSpecs = elementRegistry.key.attributes;

/** What keys of an element can name, by the tables, in their order; nothing where it cannot be animated. */
export function keyPropertiesOf(planning: Planning, element: ElementNode): readonly KeyProperty[] {
  if (roleOf(element) === 'effect') return ofEffect(planning, element);
  const kind: AnimatedKind | null = isSound(element) && element.name === 'audio' ? 'audio' : layerKindOf(element);
  if (kind === null) return [];
  const specs: AttributeSpecs = elementSpecOf(element)?.attributes ?? {};
  return animatableOf(kind).flatMap((name) => {
    const spec = specsOfKeys[name];
    const own = Object.entries(specs).find(([attribute, each]) => spellingsOf(attribute, each).includes(name));
    return spec === undefined || own === undefined ? [] : [{ name, attribute: own[0], spec, own: own[1] }];
  });
}

/** The property of an element that keys call so, or whose attribute is called so; null where it cannot be animated. */
export function keyPropertyNamed(planning: Planning, element: ElementNode, name: string): KeyProperty | null {
  const properties = keyPropertiesOf(planning, element);
  return properties.find((each) => each.name === name) ?? properties.find((each) => each.attribute === name) ?? null;
}

function ofEffect(planning: Planning, element: ElementNode): readonly KeyProperty[] {
  const written = planning.resolved(element, 'type');
  const type = written?.kind === 'text' ? effectTypeNamed(written.text.trim()) : null;
  if (type === null) return [];
  const specs: AttributeSpecs = effectRegistry[type].attributes;
  return Object.entries(animatableOfEffect(type)).flatMap(([name, spec]) => {
    const own = specs[name];
    return own === undefined ? [] : [{ name, attribute: name, spec, own }];
  });
}

/** The spelling under which an element has an attribute; its name in the tables where it does not have it. */
export function spellingIn(element: ElementNode, name: string, spec: AttributeSpec<unknown>): string {
  return spellingsOf(name, spec).find((each) => attributeValue(element, each) !== undefined) ?? name;
}

/** How a time is written: bare frames, seconds, or a percentage of the animation. */
export type TimeNotation = 'frames' | 'seconds' | '%';

/** How far a frame may lie behind the moment that is written as a percentage: nothing that is seen, however steep a curve is. */
const CLOSE = 0.0001;
/** How far a moment that people wrote, with few digits, may lie from the frame that is meant. */
const MEANT = 0.002;
const MOST_DIGITS = 9;

/** The notation of a written time. */
export function notationOf(written: string): TimeNotation {
  const text = written.trim();
  if (text.endsWith('%')) return '%';
  return text.endsWith('s') ? 'seconds' : 'frames';
}

/**
 * A whole number of frames as a time in that notation, with as few digits as say it. Where the notation cannot say it, it is
 * in frames. A percentage is never later than its frame, so that a value that jumps has jumped in it.
 * @param length How many frames a percentage is of.
 */
export function writeTime(count: number, notation: TimeNotation, length: number, rate: FrameRate | null): string {
  const inFrames = formatDecimal(count);
  if (notation === 'frames') return inFrames;
  if (notation === 'seconds') {
    if (rate === null) return inFrames;
    for (let digits = 0; digits <= MOST_DIGITS; digits++) {
      const seconds = trimmed(((count * rate.denominator) / rate.numerator).toFixed(digits));
      if (decimalSecondsToFrames(seconds, rate) === count) return `${seconds}s`;
    }
    return inFrames;
  }
  const exact = (count * 100) / length;
  if (!(length > 0) || exact > 100) return inFrames;
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    const unit = 10 ** digits;
    const units = Math.floor(exact * unit + 1e-6);
    const isLater = ((units / unit) * length) / 100 > count;
    const percent = (isLater ? units - 1 : units) / unit;
    const moment = (percent * length) / 100;
    if (moment <= count && count - moment < CLOSE) return `${formatDecimal(percent)}%`;
  }
  return inFrames;
}

/**
 * A moment of a key as a frame: one that is as good as whole is whole. Others are rounded to a millionth, so that moments
 * that are the same but for how they were computed are one.
 */
export function nearFrame(moment: number): number {
  const whole = Math.round(moment);
  return Math.abs(moment - whole) < MEANT ? whole : Math.round(moment * 1e6) / 1e6;
}

function trimmed(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
