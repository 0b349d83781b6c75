import { assertNever, invariant, required } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import type {
  CommentNode,
  DocumentNode,
  ElementNode,
  NodeId,
  TemplateDocument,
} from '../../template/document/document.ts';
import { forbiddenCharacter, isBlank, isXmlName } from '../../template/document/names.ts';
import { keepsSpace } from '../../template/tables/language.ts';
import { nodesBelow } from '../read/node-ids.ts';

/** A change of a document as data. Indexes count all children, including comments and texts. */
export type DocumentEdit =
  /** Sets an attribute. Null removes it. A new attribute is appended. */
  | { readonly type: 'set-attribute'; readonly node: NodeId; readonly name: string; readonly value: string | null }
  | { readonly type: 'insert-node'; readonly parent: NodeId; readonly index: number; readonly node: DocumentNode }
  | { readonly type: 'remove-node'; readonly node: NodeId }
  /** Moves a node. `index` is the index among the children without the moved node. */
  | { readonly type: 'move-node'; readonly node: NodeId; readonly parent: NodeId; readonly index: number }
  | { readonly type: 'replace-node'; readonly node: NodeId; readonly replacement: DocumentNode }
  /**
   * Replaces the list of children in one step, to move, add, or remove many of them. Existing children must be the same
   * objects.
   */
  | { readonly type: 'set-children'; readonly node: NodeId; readonly children: readonly DocumentNode[] };

/**
 * Returns the document after an edit. Unaffected nodes stay the same objects. Merges texts that become adjacent,
 * because XML cannot separate them; the result has the id of the first text. The error is the reason for a refusal.
 * Throws `InvariantError` for program errors such as an unknown id.
 */
export function applyEdit(document: TemplateDocument, edit: DocumentEdit): Result<TemplateDocument, Message> {
  switch (edit.type) {
    case 'set-attribute':
      return setAttribute(document, edit.node, edit.name, edit.value);
    case 'insert-node':
      return insertNode(document, edit.parent, edit.index, edit.node);
    case 'remove-node':
      return removeNode(document, edit.node);
    case 'move-node':
      return moveNode(document, edit.node, edit.parent, edit.index);
    case 'replace-node':
      return replaceNode(document, edit.node, edit.replacement);
    case 'set-children':
      return setChildren(document, edit.node, edit.children);
    default:
      return assertNever(edit);
  }
}

/** Returns the document after applying all edits in order. If an edit is refused, none is applied. */
export function applyEdits(
  document: TemplateDocument,
  edits: readonly DocumentEdit[],
): Result<TemplateDocument, Message> {
  if (edits.length >= MANY && edits.every(isOfOneElement)) {
    const combined = applyTogether(document, edits);
    if (combined !== null) return combined;
  }
  let edited = document;
  for (const edit of edits) {
    const result = applyEdit(edited, edit);
    if (!result.ok) return result;
    edited = result.value;
  }
  return ok(edited);
}

/** The minimum number of edits for applying them in a single pass. For fewer edits, one search per edit is faster. */
const MANY = 8;

/** An edit that changes only the attributes or the children of a single element. */
type OneElementEdit = Extract<DocumentEdit, { type: 'set-attribute' | 'insert-node' | 'set-children' }>;

function isOfOneElement(edit: DocumentEdit): edit is OneElementEdit {
  return edit.type === 'set-attribute' || edit.type === 'insert-node' || edit.type === 'set-children';
}

/**
 * Applies all edits in a single pass through the document. Returns null if edits depend on each other: an edited
 * element does not exist yet, or the children of one of its ancestors are replaced.
 */
function applyTogether(
  document: TemplateDocument,
  edits: readonly OneElementEdit[],
): Result<TemplateDocument, Message> | null {
  const editsByElement = Map.groupBy(edits, (edit) => (edit.type === 'insert-node' ? edit.parent : edit.node));
  const ids = new Set<NodeId>();
  let refusal: Message | null = null;
  let areDependent = false;
  const visit = (element: ElementNode): ElementNode => {
    const before = ids.size;
    const children = element.children.map((child) => (child.kind === 'element' ? visit(child) : child));
    const isChanged = ids.size > before;
    let edited: ElementNode = isChanged ? { ...element, children } : element;
    const elementEdits = editsByElement.get(element.id);
    if (elementEdits === undefined) return edited;
    ids.add(element.id);
    areDependent ||= isChanged && elementEdits.some((edit) => edit.type !== 'set-attribute');
    for (const edit of elementEdits) {
      const result = elementAfter(edited, edit);
      if (result.ok) edited = result.value;
      else refusal ??= result.error;
    }
    return edited;
  };
  const root = visit(document.root);
  if (areDependent || ids.size < editsByElement.size) return null;
  return refusal === null ? ok(root === document.root ? document : { ...document, root }) : err(refusal);
}

