import type {
  Attribute,
  CommentNode,
  DocumentNode,
  ElementNode,
  NodeId,
  TemplateDocument,
  TextNode,
} from '../../template/document/document.ts';
import type { ParserSink } from '../parser/parser-sink.ts';
import type { AttributeRange, NodeRange, TextRange } from '../ranges/ranges.ts';

interface ElementBeingRead {
  readonly id: NodeId;
  readonly name: string;
  readonly nameRange: TextRange;
  readonly attributes: readonly Attribute[];
  readonly attributePlaces: readonly AttributeRange[];
  readonly startTag: TextRange;
  readonly children: DocumentNode[];
}

export interface TreeBuilder extends ParserSink {
  /** Returns the document and the ranges of its nodes; null without a complete root element. */
  finish(): { readonly document: TemplateDocument; readonly ranges: Map<NodeId, NodeRange> } | null;
}

/** Creates a builder that makes a document and the ranges of its nodes from the events of the parser. */
export function treeBuilder(newId: () => NodeId): TreeBuilder {
  const ranges = new Map<NodeId, NodeRange>();
  const open: ElementBeingRead[] = [];
  const prolog: CommentNode[] = [];
  const epilog: CommentNode[] = [];
  let declaration = false;
  let root: ElementNode | null = null;

  const place = (node: DocumentNode): void => {
    const parent = open.at(-1);
    if (parent !== undefined) parent.children.push(node);
    else if (node.kind === 'element') root ??= node;
    else if (node.kind === 'comment') (root === null ? prolog : epilog).push(node);
  };

  return {
    declaration: () => {
      declaration = true;
    },
    startTag: (name, attributes, tag) => {
      const start = tag.start + 1;
      open.push({
        id: newId(),
        name,
        nameRange: { start, end: start + name.length },
        attributes: attributes.map((attribute) => ({ name: attribute.name, value: attribute.value })),
        attributePlaces: attributes.map((attribute) => attribute.place),
        startTag: tag,
        children: [],
      });
    },
    endTag: (tag) => {
      const element = open.pop();
      if (element === undefined) return;
      const { id, name, attributes, children, startTag } = element;
      ranges.set(id, {
        kind: 'element',
        start: startTag.start,
        end: tag?.end ?? startTag.end,
        startTag,
        name: element.nameRange,
        attributes: element.attributePlaces,
        endTag: tag,
      });
      place({ kind: 'element', id, name, attributes, children });
    },
    text: (text, cdata, { start, end }) => {
      const node: TextNode = { kind: 'text', id: newId(), text, cdata };
      ranges.set(node.id, { kind: 'text', start, end });
      place(node);
    },
    comment: (text, { start, end }) => {
      const node: CommentNode = { kind: 'comment', id: newId(), text };
      ranges.set(node.id, { kind: 'comment', start, end });
      place(node);
    },
    finish: () => (root === null ? null : { document: { declaration, prolog, root, epilog }, ranges }),
  };
}
