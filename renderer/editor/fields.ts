import { isEqual } from '#renderer/interaction/equality.ts';
import type { ValueName } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { type Planning, planningOf, variablesIn } from '#shared/editing/planning/planning.ts';
import { type Scope, textOfValue } from '#shared/expressions/values.ts';
import { hasCode, type Message } from '#shared/messages/message.ts';
import { type CopyInLists, type FirstScopes, firstScopes } from '#shared/resolve/unfold.ts';
import type { ElementNode, NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { type Finding, wordsOf } from '#shared/template/document/problem.ts';
import { parseValue, variablesOfPiece } from '#shared/template/placeholders/placeholder.ts';
import { type SubstitutedText, valueOfName } from '#shared/template/placeholders/substitute.ts';
import { spellingsOf } from '#shared/template/tables/attribute-lookup.ts';
import type { ElementSpec } from '#shared/template/tables/elements.ts';
import { elementSpecOf, LANGUAGE } from '#shared/template/tables/language.ts';
import { type AttributeSpec, text } from '#shared/template/value-types/attribute-types.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { filmSubstitution } from '#shared/template/variables/film-language.ts';
import { isReadOutside, isRepeated, originalId, type ScopedName } from '#shared/template/variables/repeats.ts';
import { textsOf } from '#shared/template/variables/written-values.ts';
import { positionsInLists } from './copies.ts';
import { useStableValue } from './editor-context.tsx';
import type { EditorState } from './editor-state.ts';
import { effectiveValue, valueOfLook } from './effective-value.ts';
import { itemNames, memoised, pathTo, selectRate, selectSceneAtPlayhead } from './selectors.ts';

/** The state from which fields are read. */
export interface FieldContext {
  readonly document: TemplateDocument;
  /** The values of variables, by name. */
  readonly values: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  /** The frame rate of the movie; null if its attribute is invalid. */
  readonly rate: FrameRate | null;
  /**
   * For each element in a repeated element, the list items of its copy at the playhead, or else of its first copy.
   * Absent if no element is repeated.
   */
  readonly scopes?: ReadonlyMap<NodeId, Scope>;
  /** The descendants of repeated elements that appear in no copy, for example for an empty list. Absent means none. */
  readonly withoutCopies?: ReadonlySet<NodeId>;
}

/** A form field: an attribute, or the text content, of one or several elements. */
export interface AttributeField {
  /** The edited elements. All have the same element name. */
  readonly nodes: readonly NodeId[];
  readonly element: string;
  /** The name of the attribute in the registry. */
  readonly name: string;
  /** The attribute name as the template spells it, which can be an alias; null for text content. */
  readonly spelling: ValueName;
  readonly spec: AttributeSpec<unknown>;
  readonly value: FieldValue;
  /** The value after a reset, in the notation of the template; null if the field cannot be reset. */
  readonly standard: string | null;
  /**
   * The effective value of an absent attribute without a default in the registry, in the notation of the template; null
   * if unknown.
   */
  readonly effectiveText: string | null;
  /** Whether a reset would change the value. */
  readonly isChanged: boolean;
  /** The messages about problems of the value. */
  readonly problems: readonly Message[];
}

export type FieldValue =
  /** The elements have different values. */
  | { readonly kind: 'mixed' }
  /** A valid value. For an absent attribute, the effective value. */
  | { readonly kind: 'fixed'; readonly text: string }
  /** An invalid value in the template. */
  | { readonly kind: 'refused'; readonly text: string }
  /** A required attribute that is absent. */
  | { readonly kind: 'absent' }
  /** A value that is exactly one variable. `text` is null if the variable has neither a value nor a default. */
  | { readonly kind: 'variable'; readonly name: string; readonly text: string | null }
  /** A value that combines several variables, or variables and text. */
  | { readonly kind: 'composed'; readonly names: readonly string[]; readonly text: string | null }
  /** A value that is one expression. `text` is null if the expression has a fault. */
  | {
      readonly kind: 'computed';
      readonly written: string;
      readonly names: readonly string[];
      readonly text: string | null;
    }
  /** A value that contains a malformed placeholder. */
  | { readonly kind: 'malformed'; readonly text: string };

/** Returns whether two readings of the same attribute are equal. */
export function sameField(one: AttributeField | null, other: AttributeField | null): boolean {
  if (one === null || other === null) return one === other;
  const { spec, ...oneRest } = one;
  const { spec: otherSpec, ...otherRest } = other;
  return spec === otherSpec && isEqual(oneRest, otherRest);
}

export function sameFields(one: readonly AttributeField[], other: readonly AttributeField[]): boolean {
  return one.length === other.length && one.every((field, at) => sameField(field, other[at] ?? null));
}

/** Reads an attribute of elements as one field. Ignores deleted elements; null if all are deleted. */
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
  const looks = elements.map((element) => valueOfLook(planning, element, name, spec, context.rate));
  const [look = null] = looks;
  const standard = (looks.every((other) => other === look) ? look : null) ?? standardText(spec);
  const value = sharedValue(
    elements.map((element, at) =>
      readValue(planning, element, { name, spec, absent: looks[at] ?? null }, context.rate),
    ),
  );
  return {
    nodes: elements.map(({ id }) => id),
    element: first.name,
    name,
    spelling,
    spec,
    value,
    standard,
    effectiveText: sharedEffectiveText(planning, elements, name, value, context.rate),
    isChanged: isChanged(value, standard, 'default' in spec.absent),
    problems: problemsOf(context.findings, elements, name, spec),
  };
}

