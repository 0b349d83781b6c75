import { invariant, required } from '../../lib/assert.ts';
import type {
  CommentNode,
  DocumentNode,
  ElementNode,
  NodeId,
  TemplateDocument,
} from '../../template/document/document.ts';

export interface Whereabouts {
  readonly node: DocumentNode;
  /** Null for the root and for the comments outside it. */
  readonly parent: ElementNode | null;
  /** From the root to the parent. */
  readonly ancestors: readonly ElementNode[];
}

/** Finds a node. Throws `InvariantError` when the document has no node of that id. */
export function whereabouts(document: TemplateDocument, id: NodeId): Whereabouts {
  const outside = [...document.prolog, ...document.epilog].find((comment) => comment.id === id);
  if (outside !== undefined) return { node: outside, parent: null, ancestors: [] };
  if (document.root.id === id) return { node: document.root, parent: null, ancestors: [] };
  const ancestors = required(ancestorsOf(id, document.root), `the document has no node ${id}`);
  const parent = required(ancestors.at(-1), 'what is below the root has a parent');
  const node = required(
    parent.children.find((child) => child.id === id),
    'a parent has its child',
  );
  return { node, parent, ancestors };
}

/** The document with another node in the place of `id`; all that is not above it is shared. */
export function withNode(document: TemplateDocument, id: NodeId, replacement: DocumentNode): TemplateDocument {
  const { node, parent, ancestors } = whereabouts(document, id);
  if (parent === null && replacement.kind === 'comment') {
    const replaced = (comment: CommentNode): CommentNode => (comment === node ? replacement : comment);
    return { ...document, prolog: document.prolog.map(replaced), epilog: document.epilog.map(replaced) };
  }
  let below = node;
  let changed = replacement;
  for (const ancestor of ancestors.toReversed()) {
    const [from, to] = [below, changed];
    changed = { ...ancestor, children: ancestor.children.map((child) => (child === from ? to : child)) };
    below = ancestor;
  }
  invariant(changed.kind === 'element', 'the root is an element');
  return { ...document, root: changed };
}

/** From `element` to the parent of the node; null when it is not below the element. */
function ancestorsOf(id: NodeId, element: ElementNode): readonly ElementNode[] | null {
  for (const child of element.children) {
    if (child.id === id) return [element];
    const further = child.kind === 'element' ? ancestorsOf(id, child) : null;
    if (further !== null) return [element, ...further];
  }
  return null;
}