function elementAfter(element: ElementNode, edit: OneElementEdit): Result<ElementNode, Message> {
  switch (edit.type) {
    case 'set-attribute':
      return withAttribute(element, edit.name, edit.value);
    case 'insert-node':
      return withInserted(element, edit.index, edit.node);
    case 'set-children':
      return withOtherChildren(element, edit.children);
    default:
      return assertNever(edit);
  }
}

function setAttribute(
  document: TemplateDocument,
  id: NodeId,
  name: string,
  value: string | null,
): Result<TemplateDocument, Message> {
  const { node } = findNode(document, id);
  invariant(node.kind === 'element', `${id} has no attributes`);
  return withElement(document, node, withAttribute(node, name, value));
}

function insertNode(
  document: TemplateDocument,
  parentId: NodeId,
  index: number,
  node: DocumentNode,
): Result<TemplateDocument, Message> {
  const { node: parent } = findNode(document, parentId);
  invariant(parent.kind === 'element', `${parentId} has no children`);
  return withElement(document, parent, withInserted(parent, index, node));
}

function setChildren(
  document: TemplateDocument,
  id: NodeId,
  children: readonly DocumentNode[],
): Result<TemplateDocument, Message> {
  const { node } = findNode(document, id);
  invariant(node.kind === 'element', `${id} has no children`);
  return withElement(document, node, withOtherChildren(node, children));
}

function withElement(
  document: TemplateDocument,
  before: ElementNode,
  after: Result<ElementNode, Message>,
): Result<TemplateDocument, Message> {
  if (!after.ok) return after;
  return ok(after.value === before ? document : withNode(document, before.id, after.value));
}

function withAttribute(element: ElementNode, name: string, value: string | null): Result<ElementNode, Message> {
  const { attributes } = element;
  const existing = attributes.find((attribute) => attribute.name === name);
  if ((existing?.value ?? null) === value) return ok(element);
  if (value === null) return ok({ ...element, attributes: attributes.filter((attribute) => attribute !== existing) });
  const refusal = refusalOfAttribute(name, value);
  if (refusal !== null) return err(refusal);
  const changed =
    existing === undefined
      ? [...attributes, { name, value }]
      : attributes.map((attribute) => (attribute === existing ? { name, value } : attribute));
  return ok({ ...element, attributes: changed });
}

function withInserted(parent: ElementNode, index: number, node: DocumentNode): Result<ElementNode, Message> {
  const refusal = refusalOfNode(node, parent);
  if (refusal !== null) return err(refusal);
  invariant(index >= 0 && index <= parent.children.length, `${parent.id} has no position ${index}`);
  return ok(withChildren(parent, parent.children.toSpliced(index, 0, node)));
}

function withOtherChildren(element: ElementNode, children: readonly DocumentNode[]): Result<ElementNode, Message> {
  const existingChildren = new Set(element.children);
  for (const child of children) {
    const refusal = existingChildren.has(child) ? null : refusalOfNode(child, element);
    if (refusal !== null) return err(refusal);
  }
  return ok(withChildren(element, children));
}

function removeNode(document: TemplateDocument, id: NodeId): Result<TemplateDocument, Message> {
  const { parent } = findNode(document, id);
  if (parent !== null)
    return ok(
      withNode(
        document,
        parent.id,
        withChildren(
          parent,
          parent.children.filter((child) => child.id !== id),
        ),
      ),
    );
  if (id === document.root.id) return err(message('edit/movie-stays'));
  const remains = (comment: CommentNode): boolean => comment.id !== id;
  return ok({ ...document, prolog: document.prolog.filter(remains), epilog: document.epilog.filter(remains) });
}

function moveNode(
  document: TemplateDocument,
  id: NodeId,
  parentId: NodeId,
  index: number,
): Result<TemplateDocument, Message> {
  const { node, parent } = findNode(document, id);
  if (parent === null) return err(message('edit/movie-in-place'));
  const target = findNode(document, parentId);
  if (target.node === node || target.ancestors.some((ancestor) => ancestor.id === id))
    return err(message('edit/into-itself'));
  if (parent.id === parentId && parent.children[index] === node) return ok(document);
  if (parent.id !== parentId) {
    const removed = removeNode(document, id);
    return removed.ok ? insertNode(removed.value, parentId, index, node) : removed;
  }
  // Move the node in one step. Removing it first would merge the texts around it and change the indexes.
  const others = parent.children.filter((child) => child !== node);
  invariant(index >= 0 && index <= others.length, `${parentId} has no position ${index}`);
  return ok(withNode(document, parentId, withChildren(parent, others.toSpliced(index, 0, node))));
}

