import { invariant } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import {
  type Attribute,
  attributeValue,
  type DocumentNode,
  type ElementNode,
  type NodeId,
} from '../../template/document/document.ts';
import { limits } from '../../template/document/limits.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { KeyframeRef } from '../model/commands.ts';
import { newElement } from '../planning/nodes.ts';
import { subjectOf, writtenValue } from '../planning/planned.ts';
import { attributeEdits, type Planning } from '../planning/planning.ts';
import {
  animationsIn,
  type KeyAnimation,
  type KeyEntry,
  type KeyProperty,
  keyPropertiesOf,
  keysIn,
  notationOf,
  readAnimations,
  spellingIn,
  type TimeNotation,
  writeTime,
} from './read-keyframes.ts';

export type Edits = Result<readonly DocumentEdit[], Message>;

/** An animation to rewrite with its new keyframes. */
export interface AnimationRewrite {
  readonly planning: Planning;
  readonly owner: ElementNode;
  readonly animation: KeyAnimation;
  /** All keyframes after the change. A property has at most one keyframe per frame. */
  readonly entries: readonly KeyEntry[];
  /** The properties whose keyframes change. */
  readonly changed: ReadonlySet<string>;
}

/** The keyframes of a frame, which are written as one element. */
interface Moment {
  readonly frame: number;
  readonly entries: readonly KeyEntry[];
  readonly easing: string | null;
}

/**
 * Returns the edits that replace the keyframes of an animation. Existing elements keep their position and their
 * unchanged attributes. Several properties share an element only if they have the same easing. Otherwise, the changed
 * properties move to separate animations. An animation without keyframes is removed.
 */
export function rewriteAnimation(rewriting: AnimationRewrite): Edits {
  const { animation, entries, changed } = rewriting;
  if (entries.length === 0) return ok([{ type: 'remove-node', node: animation.element.id }]);
  const moments = momentsOf(entries);
  const layout = moments === null ? null : layoutOf(rewriting, moments);
  if (layout !== null && !movesOthers(rewriting, layout)) return rewriteInPlace(rewriting, layout);
  const unchanged = entries.filter(({ property }) => !changed.has(property));
  const others = rewriteAnimation({ ...rewriting, entries: unchanged, changed: new Set() });
  if (!others.ok) return others;
  const separate = [...changed].flatMap((property) => {
    const own = entries.filter((entry) => entry.property === property);
    return own.length === 0 ? [] : [separateAnimation(rewriting, own)];
  });
  const { owner } = rewriting;
  if (animationsIn(owner).length + separate.length > limits.animations)
    return err(message('edit/too-many-animations', { most: limits.animations }));
  const index = owner.children.indexOf(animation.element) + 1;
  invariant(index > 0, `${animation.element.id} is not in ${owner.id}`);
  // Insert new animations first, while the indexes of the other children are still valid.
  const insertions = separate.map(
    (node, at): DocumentEdit => ({ type: 'insert-node', parent: owner.id, index: index + at, node }),
  );
  return ok([...insertions, ...others.value]);
}

/** The keyframes of an animation after the change, and the elements that they use. */
interface Layout {
  readonly moments: readonly Moment[];
  readonly times: Times;
  readonly claims: ReadonlyMap<Moment, NodeId>;
  readonly frameOf: ReadonlyMap<NodeId | null, number>;
  /** Whether all times are rewritten. This is necessary if the new times would not be in order with the other times. */
  readonly rewritesAllTimes: boolean;
}

function layoutOf(rewriting: AnimationRewrite, moments: readonly Moment[]): Layout {
  const frameOf = new Map(rewriting.animation.entries.map(({ key, frame }) => [key, frame]));
  const layout = { moments, times: timesOf(rewriting, moments), claims: claimsOf(moments, frameOf), frameOf };
  let last = Number.NEGATIVE_INFINITY;
  const rises = moments.every((moment) => {
    const { frame } = moment;
    const before = last;
    const stays = frameOf.get(layout.claims.get(moment) ?? null) === frame;
    last = stays ? frame - layout.times.offset : layout.times.countOf(frame, before);
    return last > before;
  });
  return { ...layout, rewritesAllTimes: !rises };
}

