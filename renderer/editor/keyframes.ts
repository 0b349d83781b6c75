import { useMemo, useRef } from 'react';
import { isEqual } from '#renderer/interaction/equality.ts';
import {
  type AnimatedProperty,
  animatedProperties,
  type Clock,
  clockOf,
  type Keyframe,
  keyAt,
  neighborsOf,
  textAt,
} from '#shared/editing/keyframes/animated.ts';
import { keyPropertyNamed } from '#shared/editing/keyframes/read-keyframes.ts';
import type { CopiedKey, KeyCommand, KeyframeRef } from '#shared/editing/model/commands.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { withElementIdsAt } from './copies.ts';
import type { Editor } from './editor.ts';
import { useEditor, useEditorValue } from './editor-context.tsx';
import type { EditorState } from './editor-state.ts';
import { type FieldAt, useInspectorDispatch } from './field-edit.ts';
import { type AttributeField, fieldText, readField } from './fields.ts';
import { sameKey } from './keyframe-selection.ts';

/** A selected keyframe with its property and the clock of its layer. */
export interface SelectedKey {
  readonly key: Keyframe;
  readonly property: AnimatedProperty;
  readonly clock: Clock;
}

/** Returns the selected keyframes that still exist, ordered by time. */
export function selectedKeys(state: KeyReadingState, refs: readonly KeyframeRef[]): readonly SelectedKey[] {
  const keysFound = refs.flatMap((ref): readonly SelectedKey[] => {
    const node = keysOfNode(state, ref.node);
    const property = node?.properties.find(({ name }) => name === ref.property);
    const key = property?.keys.find((each) => sameKey(each.ref, ref));
    return node === null || property === undefined || key === undefined ? [] : [{ key, property, clock: node.clock }];
  });
  return keysFound.toSorted((one, other) => one.clock.begin + one.key.frame - other.clock.begin - other.key.frame);
}

/**
 * Returns the keyframes of properties at the given frames. It finds keyframes again after an edit that replaced their
 * elements.
 */
export function keysInFrames(
  state: KeyReadingState,
  requested: readonly { readonly node: KeyframeRef['node']; readonly property: string; readonly frame: number }[],
): readonly KeyframeRef[] {
  return requested.flatMap(({ node, property, frame }) => {
    const foundProperty = keysOfNode(state, node)?.properties.find(({ name }) => name === property);
    const key = foundProperty?.keys.find((each) => Math.round(each.frame) === Math.round(frame));
    return key === undefined ? [] : [key.ref];
  });
}

/** The state from which keyframes are read. The document can be the displayed or the recorded one. */
export type KeyReadingState = Pick<EditorState, 'document' | 'movie' | 'values'>;

/** The variable values as maps, memoized by the values object: the same object returns the same map. */
const variableMaps = new WeakMap<EditorState['values'], ReadonlyMap<string, string>>();

export function valuesByName({ values }: Pick<EditorState, 'values'>): ReadonlyMap<string, string> {
  const cached = variableMaps.get(values) ?? new Map(Object.entries(values));
  variableMaps.set(values, cached);
  return cached;
}

/** The animated properties of an element, with the clock that converts its local frames to frames of the movie. */
export interface NodeKeys {
  readonly clock: Clock;
  readonly properties: readonly AnimatedProperty[];
}

interface ReadKeys {
  readonly source: KeyReadingState;
  readonly nodes: Map<NodeId, NodeKeys | null>;
}

/** The keyframes of the last two states, because deferred views read a slightly older state. */
let lastRead: ReadKeys | null = null;
let readBefore: ReadKeys | null = null;

/**
 * Returns the animated properties of a layer, a sound, or an effect; null if the movie does not contain it. Memoized
 * for the last two states.
 */
export function keysOfNode({ document, movie, values }: KeyReadingState, node: NodeId): NodeKeys | null {
  const { nodes } = readKeysOf({ document, movie, values });
  const cached = nodes.get(node);
  if (cached !== undefined) return cached;
  const clock = clockOf(movie, node);
  const context = { document, values: valuesByName({ values }) };
  const read = clock === null ? null : { clock, properties: animatedProperties(context, node, clock.length) };
  nodes.set(node, read);
  return read;
}

function readKeysOf(source: KeyReadingState): ReadKeys {
  if (lastRead !== null && isSameSource(lastRead.source, source)) return lastRead;
  const cached =
    readBefore !== null && isSameSource(readBefore.source, source) ? readBefore : { source, nodes: new Map() };
  readBefore = lastRead;
  lastRead = cached;
  return cached;
}

