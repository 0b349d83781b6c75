import type { DocumentNode, NodeId, TemplateDocument } from '../../template/document/document.ts';

/** Returns a function that generates ids which `document` does not contain: `n1, n2, …`. */
export function nodeIds(document: TemplateDocument | null = null): () => NodeId {
  let last = document === null ? 0 : highestNumber(document);
  return () => {
    last += 1;
    return `n${last}` as NodeId;
  };
}

/** Yields every node of a document in document order, including comments outside the root. */
export function* nodesOf(document: TemplateDocument): Generator<DocumentNode> {
  yield* document.prolog;
  yield* nodesBelow(document.root);
  yield* document.epilog;
}

/** Yields a node and its descendants in document order. */
export function* nodesBelow(node: DocumentNode): Generator<DocumentNode> {
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    if (next.kind === 'element')
      for (let i = next.children.length - 1; i >= 0; i--) pushDefined(pending, next.children[i]);
  }
}

function pushDefined<Item>(list: Item[], item: Item | undefined): void {
  if (item !== undefined) list.push(item);
}

function highestNumber(document: TemplateDocument): number {
  const comments = [...document.prolog, ...document.epilog].map(numberOf);
  return Math.max(0, highestBelow(document.root), ...comments);
}

/** The highest id number by node, cached because an edit leaves most nodes of a document unchanged. */
const highest = new WeakMap<DocumentNode, number>();

function highestBelow(node: DocumentNode): number {
  if (node.kind !== 'element') return numberOf(node);
  const cached = highest.get(node);
  if (cached !== undefined) return cached;
  let highestId = numberOf(node);
  for (const child of node.children) highestId = Math.max(highestId, highestBelow(child));
  highest.set(node, highestId);
  return highestId;
}

function numberOf({ id }: DocumentNode): number {
  const digits = /^n(\d{1,15})$/.exec(id)?.[1];
  return digits === undefined ? 0 : Number(digits);
}