/**
 * Returns whether the edits would affect keyframes of unchanged properties. This happens if the start of the animation
 * changes, because the start determines its precedence. It also happens if the edits rewrite times that cannot be
 * written exactly.
 */
function movesOthers(
  rewriting: AnimationRewrite,
  { times: { offset, dropsDuration }, rewritesAllTimes }: Layout,
): boolean {
  const { owner, animation, entries, changed } = rewriting;
  const unchanged = entries.filter(({ property }) => !changed.has(property));
  if (changed.size === 0 || unchanged.length === 0) return false;
  const movesStart = offset !== animation.played.offset;
  if (!movesStart && !dropsDuration && !rewritesAllTimes) return false;
  if (unchanged.some(({ key }) => key !== null && animation.inexact.has(key))) return true;
  const otherAnimations = owner.children.filter(
    (child): child is ElementNode =>
      child.kind === 'element' && child.name === 'animation' && child.id !== animation.element.id,
  );
  return otherAnimations.some((other) =>
    keysIn(other).some((key) => unchanged.some(({ property }) => attributeValue(key, property) !== undefined)),
  );
}

/**
 * Groups keyframes by frame. Returns null if keyframes of the same frame have different easings. Ignores the easing of
 * the last keyframe of a property.
 */
function momentsOf(entries: readonly KeyEntry[]): readonly Moment[] | null {
  const last = new Map<string, number>();
  for (const { property, frame } of entries) last.set(property, Math.max(frame, last.get(property) ?? frame));
  const byFrame = Map.groupBy(entries, ({ frame }) => frame);
  const moments: Moment[] = [];
  for (const [frame, sameFrame] of byFrame) {
    const leading = sameFrame.filter(({ property }) => last.get(property) !== frame);
    const easings = new Set(leading.map(({ easing }) => easing));
    if (easings.size > 1) return null;
    const [easing = sameFrame[0]?.easing ?? null] = easings;
    moments.push({ frame, entries: sameFrame, easing });
  }
  return moments.toSorted((one, other) => one.frame - other.frame);
}

/**
 * The times of an animation after the change: its offset, whether its duration is removed, and the times of its
 * keyframes.
 */
interface Times {
  readonly offset: number;
  readonly dropsDuration: boolean;
  readonly written: (count: number, notation: TimeNotation) => string;
  /**
   * Converts a frame of the layer to a whole frame of the animation. The result is at least one frame after `before`,
   * so two keyframes between the same frames stay separate.
   */
  readonly countOf: (frame: number, before: number) => number;
}

/**
 * Returns the times of an animation. A keyframe before the start of the animation moves the start. A keyframe after its
 * end removes the duration. A repeated animation keeps its length, because the length determines the start of each
 * repetition.
 */
function timesOf({ planning, animation }: AnimationRewrite, moments: readonly Moment[]): Times {
  const { played, length, hasDuration } = animation;
  const frames = moments.map(({ frame }) => frame);
  const isOnce = played.repeat === 1;
  const offset = isOnce ? Math.min(played.offset, Math.floor(Math.min(...frames))) : played.offset;
  const dropsDuration = isOnce && hasDuration && Math.max(...frames) - offset > length;
  const within = (time: number) => Math.max(0, isOnce || !hasDuration ? time : Math.min(length, time));
  return {
    offset,
    dropsDuration,
    written: (count, notation) => writeTime(count, dropsDuration ? 'frames' : notation, length, planning.rate()),
    countOf: (frame, before) => Math.max(Math.round(within(frame - offset)), Math.floor(before) + 1),
  };
}