/**
 * Returns the effective value of an attribute that all of these elements omit. Null if an element sets it, or if the
 * effective values differ.
 */
function sharedEffectiveText(
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

/**
 * Returns the value that a reset sets: the default, or else the value that the editor writes for a new attribute. Null
 * if there is neither.
 */
function standardText({ absent, initial, type }: AttributeSpec<unknown>): string | null {
  if ('default' in absent) return absent.default === null ? '' : type.format(absent.default);
  return initial === undefined ? null : type.format(initial);
}

/** Returns the text for an input control; null if there is none, or if the elements differ. */
export function fieldText({ value }: Pick<AttributeField, 'value'>): string | null {
  switch (value.kind) {
    case 'fixed':
    case 'refused':
    case 'malformed':
    case 'variable':
    case 'composed':
    case 'computed':
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
  {
    name,
    spec,
    absent,
  }: { readonly name: string; readonly spec: AttributeSpec<unknown>; readonly absent: string | null },
  rate: FrameRate | null,
): FieldValue {
  const spelling = spellingIn(element, name, spec);
  const writtenText = element.attributes.find((attribute) => attribute.name === spelling)?.value;
  if (writtenText === undefined && absent !== null) return { kind: 'fixed', text: absent };
  return valueOfPieces(writtenText === undefined ? [] : [writtenText], spec, rate, () =>
    planning.resolved(element, spelling),
  );
}

/** Returns the value of a field from its texts. An attribute has one text; text content can consist of several. */
function valueOfPieces(
  texts: readonly string[],
  spec: AttributeSpec<unknown>,
  rate: FrameRate | null,
  resolve: () => SubstitutedText | undefined,
): FieldValue {
  const writtenText = texts.join('');
  if (texts.length === 0) {
    return 'default' in spec.absent ? { kind: 'fixed', text: standardText(spec) ?? '' } : { kind: 'absent' };
  }
  if (!writtenText.includes('${')) return readable(spec, writtenText, rate);
  const parsed = texts.map(parseValue);
  const pieces = parsed.flatMap((piece) => piece.pieces);
  const faults = parsed.flatMap((piece) => piece.faults);
  const isComputed = pieces.length === 1 && pieces[0]?.kind === 'expression';
  if (isComputed && faults.every(({ kind }) => kind === 'expression')) {
    const resolvedValue = faults.length > 0 ? undefined : resolve();
    const result = resolvedValue?.kind === 'text' ? resolvedValue.text : null;
    const names = [...new Set(pieces.flatMap((piece) => variablesOfPiece(piece)))];
    return { kind: 'computed', written: writtenText, names, text: result };
  }
  if (faults.length > 0) return { kind: 'malformed', text: writtenText };
  const resolved = resolve();
  const text = resolved?.kind === 'text' ? resolved.text : null;
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'placeholder') return { kind: 'variable', name: only.name, text };
  const names = [...new Set(pieces.flatMap((piece) => variablesOfPiece(piece)))];
  const hasExpression = pieces.some(({ kind }) => kind === 'expression');
  // Without a variable, the text contains an escaped dollar sign (`$$`).
  return names.length === 0 && !hasExpression
    ? readable(spec, text ?? writtenText, rate)
    : { kind: 'composed', names, text };
}

function readable({ type }: AttributeSpec<unknown>, text: string, rate: FrameRate | null): FieldValue {
  const parsed = type.parse(text, rate);
  return parsed.ok ? { kind: 'fixed', text: type.kind === 'text' ? text : text.trim() } : { kind: 'refused', text };
}

/** Returns the common value of the elements, or `mixed` if they differ. */
function sharedValue(values: readonly FieldValue[]): FieldValue {
  const [first, ...others] = values;
  if (first === undefined) return { kind: 'absent' };
  return others.every((other) => isEqual(other, first)) ? first : { kind: 'mixed' };
}

/** Returns whether a reset would change the value. */
function isChanged(value: FieldValue, standard: string | null, hasDefault: boolean): boolean {
  switch (value.kind) {
    case 'fixed':
      return standard !== null && value.text !== standard;
    case 'refused':
    case 'malformed':
      return true;
    case 'variable':
    case 'composed':
    case 'computed':
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
      return hasCode(says, 'template/missing-attribute') && says.values.names.includes(name);
    }),
  );
}