function isSameSource(one: KeyReadingState, other: KeyReadingState): boolean {
  return one.document === other.document && one.movie === other.movie && one.values === other.values;
}

/** Returns the name of the keyframe property that animates an attribute; null if the attribute cannot be animated. */
function keyNameOf({ document, values }: KeyReadingState, node: NodeId, attribute: string): string | null {
  const planning = planningOf({ document, values: valuesByName({ values }) });
  const element = planning.index.elements.get(node)?.element;
  return element === undefined ? null : (keyPropertyNamed(planning, element, attribute)?.name ?? null);
}

/** The keyframes of a form field at the playhead. */
export interface KeyField {
  readonly node: NodeId;
  /** The name of the keyframe property. */
  readonly property: string;
  /** The frame of the layer at the playhead, clamped to the length of the layer. */
  readonly frame: number;
  readonly length: number;
  /** The frame of the movie at which the layer begins. */
  readonly begin: number;
  /** The value at the playhead in the notation of the template; null if the attribute is not animated. */
  readonly text: string | null;
  /** The keyframe at the playhead; null if there is none. */
  readonly key: Keyframe['ref'] | null;
  /** The previous keyframe's frame in the movie; null if there is none. */
  readonly previous: number | null;
  readonly next: number | null;
  readonly count: number;
}

/** Reads the keyframes of an attribute; null if the attribute cannot be animated. */
function readKeyField(
  state: KeyReadingState & Pick<EditorState, 'playhead'>,
  node: NodeId,
  attribute: string,
): KeyField | null {
  const property = keyNameOf(state, node, attribute);
  const { document, movie, values, playhead } = state;
  const shown = movie && withElementIdsAt(movie, playhead);
  const keys = property === null ? null : keysOfNode({ document, movie: shown, values }, node);
  if (property === null || keys === null) return null;
  const { clock, properties } = keys;
  const frame = Math.min(Math.max(0, state.playhead - clock.begin), Math.max(0, clock.length - 1));
  const animated = properties.find(({ name }) => name === property);
  const at = { node, property, frame, length: clock.length, begin: clock.begin };
  if (animated === undefined) return { ...at, text: null, key: null, previous: null, next: null, count: 0 };
  const { previous, next } = neighborsOf(animated.keys, frame);
  return {
    ...at,
    text: textAt(animated, frame, clock.whole),
    key: keyAt(animated, frame)?.ref ?? null,
    previous: previous === null ? null : previous + clock.begin,
    next: next === null ? null : next + clock.begin,
    count: animated.keys.length,
  };
}

/** The attribute types whose values are pairs. */
const PAIRS: ReadonlySet<string> = new Set<AttributeField['spec']['type']['kind']>(['point', 'pair', 'origin']);

/**
 * Returns the values of a field's elements at the playhead; null if all elements are static. For several elements with
 * a pair, the result is always an array, because one component can be edited alone.
 */
export function readFieldAt(
  state: KeyReadingState & Pick<EditorState, 'playhead'>,
  { nodes, name, spec }: Pick<AttributeField, 'nodes' | 'name' | 'spec'>,
): readonly FieldAt[] | null {
  const keys = nodes.map((node) => readKeyField(state, node, name));
  const isPair = nodes.length > 1 && PAIRS.has(spec.type.kind);
  if (!isPair && keys.every((each) => each === null || each.count === 0)) return null;
  const context = { document: state.document, values: valuesByName(state), findings: [], rate: null };
  return nodes.map((node, at): FieldAt => {
    const key = keys[at] ?? null;
    if (key !== null && key.count > 0) {
      const { property, frame, length, text } = key;
      return { node, propertyAtFrame: { node, property, frame, length }, text };
    }
    const layerField = readField(context, [node], name, spec);
    return { node, propertyAtFrame: null, text: layerField?.value.kind === 'fixed' ? fieldText(layerField) : null };
  });
}

/** Returns the field with its value at the playhead; `mixed` if the elements differ. */
export function atPlayhead(field: AttributeField, fieldsAt: readonly FieldAt[] | null): AttributeField {
  if (fieldsAt === null || fieldsAt.every(({ propertyAtFrame: moment }) => moment === null)) return field;
  const { type } = field.spec;
  const texts = new Set(
    fieldsAt.map(({ text }) => {
      const read = text === null ? null : type.parse(text, null);
      return read?.ok === true ? type.format(read.value) : text;
    }),
  );
  const [text, ...others] = texts;
  if (others.length > 0) return { ...field, value: { kind: 'mixed' } };
  return text === null || text === undefined ? field : { ...field, value: { kind: 'fixed', text } };
}

