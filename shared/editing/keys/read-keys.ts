import {
  type Attribute,
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
} from '../../template/document/document.ts';
import { elementRegistry } from '../../template/tables/elements.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpec } from '../../template/value-types/attribute-types.ts';
import type { CustomAnimation, Easing, Handle, Key, RelativeTime } from '../../template/values/animation.ts';
import { type Frames, frames } from '../../template/values/frame-rate.ts';
import { customLength, framesOf } from '../../timeline/animation.ts';
import type { Planning } from '../planning/planning.ts';
import { type KeyProperty, keyPropertiesOf, spellingIn } from './key-properties.ts';
import { nearFrame } from './written-time.ts';

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
