import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import type { ElementNode, NodeId } from '../../template/document/document.ts';
import { limits } from '../../template/document/limits.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { cycleAt } from '../../timeline/animation.ts';
import type { KeyCommand, PlannableCommand } from '../model/commands.ts';
import { newElement } from '../planning/nodes.ts';
import { planned, writtenValue } from '../planning/planned.ts';
import { attributeTerm, type Plan, type PlanContext, type Planning, planningOf } from '../planning/planning.ts';
import { animatedProperties } from './animated.ts';
import {
  animationsIn,
  type KeyAnimation,
  type KeyEntry,
  type KeyProperty,
  keyPropertyNamed,
  readAnimations,
  spellingIn,
  writeTime,
} from './read-keyframes.ts';
import { rewriteAnimation, tooManyKeys } from './rewrite-animation.ts';

type Of<Type extends KeyCommand['type']> = Extract<KeyCommand, { type: Type }>;
type Edits = Result<readonly DocumentEdit[], Message>;

/** What a command is about: an element and one of its properties. */
export interface KeySubject {
  readonly owner: ElementNode;
  readonly property: KeyProperty;
  readonly animations: readonly KeyAnimation[];
}

/** The element and the property of that name; refused where there is none. */
export function keySubject(
  planning: Planning,
  node: NodeId,
  name: string,
  length: number,
): Result<KeySubject, Message> {
  const owner = planning.index.elements.get(node)?.element;
  if (owner === undefined) return err(message('edit/gone'));
  const property = keyPropertyNamed(planning, owner, name);
  if (property === null) return err(message('edit/not-animatable', { property: name }));
  return ok({ owner, property, animations: readAnimations(planning, owner, length) });
}

/** Keys that shall be there. */
export interface ComingKey {
  readonly frame: number;
  readonly value: string;
  /** Undefined: as what stands there goes on, or what was on its way there. */
  readonly easing: string | null | undefined;
}

export function planSetKey(planning: Planning, { node, property, frame, length, value }: Of<'key/set'>): Plan {
  const found = keySubject(planning, node, property, length);
  if (!found.ok) return found;
  const edits = withKeys(planning, found.value, length, [{ frame, value, easing: undefined }]);
  return planned(edits, message('step/set-key', { attribute: termOf(planning, found.value) }));
}

export function planPasteKeys(planning: Planning, { node, property, frame, length, keys }: Of<'key/paste'>): Plan {
  const found = keySubject(planning, node, property, length);
  if (!found.ok) return found;
  const coming = keys.map(({ after, value, easing }) => ({ frame: frame + after, value, easing }));
  return planned(withKeys(planning, found.value, length, coming), message('step/paste-keys', { count: keys.length }));
}

/** What steps call the property. */
export function termOf(planning: Planning, { owner, property }: KeySubject) {
  return attributeTerm(planning, owner, property.attribute);
}

/** The edits that put keys of a property in; the animation that is on in the first one's frame takes them all. */
export function withKeys(planning: Planning, subject: KeySubject, length: number, coming: readonly ComingKey[]): Edits {
  const { owner, property, animations } = subject;
  const [first] = coming;
  if (first === undefined) return ok([]);
  for (const { value } of coming) {
    const read = property.spec.type.parse(value, planning.rate());
    if (!read.ok) return err(message('edit/unreadable-value', { what: message('subject/value'), reason: read.error }));
  }
  const named = animations.filter(
    ({ played, entries }) => played.enabled && entries.some((entry) => entry.property === property.name),
  );
  const [start, ...others] = named;
  if (start === undefined) return firstKeys(planning, subject, length, coming);
  const animation = others.reduce((holds, each) => (goesBefore(each, holds, first.frame) ? each : holds), start);
  let { entries } = animation;
  for (const each of coming) {
    const frame = frameWithin(animation, Math.max(0, Math.round(each.frame)));
    const changed = entryAt(planning, property, entries, { ...each, frame });
    if (!changed.ok) return changed;
    entries = [...entries.filter((entry) => !isAt(entry, property.name, frame)), changed.value];
  }
  if (new Set(entries.map((entry) => entry.frame)).size > limits.keys) return err(tooManyKeys(limits.keys));
  return rewriteAnimation({ planning, owner, animation, entries, changed: new Set([property.name]) });
}

/** Of two animations the one that began last holds; before both of them the one that begins first. */
function goesBefore({ played: { offset } }: KeyAnimation, { played: holds }: KeyAnimation, frame: number): boolean {
  return holds.offset <= frame ? offset <= frame && offset >= holds.offset : offset < holds.offset;
}

/** The frame of the first time through that a frame shows of an animation which is repeated. */
function frameWithin({ played, length }: KeyAnimation, frame: number): number {
  const { offset, repeat, alternate } = played;
  if (repeat === 1) return frame;
  const { within, isBack } = cycleAt({ begin: offset, length, repeat, alternate }, frame);
  return offset + Math.round(isBack ? length - within : within);
}

/** Whether it is the key of that property in that frame. */
export function isAt({ property, frame }: KeyEntry, name: string, at: number): boolean {
  return property === name && Math.round(frame) === at;
}

