import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type AnimatedProperty,
  animatedProperties,
  type Clock,
  clockOf,
  type Keyframe,
  keyAt,
  neighboursOf,
  textAt,
} from '#shared/editing/keyframes/animated.ts';
import { keyPropertyNamed } from '#shared/editing/keyframes/read-keyframes.ts';
import type { CopiedKey, KeyCommand, KeyframeRef } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { EditorStore } from './document-store.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import type { EditorState } from './editor-state.ts';
import { type FieldAt, useInspectorDispatch } from './field-edit.ts';
import { type AttributeField, fieldText, readField } from './fields.ts';

/** What the editor's parts show of keys together: the timeline, the inspector, the picture. */
export interface KeyState {
  /** Those that are selected, in the order in which they were. */
  readonly selected: readonly KeyframeRef[];
  /** Where on the page the easing of the selected keys is being chosen; null while it is not. */
  readonly easingAt: PagePlace | null;
  /** Which of its lines is edited in a curve with two, by element and property; the first without it. */
  readonly lines: ReadonlyMap<string, number>;
  /** What was copied last. */
  readonly copied: readonly CopiedKey[];
}

/** Pixels from the upper left corner of the page. */
export interface PagePlace {
  readonly x: number;
  readonly y: number;
}

export type KeyframeSelection = StoreApi<KeyState>;

const keyStateByEditor = new WeakMap<EditorStore, KeyframeSelection>();

/** The keys' own state beside the open template; it goes with it. */
export function keyframesOf(editor: EditorStore): KeyframeSelection {
  const known = keyStateByEditor.get(editor);
  if (known !== undefined) return known;
  const store = createStore<KeyState>(() => ({
    selected: [],
    easingAt: null,
    lines: new Map(),
    copied: [],
  }));
  keyStateByEditor.set(editor, store);
  editor.subscribe(({ selection: { ids }, document }, before) => {
    if (ids === before.selection.ids) return;
    const { selected } = store.getState();
    if (selected.length === 0 || ids.join() === before.selection.ids.join()) return;
    // Keys of several layers stay while one of these is selected: by a click on a key, its layer is.
    const nodes = new Set(selected.map(({ node }) => node));
    if (!haveInCommon(document, nodes, new Set(ids))) store.setState({ selected: [], easingAt: null });
  });
  return store;
}

/** Whether an element of one set is also in the other, or within one of those, such as an effect in its layer. */
function haveInCommon(document: TemplateDocument, one: ReadonlySet<NodeId>, other: ReadonlySet<NodeId>): boolean {
  const { elements } = indexOf(document);
  const isWithin = (inner: NodeId, outer: ReadonlySet<NodeId>): boolean => {
    for (let id: NodeId | undefined = inner; id !== undefined; id = elements.get(id)?.parent?.id)
      if (outer.has(id)) return true;
    return false;
  };
  return [...one].some((id) => isWithin(id, other)) || [...other].some((id) => isWithin(id, one));
}

export function sameKey(one: KeyframeRef, other: KeyframeRef): boolean {
  return one.key === other.key && one.property === other.property && one.node === other.node;
}

/** A selected key with the property that it is of. */
export interface SelectedKey {
  readonly key: Keyframe;
  readonly property: AnimatedProperty;
  readonly clock: Clock;
}

/** The selected keys that are still there, in the order of time. */
export function selectedKeys(state: KeySource, refs: readonly KeyframeRef[]): readonly SelectedKey[] {
  const found = refs.flatMap((ref): readonly SelectedKey[] => {
    const node = keysOfNode(state, ref.node);
    const property = node?.properties.find(({ name }) => name === ref.property);
    const key = property?.keys.find((each) => sameKey(each.ref, ref));
    return node === null || property === undefined || key === undefined ? [] : [{ key, property, clock: node.clock }];
  });
  return found.toSorted((one, other) => one.clock.begin + one.key.frame - other.clock.begin - other.key.frame);
}

/** The keys of properties in their frames, as they are found again after an edit that may have made other elements of them. */
export function keysInFrames(
  state: KeySource,
  requested: readonly { readonly node: KeyframeRef['node']; readonly property: string; readonly frame: number }[],
): readonly KeyframeRef[] {
  return requested.flatMap(({ node, property, frame }) => {
    const found = keysOfNode(state, node)?.properties.find(({ name }) => name === property);
    const key = found?.keys.find((each) => Math.round(each.frame) === Math.round(frame));
    return key === undefined ? [] : [key.ref];
  });
}

/** What keys are read from: the open template as it is shown, or as it is recorded. */
export type KeySource = Pick<EditorState, 'document' | 'movie' | 'values'>;

/** The values of variables as commands want them; the same map for the same values. */
const variableMaps = new WeakMap<EditorState['values'], ReadonlyMap<string, string>>();

