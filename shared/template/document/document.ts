import type { Brand } from '../../lib/brand.ts';

/**
 * The lossless representation of a template. XML and JSON are two notations of it. It is untyped below the level of
 * elements, so unknown elements and attributes are preserved by every edit. `resolveTemplate` converts it to the typed
 * representation `Movie`.
 */
export interface TemplateDocument {
  /** Whether the XML begins with an XML declaration. */
  readonly declaration: boolean;
  /** The comments before the root element. */
  readonly prolog: readonly CommentNode[];
  readonly root: ElementNode;
  /** The comments after the root element. */
  readonly epilog: readonly CommentNode[];
}

/** The id of a node. It stays the same when other nodes are edited or the text is parsed again. */
export type NodeId = Brand<string, 'NodeId'>;

export type DocumentNode = ElementNode | CommentNode | TextNode;

export interface ElementNode {
  readonly kind: 'element';
  readonly id: NodeId;
  readonly name: string;
  /** The attributes in document order. Names are unique. */
  readonly attributes: readonly Attribute[];
  /**
   * The children in document order. White space between elements is a child only if the element can have text content.
   */
  readonly children: readonly DocumentNode[];
  /** Whether the element is a sequence whose lists leave no scene. Only unfolding of lists sets it. */
  readonly isEmptySequence?: true;
  /** Whether the element contains captions of its own whose lists leave none. Only unfolding of lists sets it. */
  readonly hasEmptyCues?: true;
}

export interface Attribute {
  readonly name: string;
  /** The value with decoded character references and unresolved placeholders. */
  readonly value: string;
}

export interface CommentNode {
  readonly kind: 'comment';
  readonly id: NodeId;
  readonly text: string;
}

/**
 * A text. White space alone is a node only inside elements with text content. A text in any other element is preserved
 * and causes a warning, but is not rendered.
 */
export interface TextNode {
  readonly kind: 'text';
  readonly id: NodeId;
  readonly text: string;
  /** Whether the text is a CDATA section. */
  readonly cdata: boolean;
}

export function attributeValue(element: ElementNode, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.name === name)?.value;
}

export function childElements(element: ElementNode): readonly ElementNode[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** Yields an element and its descendants in document order. */
export function* elementsOf(element: ElementNode): Generator<ElementNode> {
  const pending = [element];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    for (const child of next.children.toReversed()) if (child.kind === 'element') pending.push(child);
  }
}
