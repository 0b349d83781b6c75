import type { ValueName } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { type Planning, planningOf } from '#shared/editing/planning/planning.ts';
import type { Message } from '#shared/messages/message.ts';
import type { ElementNode, NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { parseValue } from '#shared/template/placeholders/placeholder.ts';
import type { Substituted } from '#shared/template/placeholders/substitute.ts';
import { spellingsOf } from '#shared/template/tables/attribute-lookup.ts';
import type { ElementSpec } from '#shared/template/tables/elements.ts';
import { elementSpecOf, LANGUAGE } from '#shared/template/tables/language.ts';
import { type AttributeSpec, text } from '#shared/template/value-types/attribute-types.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { textsOf } from '#shared/template/variables/written-values.ts';
import { useSteady } from './editor-context.tsx';
import type { EditorState } from './editor-state.ts';
import { heldValue } from './held-value.ts';
import { memoised, selectRate } from './selectors.ts';

/** What the fields of the inspector are read from. */
export interface FieldContext {
  readonly document: TemplateDocument;
  /** Of variables, by name. */
  readonly values: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  /** Null while the movie's own cannot be read. */
  readonly rate: FrameRate | null;
}

/** One attribute of one or several elements, or the text that they hold, as a form shows it. */
export interface AttributeField {
  /** Elements of one name. */
  readonly nodes: readonly NodeId[];
  readonly element: string;
  /** As the tables call it. */
  readonly name: string;
  /** As it is written, which may be another spelling; null for the text that the elements hold. */
  readonly spelling: ValueName;
  readonly spec: AttributeSpec<unknown>;
  readonly value: FieldValue;
  /** The value after a reset, as the language writes it; null where the field cannot be reset. */
  readonly standard: string | null;
  /** The value in force where none is written and the table has no default, as the language writes it; null if unknown. */
  readonly holds: string | null;
  /** Whether it has another value than that. */
  readonly isChanged: boolean;
  /** What is wrong, and what to do. */
  readonly problems: readonly Message[];
}

export type FieldValue =
  /** Not all of the elements say the same. */
  | { readonly kind: 'mixed' }
  /** Written, or what holds where nothing is written; the attribute takes it. */
  | { readonly kind: 'fixed'; readonly text: string }
  /** Written, and the attribute does not take it. */
  | { readonly kind: 'refused'; readonly text: string }
  /** Needed, and not there. */
  | { readonly kind: 'absent' }
  /** The value is one variable; `text` is null while that has neither a value nor a default. */
  | { readonly kind: 'variable'; readonly name: string; readonly text: string | null }
  /** Put together of variables and text. */
  | { readonly kind: 'composed'; readonly names: readonly string[]; readonly text: string | null }
  /** Holds a placeholder that cannot be read. */
  | { readonly kind: 'malformed'; readonly text: string };

/** Whether two readings say the same of the same attribute. */
export function sameField(one: AttributeField | null, other: AttributeField | null): boolean {
  if (one === null || other === null) return one === other;
  const { spec, ...said } = one;
  const { spec: otherSpec, ...otherSaid } = other;
  return spec === otherSpec && JSON.stringify(said) === JSON.stringify(otherSaid);
}

export function sameFields(one: readonly AttributeField[], other: readonly AttributeField[]): boolean {
  return one.length === other.length && one.every((field, at) => sameField(field, other[at] ?? null));
}

/** Reads an attribute of elements as one field. The elements that are gone are left out; null when none is left. */
export function readField(
  context: FieldContext,
  nodes: readonly NodeId[],
  name: string,
  spec: AttributeSpec<unknown>,
): AttributeField | null {
  const planning = planningOf(context);
  const elements = nodes.flatMap((id) => indexOf(context.document).elements.get(id)?.element ?? []);
  const [first] = elements;
  if (first === undefined) return null;
  const spelling = spellingIn(first, name, spec);
  const standard = standardText(spec);
  const value = sharedValue(elements.map((element) => readValue(planning, element, name, spec, context.rate)));
  return {
    nodes: elements.map(({ id }) => id),
    element: first.name,
    name,
    spelling,
    spec,
    value,
    standard,
    holds: sharedHolds(planning, elements, name, value, context.rate),
    isChanged: isChanged(value, standard, 'default' in spec.absent),
    problems: problemsOf(context.findings, elements, name, spec),
  };
}

/** The value in force of an unwritten attribute; null where the elements have different ones. */
function sharedHolds(
  planning: Planning,
  elements: readonly ElementNode[],
  name: string,
  value: FieldValue,
  rate: FrameRate | null,
): string | null {
  if (value.kind !== 'fixed' || value.text !== '') return null;
  const [first, ...others] = elements.map((element) => heldValue(planning, element, name, rate));
  return first !== undefined && others.every((other) => other === first) ? first : null;
}

/** What an attribute is when nobody has set it: its default, or what the editor writes when it adds it. */
function standardText({ absent, initial, type }: AttributeSpec<unknown>): string | null {
  if ('default' in absent) return absent.default === null ? '' : type.format(absent.default);
  return initial === undefined ? null : type.format(initial);
}

/** The text of a field that one can go on from: null where there is none, or several. */
export function fieldText({ value }: Pick<AttributeField, 'value'>): string | null {
  switch (value.kind) {
    case 'fixed':
    case 'refused':
    case 'malformed':
    case 'variable':
    case 'composed':
      return value.text;
    case 'mixed':
    case 'absent':
      return null;
    default:
      return value satisfies never;
  }
}

function spellingIn(element: ElementNode, name: string, spec: AttributeSpec<unknown>): string {
  const spellings = spellingsOf(name, spec);
  return element.attributes.find((attribute) => spellings.includes(attribute.name))?.name ?? name;
}

function readValue(
  planning: Planning,
  element: ElementNode,
  name: string,
  spec: AttributeSpec<unknown>,
  rate: FrameRate | null,
): FieldValue {
  const spelling = spellingIn(element, name, spec);
  const written = element.attributes.find((attribute) => attribute.name === spelling)?.value;
  return valueOfPieces(written === undefined ? [] : [written], spec, rate, () => planning.resolved(element, spelling));
}

/** What the written pieces of a value say together: one of an attribute, any number of the text of an element. */
function valueOfPieces(
  texts: readonly string[],
  spec: AttributeSpec<unknown>,
  rate: FrameRate | null,
  resolve: () => Substituted | undefined,
): FieldValue {
  const written = texts.join('');
  if (texts.length === 0) {
    return 'default' in spec.absent ? { kind: 'fixed', text: standardText(spec) ?? '' } : { kind: 'absent' };
  }
  if (!written.includes('${')) return readable(spec, written, rate);
  const parsed = texts.map(parseValue);
  if (parsed.some(({ faults }) => faults.length > 0)) return { kind: 'malformed', text: written };
  const pieces = parsed.flatMap((piece) => piece.pieces);
  const resolved = resolve();
  const text = resolved?.kind === 'text' ? resolved.text : null;
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'placeholder') return { kind: 'variable', name: only.name, text };
  const names = pieces.flatMap((piece) => (piece.kind === 'placeholder' ? [piece.name] : []));
  // Two dollar signs stand for one: then there may be no placeholder at all.
  return names.length === 0 ? readable(spec, text ?? written, rate) : { kind: 'composed', names, text };
}

