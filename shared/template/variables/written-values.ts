import type { ElementNode, NodeId, TextNode } from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import { isBlank } from '../document/xml-characters.ts';
import { elementSpecOf, LANGUAGE } from '../tables/language.ts';
import { roleOf } from '../tables/roles.ts';

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