function replaceNode(
  document: TemplateDocument,
  id: NodeId,
  replacement: DocumentNode,
): Result<TemplateDocument, Message> {
  const { node, parent } = findNode(document, id);
  const refusal = refusalOfNode(replacement, parent);
  if (refusal !== null) return err(refusal);
  if (parent !== null) {
    const children = parent.children.map((child) => (child === node ? replacement : child));
    return ok(withNode(document, parent.id, withChildren(parent, children)));
  }
  if (replacement.kind !== node.kind) return err(message('edit/only-comments-outside'));
  return ok(withNode(document, id, replacement));
}

function withChildren(element: ElementNode, children: readonly DocumentNode[]): ElementNode {
  const joined: DocumentNode[] = [];
  for (const child of children) {
    const before = joined.at(-1);
    if (before?.kind === 'text' && child.kind === 'text' && !before.cdata && !child.cdata)
      joined[joined.length - 1] = { ...before, text: before.text + child.text };
    else joined.push(child);
  }
  return { ...element, children: joined };
}

export interface NodeLocation {
  readonly node: DocumentNode;
  /** The parent; null for the root and for comments outside it. */
  readonly parent: ElementNode | null;
  /** The ancestors of the node, from the root to the parent. */
  readonly ancestors: readonly ElementNode[];
}

/** Finds a node. Throws `InvariantError` if the id is unknown. */
export function findNode(document: TemplateDocument, id: NodeId): NodeLocation {
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

/** Returns the document after replacing a node. Copies only the ancestors of the node. */
function withNode(document: TemplateDocument, id: NodeId, replacement: DocumentNode): TemplateDocument {
  const { node, parent, ancestors } = findNode(document, id);
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

/** Returns the ancestors of a node, starting with `element`; null if the node is not below `element`. */
function ancestorsOf(id: NodeId, element: ElementNode): readonly ElementNode[] | null {
  for (const child of element.children) {
    if (child.id === id) return [element];
    const further = child.kind === 'element' ? ancestorsOf(id, child) : null;
    if (further !== null) return [element, ...further];
  }
  return null;
}

/** Returns the reason why XML cannot represent an attribute; null if it can represent it. */
function refusalOfAttribute(name: string, value: string): Message | null {
  if (!isXmlName(name)) return message('edit/bad-attribute-name', { name });
  return refusalOfText(value);
}

/** Returns the reason why XML cannot represent a node with its descendants in a parent; null if it can represent it. */
function refusalOfNode(root: DocumentNode, parent: ElementNode | null): Message | null {
  const blank = refusalOfBlank(root, parent);
  if (blank !== null) return blank;
  for (const node of nodesBelow(root)) {
    const refusal = refusalOfOne(node);
    if (refusal !== null) return refusal;
  }
  return null;
}

function refusalOfOne(node: DocumentNode): Message | null {
  switch (node.kind) {
    case 'element': {
      if (!isXmlName(node.name)) return message('edit/bad-element-name', { name: node.name });
      for (const { name, value } of node.attributes) {
        const refusal = refusalOfAttribute(name, value);
        if (refusal !== null) return refusal;
      }
      for (const child of node.children) {
        const refusal = refusalOfBlank(child, node);
        if (refusal !== null) return refusal;
      }
      return null;
    }
    case 'comment':
      if (/--|-$|\r/.test(node.text)) return message('edit/bad-comment');
      return refusalOfText(node.text);
    case 'text':
      if (node.cdata && /\]\]>|\r/.test(node.text)) return message('edit/bad-cdata');
      return refusalOfText(node.text);
  }
}

/**
 * Returns the message that refuses a text of white space, if the parent ignores white space or the text is empty; null
 * otherwise.
 */
function refusalOfBlank(node: DocumentNode, parent: ElementNode | null): Message | null {
  if (node.kind !== 'text' || node.cdata || !isBlank(node.text)) return null;
  if (node.text !== '' && parent !== null && keepsSpace(parent)) return null;
  return message('edit/blank-text');
}

function refusalOfText(text: string): Message | null {
  const character = forbiddenCharacter(text);
  return character === null ? null : message('edit/forbidden-character', { character });
}