function readable({ type }: AttributeSpec<unknown>, text: string, rate: FrameRate | null): FieldValue {
  const parsed = type.parse(text, rate);
  return parsed.ok ? { kind: 'fixed', text: type.kind === 'text' ? text : text.trim() } : { kind: 'refused', text };
}

/** What all of several values are, or that they differ. */
function sharedValue(values: readonly FieldValue[]): FieldValue {
  const [first, ...others] = values;
  if (first === undefined) return { kind: 'absent' };
  const key = JSON.stringify(first);
  return others.every((other) => JSON.stringify(other) === key) ? first : { kind: 'mixed' };
}

/** Whether a field has another value than the one that it goes back to. */
function isChanged(value: FieldValue, standard: string | null, hasDefault: boolean): boolean {
  switch (value.kind) {
    case 'fixed':
      return standard !== null && value.text !== standard;
    case 'refused':
    case 'malformed':
      return true;
    case 'variable':
    case 'composed':
    case 'mixed':
      return hasDefault || standard !== null;
    case 'absent':
      return false;
    default:
      return value satisfies never;
  }
}

function problemsOf(
  findings: readonly Finding[],
  elements: readonly ElementNode[],
  name: string,
  spec: AttributeSpec<unknown>,
): readonly Message[] {
  const nodes = new Set(elements.map(({ id }) => id));
  const spellings = spellingsOf(name, spec);
  return distinct(
    findings.filter(({ at, says }) => {
      if (at === null || !nodes.has(at.node)) return false;
      if (at.attribute !== undefined) return spellings.includes(at.attribute);
      return says.code === 'template/missing-attribute' && says.values.names.includes(name);
    }),
  );
}

