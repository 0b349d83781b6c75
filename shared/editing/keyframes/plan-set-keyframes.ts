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

/** The element and the property that a command changes. */
export interface KeySubject {
  readonly owner: ElementNode;
  readonly property: KeyProperty;
  readonly animations: readonly KeyAnimation[];
}

/** Returns the element and its property. Returns an error if either is missing. */
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

/** A keyframe to insert. */
export interface NewKeyframe {
  readonly frame: number;
  readonly value: string;
  /**
   * The easing to the next keyframe; undefined to keep the easing of an existing keyframe or of the surrounding
   * segment.
   */
  readonly easing: string | null | undefined;
}

export function planSetKey(planning: Planning, { node, property, frame, length, value }: Of<'key/set'>): Plan {
  const subject = keySubject(planning, node, property, length);
  if (!subject.ok) return subject;
  const edits = withKeys(planning, subject.value, length, [{ frame, value, easing: undefined }]);
  return planned(edits, message('step/set-key', { attribute: termOf(planning, subject.value) }));
}

export function planPasteKeys(planning: Planning, { node, property, frame, length, keys }: Of<'key/paste'>): Plan {
  const subject = keySubject(planning, node, property, length);
  if (!subject.ok) return subject;
  const keyframes = keys.map(({ after, value, easing }) => ({ frame: frame + after, value, easing }));
  return planned(
    withKeys(planning, subject.value, length, keyframes),
    message('step/paste-keys', { count: keys.length }),
  );
}

/** Returns the label of the property for the undo step. */
export function termOf(planning: Planning, { owner, property }: KeySubject) {
  return attributeTerm(planning, owner, property.attribute);
}

/**
 * Returns the edits that insert keyframes of a property. All of them are inserted into the animation that applies at
 * the first keyframe.
 */
export function withKeys(
  planning: Planning,
  subject: KeySubject,
  length: number,
  keyframes: readonly NewKeyframe[],
): Edits {
  const { owner, property, animations } = subject;
  const [first] = keyframes;
  if (first === undefined) return ok([]);
  for (const { value } of keyframes) {
    const read = property.spec.type.parse(value, planning.rate());
    if (!read.ok) return err(message('edit/unreadable-value', { what: message('subject/value'), reason: read.error }));
  }
  const candidates = animations.filter(
    ({ played, entries }) => played.enabled && entries.some((entry) => entry.property === property.name),
  );
  const [start, ...others] = candidates;
  if (start === undefined) return newAnimationEdits(planning, subject, length, keyframes);
  const animation = others.reduce(
    (current, candidate) => (takesPrecedence(candidate, current, first.frame) ? candidate : current),
    start,
  );
  let { entries } = animation;
  for (const keyframe of keyframes) {
    const frame = frameWithin(animation, Math.max(0, Math.round(keyframe.frame)));
    const changed = entryAt(planning, property, entries, { ...keyframe, frame });
    if (!changed.ok) return changed;
    entries = [...entries.filter((entry) => !isAt(entry, property.name, frame)), changed.value];
  }
  if (new Set(entries.map((entry) => entry.frame)).size > limits.keys) return err(tooManyKeys(limits.keys));
  return rewriteAnimation({ planning, owner, animation, entries, changed: new Set([property.name]) });
}

/**
 * Returns whether an animation takes precedence over another one at a frame. The animation that began last takes
 * precedence. If neither has begun, the animation that begins first takes precedence.
 */
function takesPrecedence(
  { played: { offset } }: KeyAnimation,
  { played: current }: KeyAnimation,
  frame: number,
): boolean {
  return current.offset <= frame ? offset <= frame && offset >= current.offset : offset < current.offset;
}

/** Maps a frame to the first repetition of a repeated animation. */
function frameWithin({ played, length }: KeyAnimation, frame: number): number {
  const { offset, repeat, alternate } = played;
  if (repeat === 1) return frame;
  const { within, isBack } = cycleAt({ begin: offset, length, repeat, alternate }, frame);
  return offset + Math.round(isBack ? length - within : within);
}

/** Returns whether an entry is the keyframe of a property at a frame. */
export function isAt({ property, frame }: KeyEntry, name: string, at: number): boolean {
  return property === name && Math.round(frame) === at;
}