function distinct(findings: readonly Finding[]): readonly Message[] {
  return [...new Map(findings.map(wordsOf).map((says) => [JSON.stringify(says), says])).values()];
}

/** Selects the copy of a repeated scene at the playhead; null if the scene has no copies. */
const selectShownCopy = memoised(
  (state: EditorState) => [state.document, selectSceneAtPlayhead(state)?.scene ?? null] as const,
  (document, scene): CopyInLists | null => {
    const positions = scene === null ? [] : positionsInLists(scene);
    if (scene === null || positions.length === 0) return null;
    const repeated = pathTo(document, originalId(scene.id)).filter((element) => isRepeated(element));
    return { repeated: repeated.map(({ id }) => id), positions };
  },
  isEqual,
);

/** Selects the context in which fields of the displayed template are read. */
export const selectFieldContext = memoised(
  (state: EditorState) =>
    [state.document, state.values, state.findings, selectRate(state), selectShownCopy(state)] as const,
  (document, values, findings, rate, shown): FieldContext => ({
    document,
    values: new Map(Object.entries(values)),
    findings,
    rate,
    ...scopesOf(document, values, shown),
  }),
);

function scopesOf(document: TemplateDocument, values: EditorState['values'], shown: CopyInLists | null): FirstScopes {
  const given = new Map(Object.entries(values));
  return firstScopes(document.root, filmSubstitution(document.root, variablesIn(document), given), shown);
}

/** Returns the names that lists define in an attribute of an element, with their current values; null outside lists. */
export function scopeOf({ document, scopes }: FieldContext, node: NodeId, attribute: string): Scope | null {
  const parent = indexOf(document).elements.get(node)?.parent?.id ?? node;
  return scopes?.get(isReadOutside(attribute) ? parent : node) ?? null;
}

/** A name that a list defines, with its value in the displayed item. */
export interface ItemName extends ScopedName {
  /** Null for a list, and without an item. */
  readonly value: string | null;
}

/** Returns the names that lists define in an attribute of an element, with their values in the displayed copy. */
export function itemNamesWithValues(state: EditorState, node: NodeId, attribute: string): readonly ItemName[] {
  const names = itemNames(state.document, node, attribute);
  if (names.length === 0) return [];
  const scope = scopeOf(selectFieldContext(state), node, attribute);
  return names.map((each) => {
    const value = valueOfName(each.name, { values: new Map(), defaults: new Map(), scope });
    return { ...each, value: value === undefined ? null : textOfValue(value) };
  });
}

/**
 * Returns a value that `read` reads from the open template. `read` must be a stable function, and `isSame` compares two
 * of its results.
 */
export function useReading<Value>(
  read: (context: FieldContext) => Value,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): Value {
  return useStableValue(selectFieldContext, read, isSame);
}

/** The field name of an element's text content. New variables for the text are named after it. */
const CONTENT_NAME = 'content';

const contentSpecs = new WeakMap<ElementSpec, AttributeSpec<string>>();

/** Reads the text content of elements as one field; null if the registry disallows text in any of these elements. */
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
    effectiveText: null,
    isChanged: isChanged(value, '', true),
    problems: distinct(context.findings.filter(({ at }) => at !== null && pieces.has(at.node))),
  };
}

/** Reads a field again from another state. */
export function rereadField(context: FieldContext, { nodes, name, spelling, spec }: AttributeField) {
  return spelling === null ? readContentField(context, nodes) : readField(context, nodes, name, spec);
}

/** Returns the specification of an element's text content; null if the registry allows none. */
function contentSpecOf(element: { readonly name: string }, language = LANGUAGE): AttributeSpec<string> | null {
  const entry = elementSpecOf(element, language);
  if (entry?.content === undefined) return null;
  const knownSpec = contentSpecs.get(entry);
  if (knownSpec !== undefined) return knownSpec;
  const spec: AttributeSpec<string> = { type: text(), ...entry.content, absent: { default: '' } };
  contentSpecs.set(entry, spec);
  return spec;
}