/** What findings say, each statement once. */
function distinct(findings: readonly Finding[]): readonly Message[] {
  return [...new Map(findings.map(({ says }) => [JSON.stringify(says), says])).values()];
}

/** What fields are read from: the open template as it is shown now. */
const selectFieldContext = memoised(
  (state: EditorState) => [state.document, state.values, state.findings, selectRate(state)] as const,
  (document, values, findings, rate): FieldContext => ({
    document,
    values: new Map(Object.entries(values)),
    findings,
    rate,
  }),
);

/**
 * What is read from the open template. `read` is the same as long as it reads the same; `same` says whether two
 * readings are.
 */
export function useReading<Value>(
  read: (context: FieldContext) => Value,
  same: (one: Value, other: Value) => boolean = Object.is,
): Value {
  return useSteady(selectFieldContext, read, same);
}

/** What a field of a text is called where attributes have their names; variables that are made of it begin so. */
const CONTENT_NAME = 'content';

const contentSpecs = new WeakMap<ElementSpec, AttributeSpec<string>>();

/** Reads the text that elements hold as one field; null where one of them holds none by the table. */
export function readContentField(
  context: FieldContext,
  nodes: readonly NodeId[],
  language = LANGUAGE,
): AttributeField | null {
  const planning = planningOf({ ...context, language });
  const elements = nodes.flatMap((id) => planning.index.elements.get(id)?.element ?? []);
  const [first] = elements;
  const spec = first === undefined ? null : contentSpecOf(first, language);
  if (first === undefined || spec === null || elements.some((each) => contentSpecOf(each, language) !== spec))
    return null;
  const textsIn = (element: ElementNode) => textsOf(element, language);
  const value = sharedValue(
    elements.map((element) => {
      const pieces = textsIn(element).map(({ text }) => text);
      return valueOfPieces(pieces, spec, context.rate, () => planning.resolvedContent(element));
    }),
  );
  const pieces = new Set(elements.flatMap(textsIn).map(({ id }) => id));
  return {
    nodes: elements.map(({ id }) => id),
    element: first.name,
    name: CONTENT_NAME,
    spelling: null,
    spec,
    value,
    standard: '',
    holds: null,
    isChanged: isChanged(value, '', true),
    problems: distinct(context.findings.filter(({ at }) => at !== null && pieces.has(at.node))),
  };
}

/** The same field, read from another state. */
export function rereadField(context: FieldContext, { nodes, name, spelling, spec }: AttributeField) {
  return spelling === null ? readContentField(context, nodes) : readField(context, nodes, name, spec);
}

/** The text of an element as an attribute's entry in the tables; null where the table has no text for it. */
function contentSpecOf(element: { readonly name: string }, language = LANGUAGE): AttributeSpec<string> | null {
  const entry = elementSpecOf(element, language);
  if (entry?.content === undefined) return null;
  const known = contentSpecs.get(entry);
  if (known !== undefined) return known;
  const spec: AttributeSpec<string> = { type: text(), ...entry.content, absent: { default: '' } };
  contentSpecs.set(entry, spec);
  return spec;
}
