import type { EditorState } from '#renderer/state/editor-state.ts';
import { keyAt, neighboursOf, type PropertyKey, textAt } from '#shared/editing/keys/animated.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { FieldAt } from '../edits/field-command.ts';
import { type AttributeField, fieldText, readField } from '../edits/field-model.ts';
import { type KeySource, keyNameOf, keysOfNode, valuesOf } from './read-properties.ts';

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
  readonly key: PropertyKey['ref'] | null;
  /** Frames of the film. */
  readonly previous: number | null;
  readonly next: number | null;
  readonly count: number;
}

/** Null where an attribute cannot be animated. */
export function readKeyField(
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
export function sameKeyField(one: KeyField | null, other: KeyField | null): boolean {
  if (one === null || other === null) return one === other;
  const anywhere = (field: KeyField) => (field.count === 0 ? { ...field, frame: 0 } : field);
  return JSON.stringify(anywhere(one)) === JSON.stringify(anywhere(other));
}