export function valuesOf({ values }: Pick<EditorState, 'values'>): ReadonlyMap<string, string> {
  const known = variableMaps.get(values) ?? new Map(Object.entries(values));
  variableMaps.set(values, known);
  return known;
}

/** What a node has animated, and how it counts its frames. */
export interface NodeKeys {
  readonly clock: Clock;
  readonly properties: readonly AnimatedProperty[];
}

interface ReadKeys {
  readonly source: KeySource;
  readonly nodes: Map<NodeId, NodeKeys | null>;
}

/** Of the last two states: what stands beside a gesture is shown as it was a moment ago. */
let lastRead: ReadKeys | null = null;
let readBefore: ReadKeys | null = null;

/** What a layer, sound or effect has animated; null for one that the film does not have. Read once for each state. */
export function keysOfNode({ document, movie, values }: KeySource, node: NodeId): NodeKeys | null {
  const { nodes } = readKeysOf({ document, movie, values });
  const known = nodes.get(node);
  if (known !== undefined) return known;
  const clock = clockOf(movie, node);
  const context = { document, values: valuesOf({ values }) };
  const read = clock === null ? null : { clock, properties: animatedProperties(context, node, clock.length) };
  nodes.set(node, read);
  return read;
}

function readKeysOf(source: KeySource): ReadKeys {
  if (lastRead !== null && isSameSource(lastRead.source, source)) return lastRead;
  const known =
    readBefore !== null && isSameSource(readBefore.source, source) ? readBefore : { source, nodes: new Map() };
  readBefore = lastRead;
  lastRead = known;
  return known;
}

function isSameSource(one: KeySource, other: KeySource): boolean {
  return one.document === other.document && one.movie === other.movie && one.values === other.values;
}

/** The name under which keys have an attribute of a node; null where it cannot be animated. */
function keyNameOf({ document, values }: KeySource, node: NodeId, attribute: string): string | null {
  const planning = planningOf({ document, values: valuesOf({ values }) });
  const element = planning.index.elements.get(node)?.element;
  return element === undefined ? null : (keyPropertyNamed(planning, element, attribute)?.name ?? null);
}

/** What a field of a form has of keys, where the playhead is. */
export interface KeyField {
  readonly node: NodeId;
  /** As keys name it. */
  readonly property: string;
  /** The layer's own frame at the playhead, within its own. */
  readonly frame: number;
  readonly length: number;
  /** The film's frame of the layer's frame 0. */
  readonly begin: number;
  /** The value at the playhead, as the language writes it; null while nothing is animated. */
  readonly text: string | null;
  /** The key at the playhead. */
  readonly key: Keyframe['ref'] | null;
  /** Frames of the film. */
  readonly previous: number | null;
  readonly next: number | null;
  readonly count: number;
}

/** Null where an attribute cannot be animated. */
function readKeyField(
  state: KeySource & Pick<EditorState, 'playhead'>,
  node: NodeId,
  attribute: string,
): KeyField | null {
  const property = keyNameOf(state, node, attribute);
  const keys = property === null ? null : keysOfNode(state, node);
  if (property === null || keys === null) return null;
  const { clock, properties } = keys;
  const frame = Math.min(Math.max(0, state.playhead - clock.begin), Math.max(0, clock.length - 1));
  const animated = properties.find(({ name }) => name === property);
  const at = { node, property, frame, length: clock.length, begin: clock.begin };
  if (animated === undefined) return { ...at, text: null, key: null, previous: null, next: null, count: 0 };
  const { previous, next } = neighboursOf(animated.keys, frame);
  return {
    ...at,
    text: textAt(animated, frame, clock.whole),
    key: keyAt(animated, frame)?.ref ?? null,
    previous: previous === null ? null : previous + clock.begin,
    next: next === null ? null : next + clock.begin,
    count: animated.keys.length,
  };
}

/** Types whose values have a part across and a part down. */
const PAIRS: ReadonlySet<string> = new Set<AttributeField['spec']['type']['kind']>(['point', 'pair', 'origin']);

/**
 * The elements of a field at the playhead; null where none of them is animated and one part of a pair can't be edited
 * alone.
 */
export function readFieldAt(
  state: KeySource & Pick<EditorState, 'playhead'>,
  { nodes, name, spec }: Pick<AttributeField, 'nodes' | 'name' | 'spec'>,
): readonly FieldAt[] | null {
  const keys = nodes.map((node) => readKeyField(state, node, name));
  const isPair = nodes.length > 1 && PAIRS.has(spec.type.kind);
  if (!isPair && keys.every((each) => each === null || each.count === 0)) return null;
  const context = { document: state.document, values: valuesOf(state), findings: [], rate: null };
  return nodes.map((node, at): FieldAt => {
    const key = keys[at] ?? null;
    if (key !== null && key.count > 0) {
      const { property, frame, length, text } = key;
      return { node, moment: { node, property, frame, length }, text };
    }
    const own = readField(context, [node], name, spec);
    return { node, moment: null, text: own?.value.kind === 'fixed' ? fieldText(own) : null };
  });
}