function rewriteInPlace(
  rewriting: AnimationRewrite,
  { moments, times, claims, frameOf, rewritesAllTimes }: Layout,
): Edits {
  const { planning, animation } = rewriting;
  const { element, played } = animation;
  const properties = new Map(
    keyPropertiesOf(planning, rewriting.owner).map((keyProperty) => [keyProperty.name, keyProperty]),
  );
  const before = keysIn(element);
  const edits: DocumentEdit[] = [];
  let notation = notationOf(attributeValue(before[0] ?? element, 'time') ?? '');
  const name = before.every((key) => key.name === 'keyframe') ? 'keyframe' : 'key';
  let last = Number.NEGATIVE_INFINITY;
  const nodes = moments.map((moment): ElementNode | Message => {
    const keyElement = before.find(({ id }) => id === claims.get(moment));
    const count = times.countOf(moment.frame, last);
    last = count;
    if (keyElement === undefined) return newKey(planning, name, moment, times.written(count, notation));
    const written = attributeValue(keyElement, 'time') ?? '';
    notation = notationOf(written);
    const isMoved =
      rewritesAllTimes ||
      frameOf.get(keyElement.id) !== moment.frame ||
      times.offset !== played.offset ||
      (times.dropsDuration && notation === '%');
    if (!isMoved) last = moment.frame - times.offset;
    else {
      const time = times.written(count, notation);
      const what = subjectOf(planning, keyElement, 'time');
      const text = written === time ? ok(time) : writtenValue(planning, keyElement, 'time', time, what);
      if (!text.ok) return text.error;
      edits.push(...attributeEdits(keyElement, 'time', text.value));
    }
    edits.push(...valueEditsOf(keyElement, moment, properties));
    return keyElement;
  });
  const refused = nodes.find((node) => 'code' in node);
  if (refused !== undefined && 'code' in refused) return { ok: false, error: refused };
  const children = childrenOf(element, nodes as readonly ElementNode[]);
  const isReordered =
    children.length !== element.children.length || children.some((node, at) => node !== element.children[at]);
  return ok([
    ...(isReordered ? [{ type: 'set-children', node: element.id, children } as const] : []),
    ...edits,
    ...(times.offset === played.offset
      ? []
      : attributeEdits(element, 'offset', times.offset === 0 ? null : String(times.offset))),
    ...(times.dropsDuration ? attributeEdits(element, 'duration', null) : []),
  ]);
}

/**
 * Assigns an existing element to each moment: an element of the same frame if possible, otherwise an element to move. A
 * moment without an entry needs a new element.
 */
function claimsOf(
  moments: readonly Moment[],
  frameOf: ReadonlyMap<NodeId | null, number>,
): ReadonlyMap<Moment, NodeId> {
  const claims = new Map<Moment, NodeId>();
  const taken = new Set<NodeId>();
  for (const inSameFrame of [true, false])
    for (const moment of moments) {
      if (claims.has(moment)) continue;
      for (const { key } of moment.entries) {
        if (key === null || taken.has(key) || (inSameFrame && frameOf.get(key) !== moment.frame)) continue;
        claims.set(moment, key);
        taken.add(key);
        break;
      }
    }
  return claims;
}

function newKey(planning: Planning, name: string, { entries, easing }: Moment, time: string): ElementNode {
  return newElement(planning.newId, name, [
    { name: 'time', value: time },
    ...entries.map(({ property, written }): Attribute => ({ name: property, value: written })),
    ...(easing === null ? [] : [{ name: 'easing', value: easing }]),
  ]);
}

function valueEditsOf(
  key: ElementNode,
  { entries, easing }: Moment,
  properties: ReadonlyMap<string, KeyProperty>,
): readonly DocumentEdit[] {
  const edits = [...properties.values()].flatMap(({ name, spec }) => {
    const entry = entries.find(({ property }) => property === name);
    return attributeEdits(key, spellingIn(key, name, spec), entry?.written ?? null);
  });
  return [...edits, ...attributeEdits(key, 'easing', easing)];
}

/**
 * Returns the children of an animation with these keyframes, in order. Other nodes, such as comments, stay before the
 * keyframe that they precede.
 */
function childrenOf(animation: ElementNode, keys: readonly ElementNode[]): readonly DocumentNode[] {
  const own = new Set<DocumentNode>(keysIn(animation));
  const remaining = new Set<DocumentNode>(keys);
  const before = new Map<DocumentNode, DocumentNode[]>();
  let waiting: DocumentNode[] = [];
  for (const child of animation.children) {
    if (!own.has(child)) waiting.push(child);
    else if (remaining.has(child)) {
      before.set(child, waiting);
      waiting = [];
    }
  }
  return [...keys.flatMap((key) => [...(before.get(key) ?? []), key]), ...waiting];
}

