import { attributeValue, type ElementNode, type NodeId, type TextNode } from '../document/document.ts';
import { isBlank } from '../document/names.ts';
import type { Finding } from '../document/problem.ts';
import { parseValue } from '../placeholders/placeholder.ts';
import { specOf } from '../tables/attribute-lookup.ts';
import { elementSpecOf, LANGUAGE } from '../tables/language.ts';
import { roleOf } from '../tables/roles.ts';
import type { AttributeSpec, AttributeSpecs, SourceKind, TimeMeaning } from '../value-types/attribute-types.ts';

/** A value that can contain placeholders: the value of an attribute, or a text in an element with text content. */
export interface WrittenValue {
  readonly element: ElementNode;
  /** The name of the attribute; null for a text. */
  readonly attribute: string | null;
  /** The id of the text node; null for an attribute. */
  readonly text: NodeId | null;
  /** The value as written, with its placeholders. */
  readonly value: string;
}

/** The location of a value, by ids. */
export interface ValuePlace {
  /** The id of the element. */
  readonly node: NodeId;
  readonly attribute: string | null;
  readonly text: NodeId | null;
}

/**
 * Returns the attributes of an element and, for an element with text content, its texts. Descendants are not included.
 * Returns an empty list for an element whose attributes are not substituted.
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
 * Returns the texts and CDATA sections of an element with text content; an empty list for other elements. White space
 * alone is included only in CDATA sections, and inside of or next to a span.
 */
export function textsOf(element: ElementNode, language = LANGUAGE): readonly TextNode[] {
  const spec = elementSpecOf(element, language);
  if (spec?.content === undefined) return [];
  const texts = element.children.filter((child) => child.kind === 'text');
  const countsAll = spec.role === 'span' || hasSpans(element);
  return countsAll ? texts : texts.filter(({ text, cdata }) => cdata || !isBlank(text));
}

/** Returns whether the text of an element contains spans. */
export function hasSpans(element: ElementNode): boolean {
  return element.children.some((child) => child.kind === 'element' && roleOf(child) === 'span');
}

/** Returns the value at a location; null if the location no longer exists. */
export function valueAt(element: ElementNode, { attribute, text }: Omit<ValuePlace, 'node'>): string | null {
  if (attribute !== null) return element.attributes.find(({ name }) => name === attribute)?.value ?? null;
  const child = element.children.find(({ id }) => id === text);
  return child?.kind === 'text' ? child.text : null;
}

/** Returns a location in the form of a finding, which refers to a text by its node id. */
export function findingAt({ node, attribute, text }: ValuePlace): NonNullable<Finding['at']> {
  if (text !== null) return { node: text };
  return attribute === null ? { node } : { node, attribute };
}

/** Returns a key for the location of a finding. Findings of the same value have equal keys. */
export function placeKey(at: Finding['at']): string {
  return `${at?.node ?? ''} ${at?.attribute ?? ''}`;
}

/** An attribute of an element that has an entry in the tables. */
export interface KnownAttribute {
  /** The name as written. It can be an alias. */
  readonly name: string;
  /** The value as written, with its placeholders. */
  readonly value: string;
  readonly spec: AttributeSpec<unknown>;
}

/** Returns the known attributes of an element and of its effect type, in document order. */
export function knownAttributesOf(element: ElementNode, language = LANGUAGE): readonly KnownAttribute[] {
  const effectType = writtenEffectType(element);
  return element.attributes.flatMap(({ name, value }) => {
    const spec = specOf(element, name, effectType, language);
    return spec === null ? [] : [{ name, value, spec }];
  });
}

/** Returns the attributes of an element and of its effect type that are not set. */
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

/** Returns the time attributes of an element. Plain numbers in them count frames. */
export function timesOf(element: ElementNode, language = LANGUAGE): readonly KnownAttribute[] {
  return knownAttributesOf(element, language).filter(({ spec }) => TIME_KINDS.has(spec.type.kind));
}

const TIME_KINDS: ReadonlySet<AttributeSpec<unknown>['type']['kind']> = new Set([
  'time',
  'signed-time',
  'part-of-time',
]);

/** Returns the name of the time attribute with this meaning; null if there is none. */
export function timeNamed(element: ElementNode, meaning: TimeMeaning, language = LANGUAGE): string | null {
  const entries = Object.entries(elementSpecOf(element, language)?.attributes ?? {});
  const timeEntry = entries.find(([, spec]) => spec.time === meaning);
  if (timeEntry === undefined) return null;
  const [name, { aliases = [] }] = timeEntry;
  return element.attributes.find((attribute) => aliases.includes(attribute.name))?.name ?? name;
}

/**
 * Returns the literal type of an effect, or the default of a value that is a single placeholder. Returns null for
 * several pieces and for a placeholder without a default.
 */
function writtenEffectType(element: ElementNode): string | null {
  const { pieces } = parseValue(attributeValue(element, 'type') ?? '');
  const [only] = pieces;
  if (only === undefined || pieces.length > 1) return null;
  if (only.kind === 'expression') return null;
  return (only.kind === 'placeholder' ? only.default : only.text)?.trim() ?? null;
}

/** An attribute with a source, such as a video, image, font, or table. */
export interface WrittenSource {
  /** The attribute name as written. */
  readonly attribute: string;
  /** Whether the value is the name of a project asset or a URL. */
  readonly form: 'asset' | 'url';
  readonly kind: SourceKind;
  /** The value as written, with its placeholders. */
  readonly value: string;
}

/**
 * Returns the sources in the attributes of an element and of its effect type, in document order. Descendants are not
 * included. Use this function for every search for sources, because only it must know the kinds of sources.
 */
export function sourcesOf(element: ElementNode, language = LANGUAGE): readonly WrittenSource[] {
  return knownAttributesOf(element, language).flatMap(({ name, value, spec }): readonly WrittenSource[] => {
    const source = sourceIn(spec);
    if (source === null || spec?.type.words?.includes(value.trim()) === true) return [];
    return [{ attribute: name, ...source, value }];
  });
}

/** Returns the form and the kind of the source in an attribute; null for an attribute without a source. */
export function sourceIn(spec: AttributeSpec<unknown> | null): Pick<WrittenSource, 'form' | 'kind'> | null {
  const { kind: form, source: kind } = spec?.type ?? {};
  return kind !== undefined && (form === 'asset' || form === 'url') ? { form, kind } : null;
}

/**
 * Returns the source in an attribute without values of variables: the text, or the default of a value that is a single
 * placeholder. Returns null for several pieces and for a placeholder without a default.
 */
export function literalSource({ value }: Pick<WrittenSource, 'value'>): string | null {
  const { pieces } = parseValue(value);
  const [only] = pieces;
  if (only === undefined || pieces.length > 1) return null;
  if (only.kind === 'expression') return null;
  return only.kind === 'placeholder' ? only.default : only.text.trim();
}