/** The field with the values at the playhead: mixed where the elements have different ones. */
export function atPlayhead(field: AttributeField, each: readonly FieldAt[] | null): AttributeField {
  if (each === null || each.every(({ moment }) => moment === null)) return field;
  const { type } = field.spec;
  const texts = new Set(
    each.map(({ text }) => {
      const read = text === null ? null : type.parse(text, null);
      return read?.ok === true ? type.format(read.value) : text;
    }),
  );
  const [text, ...others] = texts;
  if (others.length > 0) return { ...field, value: { kind: 'mixed' } };
  return text === null || text === undefined ? field : { ...field, value: { kind: 'fixed', text } };
}

/** Whether two say the same; of a value that rests it is the same in every frame. */
function sameKeyField(one: KeyField | null, other: KeyField | null): boolean {
  if (one === null || other === null) return one === other;
  const anywhere = (field: KeyField) => (field.count === 0 ? { ...field, frame: 0 } : field);
  return JSON.stringify(anywhere(one)) === JSON.stringify(anywhere(other));
}

export function useKeyStore(): KeyframeSelection {
  return keyframesOf(useEditorStore());
}

/** What a selector takes of the keys' own state. */
export function useKeyState<Value>(selector: (state: KeyState) => Value): Value {
  return useStore(useKeyStore(), selector);
}

/** What a field has of keys at the playhead; null where it cannot be animated, or several elements are edited at once. */
export function useKeyField({ nodes, name }: Pick<AttributeField, 'nodes' | 'name'>): KeyField | null {
  const [node, ...others] = nodes;
  const kept = useRef<KeyField | null>(null);
  return useEditor((state) => {
    const read = node === undefined || others.length > 0 ? null : readKeyField(state, node, name);
    if (!sameKeyField(kept.current, read)) kept.current = read;
    return kept.current;
  });
}

/** The elements of a field at the playhead; null where their attributes alone give its value. */
export function useFieldAt(field: AttributeField): readonly FieldAt[] | null {
  const kept = useRef<readonly FieldAt[] | null>(null);
  return useEditor((state) => {
    const read = readFieldAt(state, field);
    if (JSON.stringify(kept.current) !== JSON.stringify(read)) kept.current = read;
    return kept.current;
  });
}

/** What can be done with the keys of one property. */
export interface KeyframeActions {
  /** The first key, or one at the playhead, or none there any more. */
  readonly toggle: (value: string) => void;
  readonly goTo: (frame: number) => void;
  readonly removeAll: () => void;
  readonly copy: () => void;
  readonly paste: () => void;
  readonly reverse: () => void;
}

export function useKeyframeActions(field: KeyField | null): KeyframeActions | null {
  const editor = useEditorStore();
  const dispatch = useInspectorDispatch();
  return useMemo(() => (field === null ? null : keyframeActionsOf(editor, dispatch, field)), [editor, dispatch, field]);
}

type Dispatch = (command: KeyCommand) => unknown;

function keyframeActionsOf(editor: EditorStore, dispatch: Dispatch, field: KeyField): KeyframeActions {
  const { node, property, length } = field;
  const store = keyframesOf(editor);
  const keys = () => keysOfNode(editor.getState(), node)?.properties.find(({ name }) => name === property)?.keys ?? [];
  // Where the playhead is when it is done: what is shown of a value that rests does not follow it.
  const now = () => readKeyField(editor.getState(), node, property) ?? field;
  return {
    toggle: (value) => {
      const { key, frame, text } = now();
      if (key !== null) dispatch({ type: 'key/remove', keys: [key], length });
      else dispatch({ type: 'key/set', node, property, frame, length, value: text ?? value });
    },
    goTo: (to) => editor.actions.seek(to),
    removeAll: () => dispatch({ type: 'key/clear', node, property, length, value: now().text }),
    copy: () => store.setState({ copied: copiedKeys(keys()) }),
    paste: () => {
      const { copied } = store.getState();
      if (copied.length === 0) return;
      dispatch({ type: 'key/paste', node, property, frame: now().frame, length, keys: copied });
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

/** Keys as they are taken along: from the first of them. */
function copiedKeys(keys: readonly Copyable[]): readonly CopiedKey[] {
  const first = Math.min(...keys.map(({ frame }) => frame));
  return keys.map(({ frame, written, ownEasing }) => ({
    after: Math.round(frame - first),
    value: written,
    easing: ownEasing,
  }));
}