/** Returns whether two readings are equal. The frame is ignored if the property has no keyframes. */
function sameKeyField(one: KeyField | null, other: KeyField | null): boolean {
  const withoutFrame = (field: KeyField | null) => (field?.count === 0 ? { ...field, frame: 0 } : field);
  return isEqual(withoutFrame(one), withoutFrame(other));
}

/**
 * Returns the keyframes of a field at the playhead; null if the attribute cannot be animated, or if several elements
 * are edited.
 */
export function useKeyField({ nodes, name }: Pick<AttributeField, 'nodes' | 'name'>): KeyField | null {
  const [node, ...others] = nodes;
  const only = node === undefined || others.length > 0 ? null : node;
  const reader = useMemo(() => keyFieldReader(only, name), [only, name]);
  return useEditorValue(({ document }) => reader(document.state));
}

/** Returns a function that reads a field once for each state. An equal reading stays the same object. */
function keyFieldReader(node: NodeId | null, name: string): (state: EditorState) => KeyField | null {
  let readFrom: EditorState | null = null;
  let reading: KeyField | null = null;
  return (state) => {
    if (state === readFrom) return reading;
    readFrom = state;
    const read = node === null ? null : readKeyField(state, node, name);
    if (!sameKeyField(reading, read)) reading = read;
    return reading;
  };
}

/** Returns the values of a field's elements at the playhead; null under the conditions of {@link readFieldAt}. */
export function useFieldAt(field: AttributeField): readonly FieldAt[] | null {
  const previous = useRef<readonly FieldAt[] | null>(null);
  return useEditorValue(({ document }) => {
    const read = readFieldAt(document.state, field);
    if (!isEqual(previous.current, read)) previous.current = read;
    return previous.current;
  });
}

/** The actions on the keyframes of one property. */
export interface KeyframeActions {
  /** Removes the keyframe at the playhead, or adds one with this value. */
  readonly toggle: (value: string) => void;
  readonly goTo: (frame: number) => void;
  readonly removeAll: () => void;
  readonly copy: () => void;
  readonly paste: () => void;
  readonly reverse: () => void;
}

export function useKeyframeActions(field: KeyField | null): KeyframeActions | null {
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  return useMemo(() => (field === null ? null : keyframeActionsOf(editor, dispatch, field)), [editor, dispatch, field]);
}

type Dispatch = (command: KeyCommand) => unknown;

function keyframeActionsOf(editor: Editor, dispatch: Dispatch, field: KeyField): KeyframeActions {
  const { node, property, length } = field;
  const { keyframes } = editor;
  const keys = () =>
    keysOfNode(editor.document.state, node)?.properties.find(({ name }) => name === property)?.keys ?? [];
  // Read the state when the action runs, because moving the playhead updates only fields that have keyframes.
  const currentField = () => readKeyField(editor.document.state, node, property) ?? field;
  return {
    toggle: (value) => {
      const { key, frame, text } = currentField();
      if (key !== null) dispatch({ type: 'key/remove', keys: [key], length });
      else dispatch({ type: 'key/set', node, property, frame, length, value: text ?? value });
    },
    goTo: (to) => editor.playback.seek(to),
    removeAll: () => dispatch({ type: 'key/clear', node, property, length, value: currentField().text }),
    copy: () => keyframes.set({ copied: copiedKeys(keys()) }),
    paste: () => {
      const { copied } = keyframes.state;
      if (copied.length === 0) return;
      dispatch({ type: 'key/paste', node, property, frame: currentField().frame, length, keys: copied });
    },
    reverse: () => dispatch({ type: 'key/reverse', keys: keys().map(({ ref }) => ref), length }),
  };
}

interface Copyable {
  readonly ref: KeyframeRef;
  readonly frame: number;
  readonly written: string;
  readonly ownEasing: string | null;
}

/** Returns keyframes for the clipboard. Their frames are relative to the first keyframe. */
function copiedKeys(keys: readonly Copyable[]): readonly CopiedKey[] {
  const first = Math.min(...keys.map(({ frame }) => frame));
  return keys.map(({ frame, written, ownEasing }) => ({
    after: Math.round(frame - first),
    value: written,
    easing: ownEasing,
  }));
}
