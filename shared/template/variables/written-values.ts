import { attributeValue, type ElementNode, type NodeId, type TextNode } from '../document/document.ts';
import { isBlank } from '../document/names.ts';
import type { Finding } from '../document/problem.ts';
import { parseValue } from '../placeholders/placeholder.ts';
import { specOf } from '../tables/attribute-lookup.ts';
import { elementSpecOf, LANGUAGE } from '../tables/language.ts';
import { roleOf } from '../tables/roles.ts';
import type { AttributeSpec, AttributeSpecs, SourceKind, TimeMeaning } from '../value-types/attribute-types.ts';

/** Something that may hold placeholders: the value of an attribute, or a text in an element that holds text. */
export interface WrittenValue {
  readonly element: ElementNode;
  /** Null for a text. */
  readonly attribute: string | null;
  /** Id of the text; null for an attribute. */
  readonly text: NodeId | null;
  /** As it is written, placeholders included. */
  readonly value: string;
}

/** Where a value stands, by ids. */
export interface ValuePlace {
  /** Of the element. */
  readonly node: NodeId;
  readonly attribute: string | null;
  readonly text: NodeId | null;
}

/**
 * The attributes and, where the table says that the element holds text, the texts of an element; not of those inside. None
 * of an element that is read as it is written.
 */
export function writtenValuesOf(element: ElementNode, language = LANGUAGE): readonly WrittenValue[] {
  if (elementSpecOf(element, language)?.asWritten === true) return [];
  const attributes = element.attributes.map(
    ({ name, value }): WrittenValue => ({ element, attribute: name, text: null, value }),
  );
  const texts = textsOf(element, language).map(
    ({ id, text }): WrittenValue => ({ element, attribute: null, text: id, value: text }),
  );
  return texts.length === 0 ? attributes : [...attributes, ...texts];
}

/**
 * The pieces of the text that an element holds, CDATA sections among them; none where the table has no text for it. White
 * space alone is such a piece only in a span or beside one.
 */
export function textsOf(element: ElementNode, language = LANGUAGE): readonly TextNode[] {
  const spec = elementSpecOf(element, language);
  if (spec?.content === undefined) return [];
  const texts = element.children.filter((child) => child.kind === 'text');
  const countsAll = spec.role === 'span' || hasSpans(element);
  return countsAll ? texts : texts.filter(({ text, cdata }) => cdata || !isBlank(text));
}

/** Whether parts of the text that an element holds look otherwise. */
export function hasSpans(element: ElementNode): boolean {
  return element.children.some((child) => child.kind === 'element' && roleOf(child) === 'span');
}

/** The value at a place; null where it is not there any more. */
export function valueAt(element: ElementNode, { attribute, text }: Omit<ValuePlace, 'node'>): string | null {
  if (attribute !== null) return element.attributes.find(({ name }) => name === attribute)?.value ?? null;
  const child = element.children.find(({ id }) => id === text);
  return child?.kind === 'text' ? child.text : null;
}

/** The place as findings name it: a text is a node of its own. */
export function findingAt({ node, attribute, text }: ValuePlace): NonNullable<Finding['at']> {
  if (text !== null) return { node: text };
  return attribute === null ? { node } : { node, attribute };
}

/** Two findings have the same key when they concern the same value. */
export function placeKey(at: Finding['at']): string {
  return `${at?.node ?? ''} ${at?.attribute ?? ''}`;
}

/** An attribute that stands in an element and that the tables know. */
export interface KnownAttribute {
  /** As it is spelled. */
  readonly name: string;
  /** As it is written, placeholders included. */
  readonly value: string;
  readonly spec: AttributeSpec<unknown>;
}

/** The attributes of an element that the tables know, those of its effect's type included, in document order. */
export function knownAttributesOf(element: ElementNode, language = LANGUAGE): readonly KnownAttribute[] {
  const effectType = writtenEffectType(element);
  return element.attributes.flatMap(({ name, value }) => {
    const spec = specOf(element, name, effectType, language);
    return spec === null ? [] : [{ name, value, spec }];
  });
}

/** The attributes that an element could have and has not, those of its effect's type included. */
export function absentAttributesOf(
  element: ElementNode,
  language = LANGUAGE,
): readonly Pick<KnownAttribute, 'name' | 'spec'>[] {
  const effectType = writtenEffectType(element);
  const ofType = effectType === null ? undefined : language.effects[effectType];
  const specs: AttributeSpecs = { ...elementSpecOf(element, language)?.attributes, ...ofType?.attributes };
  const written = new Set(element.attributes.map(({ name }) => name));
  return Object.entries(specs).flatMap(([name, spec]) =>
    [name, ...(spec.aliases ?? [])].some((spelling) => written.has(spelling)) ? [] : [{ name, spec }],
  );
}

/** The attributes that are times: all that count frames where they are written as bare numbers. */
export function timesOf(element: ElementNode, language = LANGUAGE): readonly KnownAttribute[] {
  return knownAttributesOf(element, language).filter(({ spec }) => TIME_KINDS.has(spec.type.kind));
}

const TIME_KINDS: ReadonlySet<AttributeSpec<unknown>['type']['kind']> = new Set([
  'time',
  'signed-time',
  'part-of-time',
]);

/** The name under which an element has the time of a meaning; null where the tables give it none. */
export function timeNamed(element: ElementNode, meaning: TimeMeaning, language = LANGUAGE): string | null {
  const entries = Object.entries(elementSpecOf(element, language)?.attributes ?? {});
  const found = entries.find(([, spec]) => spec.time === meaning);
  if (found === undefined) return null;
  const [name, { aliases = [] }] = found;
  return element.attributes.find((each) => aliases.includes(each.name))?.name ?? name;
}

/** An effect's type as it is written, or as the default of the one placeholder that it is. */
function writtenEffectType(element: ElementNode): string | null {
  const { pieces } = parseValue(attributeValue(element, 'type') ?? '');
  const [only] = pieces;
  if (only === undefined || pieces.length > 1) return null;
  return (only.kind === 'placeholder' ? only.default : only.text)?.trim() ?? null;
}

/** An attribute that names a source: a video, image, font or table. */
export interface WrittenSource {
  /** As the attribute is spelled. */
  readonly attribute: string;
  /** Whether it names an asset of the project or an address. */
  readonly form: 'asset' | 'url';
  readonly kind: SourceKind;
  /** As it is written, placeholders included. */
  readonly value: string;
}

/**
 * The sources that an element names, those of its effect's type included, in document order; not those of the elements
 * inside it. Whoever looks for sources in a document asks this, so that a new kind of source is found everywhere.
 */
export function sourcesOf(element: ElementNode, language = LANGUAGE): readonly WrittenSource[] {
  return knownAttributesOf(element, language).flatMap(({ name, value, spec }): readonly WrittenSource[] => {
    const source = sourceIn(spec);
    return source === null ? [] : [{ attribute: name, ...source, value }];
  });
}

/** The form and kind of the source that an attribute names by its entry in the tables; null where it names none. */
export function sourceIn(spec: AttributeSpec<unknown> | null): Pick<WrittenSource, 'form' | 'kind'> | null {
  const { kind: form, source: kind } = spec?.type ?? {};
  return kind !== undefined && (form === 'asset' || form === 'url') ? { form, kind } : null;
}

/** What a written source names when no variable is given: itself, or the default of the placeholder that it is. */
export function statedSource({ value }: Pick<WrittenSource, 'value'>): string | null {
  const { pieces } = parseValue(value);
  const [only] = pieces;
  if (only === undefined || pieces.length > 1) return null;
  return only.kind === 'placeholder' ? only.default : only.text.trim();
}
