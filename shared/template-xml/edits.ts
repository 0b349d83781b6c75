import { assertNever, invariant } from '../lib/assert.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { CommentNode, DocumentNode, ElementNode, NodeId, TemplateDocument } from '../template/document.ts';
import { refusalOfAttribute, refusalOfNode } from './edit-rules.ts';
import { whereabouts, withNode } from './tree-paths.ts';

/** One change of a document, as data. Positions count all children, comments and texts included. */
export type DocumentEdit =
  /** Null removes the attribute; a new one comes last. */
  | { readonly type: 'set-attribute'; readonly node: NodeId; readonly name: string; readonly value: string | null }
  | { readonly type: 'insert-node'; readonly parent: NodeId; readonly index: number; readonly node: DocumentNode }
  | { readonly type: 'remove-node'; readonly node: NodeId }
  /** `index` is counted when the node has been taken out. */
  | { readonly type: 'move-node'; readonly node: NodeId; readonly parent: NodeId; readonly index: number }
  | { readonly type: 'replace-node'; readonly node: NodeId; readonly replacement: DocumentNode };

/**
 * The document after an edit; what the edit does not touch is the same object as before. Texts that come to stand side
 * by side become one, with the id of the first, because XML has no border between them. The error is a sentence for
 * people. Throws `InvariantError` for what only a mistake of the program can ask for, such as an unknown id.
 */
export function applyEdit(document: TemplateDocument, edit: DocumentEdit): Result<TemplateDocument, string> {
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
    default:
      return assertNever(edit);
  }
}

/** The document after all edits, each applied to what the one before left. All or nothing. */
export function applyEdits(
  document: TemplateDocument,
  edits: readonly DocumentEdit[],
): Result<TemplateDocument, string> {
  let edited = document;
  for (const edit of edits) {
    const result = applyEdit(edited, edit);
    if (!result.ok) return result;
    edited = result.value;
  }
  return ok(edited);
}

function setAttribute(
  document: TemplateDocument,
  id: NodeId,
  name: string,
  value: string | null,
): Result<TemplateDocument, string> {
  const { node } = whereabouts(document, id);
  invariant(node.kind === 'element', `${id} has no attributes`);
  const { attributes } = node;
  const known = attributes.find((attribute) => attribute.name === name);
  if ((known?.value ?? null) === value) return ok(document);
  if (value === null)
    return ok(withNode(document, id, { ...node, attributes: attributes.filter((attribute) => attribute !== known) }));
  const refusal = refusalOfAttribute(name, value);
  if (refusal !== null) return err(refusal);
  const changed =
    known === undefined
      ? [...attributes, { name, value }]
      : attributes.map((attribute) => (attribute === known ? { name, value } : attribute));
  return ok(withNode(document, id, { ...node, attributes: changed }));
}

function insertNode(
  document: TemplateDocument,
  parentId: NodeId,
  index: number,
  node: DocumentNode,
): Result<TemplateDocument, string> {
  const refusal = refusalOfNode(node);
  if (refusal !== null) return err(refusal);
  const { node: parent } = whereabouts(document, parentId);
  invariant(parent.kind === 'element', `${parentId} has no children`);
  invariant(index >= 0 && index <= parent.children.length, `${parentId} has no position ${index}`);
  return ok(withNode(document, parentId, withChildren(parent, parent.children.toSpliced(index, 0, node))));
}

function removeNode(document: TemplateDocument, id: NodeId): Result<TemplateDocument, string> {
  const { parent } = whereabouts(document, id);
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
  if (id === document.root.id) return err('The movie itself cannot be removed.');
  const others = (comment: CommentNode): boolean => comment.id !== id;
  return ok({ ...document, prolog: document.prolog.filter(others), epilog: document.epilog.filter(others) });
}

function moveNode(
  document: TemplateDocument,
  id: NodeId,
  parentId: NodeId,
  index: number,
): Result<TemplateDocument, string> {
  const { node, parent } = whereabouts(document, id);
  if (parent === null) return err('What stands outside the movie, and the movie itself, cannot be moved.');
  const target = whereabouts(document, parentId);
  if (target.node === node || target.ancestors.some((ancestor) => ancestor.id === id))
    return err('It cannot be moved into itself.');
  if (parent.id === parentId && parent.children[index] === node) return ok(document);
  if (parent.id !== parentId) {
    const removed = removeNode(document, id);
    return removed.ok ? insertNode(removed.value, parentId, index, node) : removed;
  }
  // In one step: taken out first, the texts around it would become one, and positions would be others.
  const others = parent.children.filter((child) => child !== node);
  invariant(index >= 0 && index <= others.length, `${parentId} has no position ${index}`);
  return ok(withNode(document, parentId, withChildren(parent, others.toSpliced(index, 0, node))));
}

function replaceNode(
  document: TemplateDocument,
  id: NodeId,
  replacement: DocumentNode,
): Result<TemplateDocument, string> {
  const refusal = refusalOfNode(replacement);
  if (refusal !== null) return err(refusal);
  const { node, parent } = whereabouts(document, id);
  if (parent !== null) {
    const children = parent.children.map((child) => (child === node ? replacement : child));
    return ok(withNode(document, parent.id, withChildren(parent, children)));
  }
  if (replacement.kind !== node.kind) return err('Outside the movie only comments can stand.');
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
