import { isEqual } from '#renderer/interaction/equality.ts';
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
import { effectiveValue } from './held-value.ts';
import { memoised, selectRate } from './selectors.ts';

/** The input from which fields are read. */
export interface FieldContext {
  readonly document: TemplateDocument;
  /** The values of variables, by name. */
  readonly values: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  /** The frame rate of the movie; null if it cannot be parsed. */
  readonly rate: FrameRate | null;
}

/** One attribute of one or several elements, or their text content, as a form shows it. */
export interface AttributeField {
  /** Elements with the same name. */
  readonly nodes: readonly NodeId[];
  readonly element: string;
  /** The name in the tables. */
  readonly name: string;
  /** The name as written, which can be an alternative spelling; null for text content. */
  readonly spelling: ValueName;
  readonly spec: AttributeSpec<unknown>;
  readonly value: FieldValue;
  /** The value after a reset in the notation of the template; null if the field cannot be reset. */
  readonly standard: string | null;
  /**
   * The effective value of an absent attribute without a default in the table, in the notation of the template; null if
   * unknown.
   */
  readonly holds: string | null;
  /** Whether the value differs from the value after a reset. */
  readonly isChanged: boolean;
  /** The problems of the value and their solutions. */
  readonly problems: readonly Message[];
}

export type FieldValue =
  /** The elements have different values. */
  | { readonly kind: 'mixed' }
  /** A valid value: written, or effective if the attribute is absent. */
  | { readonly kind: 'fixed'; readonly text: string }
  /** A written value that the attribute refuses. */
  | { readonly kind: 'refused'; readonly text: string }
  /** A required attribute that is absent. */
  | { readonly kind: 'absent' }
  /** The value is one variable. `text` is null if the variable has neither a value nor a default. */
  | { readonly kind: 'variable'; readonly name: string; readonly text: string | null }
  /** A value that is composed of variables and text. */
  | { readonly kind: 'composed'; readonly names: readonly string[]; readonly text: string | null }
  /** A value with a malformed placeholder. */
  | { readonly kind: 'malformed'; readonly text: string };

/** Whether two readings of the same attribute are equal. */
export function sameField(one: AttributeField | null, other: AttributeField | null): boolean {
  if (one === null || other === null) return one === other;
  const { spec, ...said } = one;
  const { spec: otherSpec, ...otherSaid } = other;
  return spec === otherSpec && isEqual(said, otherSaid);
}

export function sameFields(one: readonly AttributeField[], other: readonly AttributeField[]): boolean {
  return one.length === other.length && one.every((field, at) => sameField(field, other[at] ?? null));
}

/** Reads an attribute of elements as one field. Deleted elements are skipped; null if none is left. */
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

/** Returns the effective value of an absent attribute; null if the elements have different ones. */
function sharedHolds(
  planning: Planning,
  elements: readonly ElementNode[],
  name: string,
  value: FieldValue,
  rate: FrameRate | null,
): string | null {
  if (value.kind !== 'fixed' || value.text !== '') return null;
  const [first, ...others] = elements.map((element) => effectiveValue(planning, element, name, rate));
  return first !== undefined && others.every((other) => other === first) ? first : null;
}

/** Returns the value of an attribute that was never set: its default, or the value that the editor writes initially. */
function standardText({ absent, initial, type }: AttributeSpec<unknown>): string | null {
  if ('default' in absent) return absent.default === null ? '' : type.format(absent.default);
  return initial === undefined ? null : type.format(initial);
}

/** Returns the editable text of a field; null if there is none or the elements differ. */
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

/** Returns the value that written pieces have together: one piece of an attribute, or any number in text content. */
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
  // Two dollar signs stand for one, so the text may have no placeholder.
  return names.length === 0 ? readable(spec, text ?? written, rate) : { kind: 'composed', names, text };
}

function readable({ type }: AttributeSpec<unknown>, text: string, rate: FrameRate | null): FieldValue {
  const parsed = type.parse(text, rate);
  return parsed.ok ? { kind: 'fixed', text: type.kind === 'text' ? text : text.trim() } : { kind: 'refused', text };
}

/** Returns the common value, or that the values differ. */
function sharedValue(values: readonly FieldValue[]): FieldValue {
  const [first, ...others] = values;
  if (first === undefined) return { kind: 'absent' };
  return others.every((other) => isEqual(other, first)) ? first : { kind: 'mixed' };
}

/** Whether a field has another value than after a reset. */
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

/** Returns the messages of findings without duplicates. */
function distinct(findings: readonly Finding[]): readonly Message[] {
  return [...new Map(findings.map(({ says }) => [JSON.stringify(says), says])).values()];
}

/** Selects the input of fields from the displayed template. */
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
 * Returns a value that is read from the open template. `read` must be a stable function; `same` compares two readings.
 */
export function useReading<Value>(
  read: (context: FieldContext) => Value,
  same: (one: Value, other: Value) => boolean = Object.is,
): Value {
  return useSteady(selectFieldContext, read, same);
}

/** The attribute name of text content. Variables that are created from it start with this name. */
const CONTENT_NAME = 'content';

const contentSpecs = new WeakMap<ElementSpec, AttributeSpec<string>>();

/** Reads the text content of elements as one field; null if the tables give one of them no text content. */
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

/** Reads the same field from another state. */
export function rereadField(context: FieldContext, { nodes, name, spelling, spec }: AttributeField) {
  return spelling === null ? readContentField(context, nodes) : readField(context, nodes, name, spec);
}

/** Returns the text content of an element as an attribute spec; null if the table has none. */
function contentSpecOf(element: { readonly name: string }, language = LANGUAGE): AttributeSpec<string> | null {
  const entry = elementSpecOf(element, language);
  if (entry?.content === undefined) return null;
  const known = contentSpecs.get(entry);
  if (known !== undefined) return known;
  const spec: AttributeSpec<string> = { type: text(), ...entry.content, absent: { default: '' } };
  contentSpecs.set(entry, spec);
  return spec;
}
