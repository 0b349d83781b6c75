import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { ElementNode, NodeId } from '../../template/document/document.ts';
import { limits } from '../../template/document/limits.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { cycleAt } from '../../timeline/animation.ts';
import { attributeTerm } from '../planning/labels.ts';
import { newElement } from '../planning/new-nodes.ts';
import { planned } from '../planning/planned.ts';
import type { Plan, Planning } from '../planning/planning.ts';
import { writtenValue } from '../planning/written-value.ts';
import type { KeyCommand } from './key-commands.ts';
import { type KeyProperty, keyPropertyNamed, spellingIn } from './key-properties.ts';
import { animationsIn, type KeyAnimation, type KeyEntry, readAnimations } from './read-keys.ts';
import { rewriteAnimation, tooManyKeys } from './rewrite-animation.ts';
import { writeTime } from './written-time.ts';

type Of<Type extends KeyCommand['type']> = Extract<KeyCommand, { type: Type }>;
type Edits = Result<readonly DocumentEdit[], Statement>;

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
): Result<KeySubject, Statement> {
  const owner = planning.index.elements.get(node)?.element;
  if (owner === undefined) return err(statement('edit/gone'));
  const property = keyPropertyNamed(planning, owner, name);
  if (property === null) return err(statement('edit/not-animatable', { property: name }));
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
  return planned(edits, statement('step/set-key', { attribute: termOf(planning, found.value) }));
}

export function planPasteKeys(planning: Planning, { node, property, frame, length, keys }: Of<'key/paste'>): Plan {
  const found = keySubject(planning, node, property, length);
  if (!found.ok) return found;
  const coming = keys.map(({ after, value, easing }) => ({ frame: frame + after, value, easing }));
  return planned(withKeys(planning, found.value, length, coming), statement('step/paste-keys', { count: keys.length }));
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
    if (!read.ok)
      return err(statement('edit/unreadable-value', { what: statement('subject/value'), reason: read.error }));
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
): Result<KeyEntry, Statement> {
  const here = entries.find((entry) => isAt(entry, name, frame));
  if (here !== undefined) {
    const key = here.key === null ? undefined : planning.index.elements.get(here.key)?.element;
    const written =
      key === undefined
        ? ok(value)
        : writtenValue(planning, key, spellingIn(key, name, spec), value, statement('subject/value'));
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
    return err(statement('edit/too-many-animations', { most: limits.animations }));
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