/** Returns a separate animation for keyframes of one property. It copies the attributes of the original animation. */
function separateAnimation(rewriting: AnimationRewrite, entries: readonly KeyEntry[]): ElementNode {
  const { planning, animation } = rewriting;
  const { element, played, length, hasDuration } = animation;
  const moments = momentsOf(entries) ?? [];
  const times = timesOf(rewriting, moments);
  const notations = new Map(keysIn(element).map((key) => [key.id, notationOf(attributeValue(key, 'time') ?? '')]));
  let notation: TimeNotation = notationOf(attributeValue(keysIn(element)[0] ?? element, 'time') ?? '');
  let last = Number.NEGATIVE_INFINITY;
  const keys = moments.map((moment) => {
    last = times.countOf(moment.frame, last);
    const [entry] = moment.entries;
    const key = entry?.key ?? null;
    notation = (key === null ? null : notations.get(key)) ?? notation;
    return newKey(planning, 'key', moment, times.written(last, notation));
  });
  const needsLength = played.repeat !== 1 && !hasDuration;
  const attributes = (animation.copied ?? element.attributes)
    .filter(({ name }) => name !== 'name' && !(name === 'duration' && times.dropsDuration))
    .filter(({ name }) => name !== 'offset' || times.offset === played.offset);
  return newElement(
    planning.newId,
    'animation',
    [
      ...attributes,
      ...(times.offset !== played.offset && times.offset > 0 ? [{ name: 'offset', value: String(times.offset) }] : []),
      ...(needsLength ? [{ name: 'duration', value: String(Math.ceil(length)) }] : []),
    ],
    keys,
  );
}

export function tooManyKeys(most: number): Message {
  return message('edit/too-many-keys', { most });
}

/** Returns whether an entry is one of these keyframes. */
export function isIncludedIn(refs: readonly KeyframeRef[], { property, key }: KeyEntry): boolean {
  return refs.some((ref) => ref.key === key && ref.property === property);
}

/**
 * Calls `edits` for each element that owns some of these keyframes, and joins the results. Returns an error if a
 * keyframe no longer exists.
 */
export function editsByOwner(
  planning: Planning,
  keys: readonly KeyframeRef[],
  length: number,
  edits: (owner: ElementNode, own: readonly KeyframeRef[], animations: readonly KeyAnimation[]) => Edits,
): Edits {
  if (keys.length === 0) return err(message('edit/nothing-selected'));
  const all: Edits[] = [];
  for (const [node, own] of Map.groupBy(keys, (key) => key.node)) {
    const owner = planning.index.elements.get(node)?.element;
    if (owner === undefined) return err(message('edit/gone'));
    const animations = readAnimations(planning, owner, length);
    const existing = animations.flatMap(({ entries }) => entries);
    if (own.some((ref) => !existing.some((entry) => isIncludedIn([ref], entry)))) return err(message('edit/gone'));
    all.push(edits(owner, own, animations));
  }
  return joinEdits(all);
}

/**
 * Replaces the entries of each animation that contains one of the keyframes with the result of `newEntries`, and joins
 * the edits.
 */
export function editsByAnimation(
  planning: Planning,
  owner: ElementNode,
  animations: readonly KeyAnimation[],
  keys: readonly KeyframeRef[],
  newEntries: (animation: KeyAnimation) => Result<readonly KeyEntry[], Message>,
): Edits {
  const changed = new Set(keys.map(({ property }) => property));
  return joinEdits(
    animations
      .filter(({ entries }) => entries.some((entry) => isIncludedIn(keys, entry)))
      .map((animation): Edits => {
        const entries = newEntries(animation);
        return entries.ok ? rewriteAnimation({ planning, owner, animation, entries: entries.value, changed }) : entries;
      }),
  );
}

/** Joins edits. Returns the first error if there is one. */
export function joinEdits(results: readonly Edits[]): Edits {
  const refused = results.find((result) => !result.ok);
  return refused ?? ok(results.flatMap((result) => (result.ok ? result.value : [])));
}
