import type { Brand } from '../../lib/brand.ts';

/**
 * The document: what a template says, with nothing lost. XML and JSON are two spellings of it.
 * It is deliberately untyped below the element level, so that elements and attributes this version does not
 * know pass through every edit unharmed. The typed view of it is `Movie`, made by `resolveTemplate`.
 */
export interface TemplateDocument {
  /** Whether the XML begins with an XML declaration. */
  readonly declaration: boolean;
  /** Comments before the root element. */
  readonly prolog: readonly CommentNode[];
  readonly root: ElementNode;
  /** Comments after the root element. */
  readonly epilog: readonly CommentNode[];
}

/** Names one node for as long as it lives: an edit elsewhere, and a new reading of the text, keep it. */
export type NodeId = Brand<string, 'NodeId'>;

export type DocumentNode = ElementNode | CommentNode | TextNode;

export interface ElementNode {
  readonly kind: 'element';
  readonly id: NodeId;
  readonly name: string;
  /** In document order; names are unique. */
  readonly attributes: readonly Attribute[];
  /** In document order. White space between elements is not part of the document, but in those that hold text. */
  readonly children: readonly DocumentNode[];
}

export interface Attribute {
  readonly name: string;
  /** With character references decoded and placeholders as written. */
  readonly value: string;
}

export interface CommentNode {
  readonly kind: 'comment';
  readonly id: NodeId;
  readonly text: string;
}

/**
 * Text; white space alone is some only in elements that hold text. In others no text is used; it is kept and warned about.
 */
export interface TextNode {
  readonly kind: 'text';
  readonly id: NodeId;
  readonly text: string;
  /** Whether it was written as a CDATA section. */
  readonly cdata: boolean;
}

export function attributeValue(element: ElementNode, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.name === name)?.value;
}

export function childElements(element: ElementNode): readonly ElementNode[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** The element and the elements below it, in document order. */
export function* elementsOf(element: ElementNode): Generator<ElementNode> {
  const pending = [element];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    for (const child of next.children.toReversed()) if (child.kind === 'element') pending.push(child);
  }
}
