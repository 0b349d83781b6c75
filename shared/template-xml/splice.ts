import { invariant, required } from '../lib/assert.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { DocumentNode, NodeId, TemplateDocument } from '../template/document.ts';
import { applyEdits, type DocumentEdit } from './edits.ts';
import { nodesOf } from './node-ids.ts';
import type { NodePlace, TemplateSource } from './places.ts';
import { readTemplate } from './read.ts';
import { rewriteText } from './rewrite-text.ts';

/**
 * Edits a document that was read, and its text with it: only the start tags and subtrees that the edits touch are
 * written anew, in the manner of their neighbours; every other byte stays. The error is a sentence for people: what
 * XML cannot hold, or a limit that would be exceeded. Throws `InvariantError` for an unknown id.
 */
export function spliceTemplate(source: TemplateSource, edits: readonly DocumentEdit[]): Result<TemplateSource, string> {
  const edited = applyEdits(source.document, edits);
  return edited.ok ? spliceDocument(source, edited.value) : edited;
}

/**
 * Makes the text say `document`, which is an edited form of what it says: after edits, or before them when they are
 * undone. Nodes are told apart by their ids, and those that are the same object are not looked into.
 */
export function spliceDocument(source: TemplateSource, document: TemplateDocument): Result<TemplateSource, string> {
  if (document === source.document) return ok(source);
  const text = rewriteText(source, document);
  const { source: read, problems } = readTemplate(text);
  if (read === null) return err(problems[0]?.message ?? 'The template would no longer be readable.');
  return ok({ text, document, places: placesFor(document, read) });
}

/** The places that were read, by the ids of the document that was written. */
function placesFor(document: TemplateDocument, read: TemplateSource): ReadonlyMap<NodeId, NodePlace> {
  const places = new Map<NodeId, NodePlace>();
  const written = nodesOf(document);
  for (const node of nodesOf(read.document)) {
    const own = written.next();
    invariant(!own.done && saysTheSame(own.value, node), 'the spliced text says what the edited document says');
    places.set(own.value.id, required(read.places.get(node.id), 'every node that was read has a place'));
  }
  invariant(written.next().done === true, 'the spliced text has all nodes of the edited document');
  return places;
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
