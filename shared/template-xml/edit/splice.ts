import { invariant, required } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import { messageOf } from '../../messages/read-message.ts';
import type { DocumentNode, NodeId, TemplateDocument } from '../../template/document/document.ts';
import { changedPlaces } from '../ranges/changed-ranges.ts';
import type { NodeRange, TemplateSource } from '../ranges/ranges.ts';
import { rereadTemplate } from '../read/reread.ts';
import { applyEdits, type DocumentEdit } from './edits.ts';
import { rewriteText } from './rewrite-text.ts';

/**
 * Edits a document that was read, and its text with it: only the start tags and subtrees that the edits touch are
 * written anew, in the manner of their neighbours; every other byte stays. The error says what
 * XML cannot hold, or a limit that would be exceeded. Throws `InvariantError` for an unknown id.
 */
export function spliceTemplate(
  source: TemplateSource,
  edits: readonly DocumentEdit[],
): Result<TemplateSource, Message> {
  const edited = applyEdits(source.document, edits);
  return edited.ok ? spliceDocument(source, edited.value) : edited;
}

/**
 * Makes the text say `document`, which is an edited form of what it says: after edits, or before them when they are
 * undone. Nodes are told apart by their ids, and those that are the same object are not looked into.
 */
export function spliceDocument(source: TemplateSource, document: TemplateDocument): Result<TemplateSource, Message> {
  if (document === source.document) return ok(source);
  const text = rewriteText(source, document);
  const { source: read, problems } = rereadTemplate(text, source);
  if (read === null) return err(messageOf(problems[0]) ?? message('edit/would-be-unreadable'));
  return ok({ text, document, places: placesFor(document, read) });
}

/**
 * Finds the places of a document in the text that says it, such as an earlier pair of both; fast where much is as in
 * `nearby`. Throws `InvariantError` when the text says something else.
 */
export function placeDocument(text: string, document: TemplateDocument, nearby: TemplateSource): TemplateSource {
  const { source: read } = rereadTemplate(text, nearby);
  return { text, document, places: placesFor(document, required(read, 'the text can be read')) };
}

/** The places that were read, by the ids of the document that was written. */
function placesFor(document: TemplateDocument, read: TemplateSource): ReadonlyMap<NodeId, NodeRange> {
  const renamed: (readonly [from: NodeId, to: NodeId])[] = [];
  const compare = (own: DocumentNode | undefined, node: DocumentNode | undefined): void => {
    if (own === node) return;
    invariant(own !== undefined && node !== undefined, 'the spliced text has all nodes of the edited document');
    invariant(saysTheSame(own, node), 'the spliced text says what the edited document says');
    if (own.id !== node.id) renamed.push([node.id, own.id]);
    if (own.kind === 'element' && node.kind === 'element') compareAll(own.children, node.children);
  };
  const compareAll = (own: readonly DocumentNode[], nodes: readonly DocumentNode[]): void => {
    for (let index = 0; index < Math.max(own.length, nodes.length); index++) compare(own[index], nodes[index]);
  };
  compareAll(document.prolog, read.document.prolog);
  compare(document.root, read.document.root);
  compareAll(document.epilog, read.document.epilog);
  if (renamed.length === 0) return read.places;
  // First all that goes: what one node was read as may be the name of another.
  const gone = new Set(renamed.map(([from]) => from));
  const anew = renamed.map(
    ([from, to]) => [to, required(read.places.get(from), 'every node that was read has a place')] as const,
  );
  return changedPlaces(read.places, new Map(anew), (_, id) => (gone.has(id) ? null : 0));
}

/** Whether two nodes are alike, their ids and what is below them aside. */
function saysTheSame(left: DocumentNode, right: DocumentNode): boolean {
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