function entryAt(
  planning: Planning,
  { name, spec }: KeyProperty,
  entries: readonly KeyEntry[],
  { frame, value, easing }: ComingKey,
): Result<KeyEntry, Message> {
  const here = entries.find((entry) => isAt(entry, name, frame));
  if (here !== undefined) {
    const key = here.key === null ? undefined : planning.index.elements.get(here.key)?.element;
    const written =
      key === undefined
        ? ok(value)
        : writtenValue(planning, key, spellingIn(key, name, spec), value, message('subject/value'));
    if (!written.ok) return written;
    return ok({ ...here, frame, written: written.value, easing: easing === undefined ? here.easing : easing });
  }
  return ok({ property: name, frame, written: value, easing: easing ?? easingThere(entries, name, frame), key: null });
}

/** How a new key goes on: as others in its frame do, else as the way went on which it stands. */
function easingThere(entries: readonly KeyEntry[], name: string, frame: number): string | null {
  const together = entries.find((entry) => entry.frame === frame);
  if (together !== undefined) return together.easing;
  const own = entries.filter(({ property }) => property === name).toSorted((one, other) => one.frame - other.frame);
  const isOnTheWay = own.some((entry) => entry.frame > frame);
  return isOnTheWay ? (own.findLast((entry) => entry.frame < frame)?.easing ?? null) : null;
}

/** An animation with the first keys of a property, behind the others of its element. */
function firstKeys(
  planning: Planning,
  { owner, property }: KeySubject,
  length: number,
  coming: readonly ComingKey[],
): Edits {
  const animations = animationsIn(owner);
  if (animations.length >= limits.animations)
    return err(message('edit/too-many-animations', { most: limits.animations }));
  const byFrame = new Map(coming.map((each) => [Math.max(0, Math.round(each.frame)), each]));
  const keys = [...byFrame]
    .toSorted(([one], [other]) => one - other)
    .map(([frame, { value, easing }]) =>
      newElement(planning.newId, 'key', [
        { name: 'time', value: writeTime(frame, 'frames', length, planning.rate()) },
        { name: property.name, value },
        ...(typeof easing === 'string' ? [{ name: 'easing', value: easing }] : []),
      ]),
    );
  const last = animations.at(-1);
  const index = last === undefined ? owner.children.length : owner.children.indexOf(last) + 1;
  const node = newElement(planning.newId, 'animation', [], keys);
  return ok([{ type: 'insert-node', parent: owner.id, index, node }]);
}

/** A property of a layer, sound or effect in one of its frames. */
export interface PropertyMoment {
  readonly node: NodeId;
  /** As keys name it, or as the attribute is called. */
  readonly property: string;
  /** Of the layer or sound, from its own first. */
  readonly frame: number;
  /** How many it has. */
  readonly length: number;
}

/**
 * The command that gives a property a value where the playhead is: a key in that frame where the property is animated, else
 * the attribute. With `animate` the first key is made where there is none yet; without it nothing begins to move.
 */
export function setValueAt(
  context: PlanContext,
  { node, property, frame, length }: PropertyMoment,
  value: string,
  { animate = false }: { readonly animate?: boolean } = {},
): PlannableCommand {
  const planning = planningOf(context);
  const element = planning.index.elements.get(node)?.element;
  const known = element === undefined ? null : keyPropertyNamed(planning, element, property);
  if (element === undefined || known === null) return { type: 'attribute/set', node, name: property, value };
  const hasKeys = animatedProperties(context, node, length).some(({ name }) => name === known.name);
  if (hasKeys || animate) return { type: 'key/set', node, property: known.name, frame, length, value };
  const name = spellingIn(element, known.attribute, known.own);
  return { type: 'attribute/set', node, name, value };
}

/** A key that is moved together with others. */
interface Movable {
  readonly frame: number;
}

/** Where keys come to stand that are moved by so many frames together: none before the first frame, all at their distances. */
export function movedBy(keys: readonly Movable[], by: number): readonly number[] {
  const first = Math.min(...keys.map(({ frame }) => frame));
  const way = Math.max(-first, Math.round(by));
  return keys.map(({ frame }) => frame + way);
}

/**
 * Where keys come to stand when the one that is held goes to another frame and their rhythm is kept: their distances from the
 * first of them grow or shrink alike. They keep their order, and a frame at least between two that had one. Held by the
 * first, all are moved.
 */
export function scaledTo(keys: readonly Movable[], held: Movable, to: number): readonly number[] {
  const order = [...new Set(keys.map(({ frame }) => frame))].toSorted((one, other) => one - other);
  const [first = 0] = order;
  if (held.frame <= first) return movedBy(keys, to - held.frame);
  const scale = Math.max(0, to - first) / (held.frame - first);
  const scaled = new Map<number, number>();
  let least = first;
  for (const frame of order) {
    const place = Math.max(least, Math.round(first + (frame - first) * scale));
    scaled.set(frame, place);
    least = place + 1;
  }
  return keys.map(({ frame }) => scaled.get(frame) ?? frame);
}
