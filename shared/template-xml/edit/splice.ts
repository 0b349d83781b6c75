import { invariant, required } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import { messageOf } from '../../messages/read-message.ts';
import type { DocumentNode, NodeId, TemplateDocument } from '../../template/document/document.ts';
import { changedRanges } from '../ranges/changed-ranges.ts';
import type { NodeRange, TemplateSource } from '../ranges/ranges.ts';
import { rereadTemplate } from '../read/reread.ts';
import { applyEdits, type DocumentEdit } from './edits.ts';
import { rewriteText } from './rewrite-text.ts';

/**
 * Applies edits to a parsed document and its text. Rewrites only the affected start tags and subtrees, in the style of
 * the adjacent text. All other bytes stay the same. Returns an error if XML cannot represent the content, or if a limit
 * is exceeded. Throws `InvariantError` for an unknown id.
 */
export function spliceTemplate(
  source: TemplateSource,
  edits: readonly DocumentEdit[],
): Result<TemplateSource, Message> {
  const edited = applyEdits(source.document, edits);
  return edited.ok ? spliceDocument(source, edited.value) : edited;
}

/**
 * Rewrites the text to represent `document`, which is an edited version of the parsed document, or an earlier version
 * for undo. Matches nodes by id. Skips nodes that are the same object.
 */
export function spliceDocument(source: TemplateSource, document: TemplateDocument): Result<TemplateSource, Message> {
  if (document === source.document) return ok(source);
  const text = rewriteText(source, document);
  const { source: read, problems } = rereadTemplate(text, source);
  if (read === null) return err(messageOf(problems[0]) ?? message('edit/would-be-unreadable'));
  return ok({ text, document, ranges: rangesFor(document, read) });
}

/**
 * Finds the ranges of a document's nodes in a text that represents it, such as an earlier version. The search is fast
 * if most of the text equals the text of `nearby`. Throws `InvariantError` if the text represents another document.
 */
export function locateDocument(text: string, document: TemplateDocument, nearby: TemplateSource): TemplateSource {
  const { source: read } = rereadTemplate(text, nearby);
  return { text, document, ranges: rangesFor(document, required(read, 'the text can be read')) };
}

/** Converts the parsed ranges to the ids of the edited document. */
function rangesFor(document: TemplateDocument, read: TemplateSource): ReadonlyMap<NodeId, NodeRange> {
  const renamed: (readonly [from: NodeId, to: NodeId])[] = [];
  const compare = (own: DocumentNode | undefined, node: DocumentNode | undefined): void => {
    if (own === node) return;
    invariant(own !== undefined && node !== undefined, 'the spliced text has all nodes of the edited document');
    invariant(areEqualNodes(own, node), 'the spliced text says what the edited document says');
    if (own.id !== node.id) renamed.push([node.id, own.id]);
    if (own.kind === 'element' && node.kind === 'element') compareAll(own.children, node.children);
  };
  const compareAll = (own: readonly DocumentNode[], nodes: readonly DocumentNode[]): void => {
    for (let index = 0; index < Math.max(own.length, nodes.length); index++) compare(own[index], nodes[index]);
  };
  compareAll(document.prolog, read.document.prolog);
  compare(document.root, read.document.root);
  compareAll(document.epilog, read.document.epilog);
  if (renamed.length === 0) return read.ranges;
  // Remove all old ids first, because the parsed id of a node can be the final id of another node.
  const replacedIds = new Set(renamed.map(([from]) => from));
  const updated = renamed.map(
    ([from, to]) => [to, required(read.ranges.get(from), 'every node that was read has a place')] as const,
  );
  return changedRanges(read.ranges, new Map(updated), (_, id) => (replacedIds.has(id) ? null : 0));
}

/** Returns whether two nodes are equal apart from their ids and descendants. */
function areEqualNodes(left: DocumentNode, right: DocumentNode): boolean {
  if (left.kind !== 'element' || right.kind !== 'element') {
    if (left.kind === 'element' || right.kind === 'element') return false;
    return left.kind === right.kind && left.text === right.text;
  }
  const { name, attributes, children } = right;
  if (left.name !== name || left.children.length !== children.length || left.attributes.length !== attributes.length)
    return false;
  return left.attributes.every((attribute, index) => {
    const other = attributes[index];
    return other?.name === attribute.name && other.value === attribute.value;
  });
}