function entryAt(
  planning: Planning,
  { name, spec }: KeyProperty,
  entries: readonly KeyEntry[],
  { frame, value, easing }: NewKeyframe,
): Result<KeyEntry, Message> {
  const existing = entries.find((entry) => isAt(entry, name, frame));
  if (existing !== undefined) {
    const key = existing.key === null ? undefined : planning.index.elements.get(existing.key)?.element;
    const written =
      key === undefined
        ? ok(value)
        : writtenValue(planning, key, spellingIn(key, name, spec), value, message('subject/value'));
    if (!written.ok) return written;
    return ok({ ...existing, frame, written: written.value, easing: easing === undefined ? existing.easing : easing });
  }
  return ok({
    property: name,
    frame,
    written: value,
    easing: easing ?? inheritedEasing(entries, name, frame),
    key: null,
  });
}

/**
 * Returns the easing of a new keyframe: the easing of another keyframe at the same frame, or of the segment that
 * contains the frame. Returns null for the default.
 */
function inheritedEasing(entries: readonly KeyEntry[], name: string, frame: number): string | null {
  const sameFrame = entries.find((entry) => entry.frame === frame);
  if (sameFrame !== undefined) return sameFrame.easing;
  const ofProperty = entries
    .filter(({ property }) => property === name)
    .toSorted((one, other) => one.frame - other.frame);
  const isInSegment = ofProperty.some((entry) => entry.frame > frame);
  return isInSegment ? (ofProperty.findLast((entry) => entry.frame < frame)?.easing ?? null) : null;
}

/**
 * Returns the edits that add an animation with the first keyframes of a property. The animation follows the other
 * animations of the element.
 */
function newAnimationEdits(
  planning: Planning,
  { owner, property }: KeySubject,
  length: number,
  keyframes: readonly NewKeyframe[],
): Edits {
  const animations = animationsIn(owner);
  if (animations.length >= limits.animations)
    return err(message('edit/too-many-animations', { most: limits.animations }));
  const byFrame = new Map(keyframes.map((keyframe) => [Math.max(0, Math.round(keyframe.frame)), keyframe]));
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

/** A property of a layer, sound, or effect at one of its frames. */
export interface PropertyAtFrame {
  readonly node: NodeId;
  /** The name of the property in keyframes, or the name of the attribute. */
  readonly property: string;
  /** The local frame of the layer or sound. */
  readonly frame: number;
  /** The number of frames of the layer or sound. */
  readonly length: number;
}

/**
 * Returns the command that sets a property at the playhead: a keyframe if the property is animated, otherwise the
 * attribute. If `animate` is set, creates the first keyframe of a property.
 */
export function setValueAt(
  context: PlanContext,
  { node, property, frame, length }: PropertyAtFrame,
  value: string,
  { animate = false }: { readonly animate?: boolean } = {},
): PlannableCommand {
  const planning = planningOf(context);
  const element = planning.index.elements.get(node)?.element;
  const keyProperty = element === undefined ? null : keyPropertyNamed(planning, element, property);
  if (element === undefined || keyProperty === null) return { type: 'attribute/set', node, name: property, value };
  const hasKeys = animatedProperties(context, node, length).some(({ name }) => name === keyProperty.name);
  if (hasKeys || animate) return { type: 'key/set', node, property: keyProperty.name, frame, length, value };
  const name = spellingIn(element, keyProperty.attribute, keyProperty.attributeSpec);
  return { type: 'attribute/set', node, name, value };
}

/** A keyframe that moves with others. */
interface Movable {
  readonly frame: number;
}

/**
 * Returns the new frames of keyframes that move together. Their distances stay the same, and the first keyframe stops
 * at frame 0.
 */
export function movedBy(keys: readonly Movable[], by: number): readonly number[] {
  const first = Math.min(...keys.map(({ frame }) => frame));
  const offset = Math.max(-first, Math.round(by));
  return keys.map(({ frame }) => frame + offset);
}

/**
 * Returns the new frames of keyframes when the user drags a keyframe to scale them. Multiplies all distances from the
 * first keyframe by the same factor. The keyframes keep their order and are at least one frame apart. Dragging the
 * first keyframe moves all keyframes.
 */
export function scaledTo(keys: readonly Movable[], dragged: Movable, to: number): readonly number[] {
  const order = [...new Set(keys.map(({ frame }) => frame))].toSorted((one, other) => one - other);
  const [first = 0] = order;
  if (dragged.frame <= first) return movedBy(keys, to - dragged.frame);
  const scale = Math.max(0, to - first) / (dragged.frame - first);
  const scaled = new Map<number, number>();
  let least = first;
  for (const frame of order) {
    const place = Math.max(least, Math.round(first + (frame - first) * scale));
    scaled.set(frame, place);
    least = place + 1;
  }
  return keys.map(({ frame }) => scaled.get(frame) ?? frame);
}
