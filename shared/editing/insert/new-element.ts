import type { Attribute, ElementNode, NodeId } from '../../template/document/document.ts';
import { newElement } from '../planning/new-nodes.ts';

/** An element that does not stand in a document yet. */
export interface NewElement {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children?: readonly NewElement[];
}

/** An element of attributes in their order; those without a value are left out. */
export function elementNamed(
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  children: readonly NewElement[] = [],
): NewElement {
  return {
    name,
    attributes: Object.entries(attributes).flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [{ name: key, value: String(value) }],
    ),
    ...(children.length > 0 && { children }),
  };
}

/** The element as a node, with ids of its own. */
export function nodeOf({ name, attributes, children = [] }: NewElement, newId: () => NodeId): ElementNode {
  return newElement(
    newId,
    name,
    attributes,
    children.map((child) => nodeOf(child, newId)),
  );
}
