import type { DocumentNode, ElementNode, NodeId, TemplateDocument } from '../../template/document/document.ts';
import type { NodeRange } from '../ranges/ranges.ts';
import { nodesBelow } from './node-ids.ts';

interface Read {
  readonly document: TemplateDocument;
  readonly ranges: ReadonlyMap<NodeId, NodeRange>;
}

/**
 * Assigns nodes the ids that they have in `previous`. Two nodes match if they are equal subtrees of the same parent, at
 * any position. They also match if they have the same kind and name and follow the same unchanged sibling. Runs in
 * linear time.
 */
export function keepIds(read: Read, previous: TemplateDocument): Read {
  const previousIds = new Map<NodeId, NodeId>();
  const matcher = new Matcher(previousIds);
  const { document } = read;
  matcher.matchSiblings(topLevel(previous), topLevel(document));
  if (previousIds.size === 0) return read;
  const idOf = (id: NodeId): NodeId => previousIds.get(id) ?? id;
  const ranges = new Map<NodeId, NodeRange>();
  for (const [id, place] of read.ranges) ranges.set(idOf(id), place);
  return {
    document: {
      ...document,
      prolog: document.prolog.map((comment) => ({ ...comment, id: idOf(comment.id) })),
      root: renamed(document.root, idOf),
      epilog: document.epilog.map((comment) => ({ ...comment, id: idOf(comment.id) })),
    },
    ranges,
  };
}

function topLevel(document: TemplateDocument): readonly DocumentNode[] {
  return [...document.prolog, document.root, ...document.epilog];
}

function renamed(element: ElementNode, idOf: (id: NodeId) => NodeId): ElementNode {
  const children = element.children.map((child) =>
    child.kind === 'element' ? renamed(child, idOf) : { ...child, id: idOf(child.id) },
  );
  return { ...element, id: idOf(element.id), children };
}

class Matcher {
  readonly #previousIds: Map<NodeId, NodeId>;
  readonly #fingerprints = new Fingerprints();

  constructor(previousIds: Map<NodeId, NodeId>) {
    this.#previousIds = previousIds;
  }

  matchSiblings(previous: readonly DocumentNode[], current: readonly DocumentNode[]): void {
    const partners = this.#unchanged(previous, current);
    this.#changed(previous, current, partners);
  }

  /** Pairs equal subtrees. Returns the index of the partner for each current node. */
  #unchanged(previous: readonly DocumentNode[], current: readonly DocumentNode[]): readonly (number | undefined)[] {
    const partners = new Array<number | undefined>(current.length).fill(undefined);
    const before = previous.map((node) => this.#fingerprints.of(node));
    const now = current.map((node) => this.#fingerprints.of(node));
    // First match from both ends, which recognizes the position of an insertion among identical siblings.
    const shorter = Math.min(before.length, now.length);
    let first = 0;
    while (first < shorter && before[first] === now[first]) {
      partners[first] = first;
      first += 1;
    }
    let last = 0;
    while (last < shorter - first && before.at(-1 - last) === now.at(-1 - last)) last += 1;
    for (let fromEnd = 1; fromEnd <= last; fromEnd++) partners[now.length - fromEnd] = before.length - fromEnd;

    const unmatched = new Map<number | undefined, number[]>();
    for (let index = before.length - last - 1; index >= first; index--) listAt(unmatched, before[index]).push(index);
    for (let index = first; index < now.length - last; index++) partners[index] = unmatched.get(now[index])?.pop();

    current.forEach((node, index) => {
      const partner = previous[partners[index] ?? -1];
      if (partner !== undefined) this.#keepSubtree(partner, node);
    });
    return partners;
  }

  /** Pairs the remaining nodes in order if they have the same kind and name and follow the same paired sibling. */
  #changed(
    previous: readonly DocumentNode[],
    current: readonly DocumentNode[],
    partners: readonly (number | undefined)[],
  ): void {
    const taken = new Set(partners);
    const unmatched = new Map<string, DocumentNode[]>();
    let anchor = -1;
    previous.forEach((node, index) => {
      if (taken.has(index)) anchor = index;
      else listAt(unmatched, `${anchor} ${nameOf(node)}`).push(node);
    });
    for (const list of unmatched.values()) list.reverse();
    anchor = -1;
    current.forEach((node, index) => {
      const own = partners[index];
      if (own !== undefined) anchor = own;
      const partner = own === undefined ? unmatched.get(`${anchor} ${nameOf(node)}`)?.pop() : undefined;
      if (partner !== undefined) this.#keepNode(partner, node);
    });
  }

  #keepSubtree(previous: DocumentNode, current: DocumentNode): void {
    const previousNodes = nodesBelow(previous);
    for (const node of nodesBelow(current)) {
      const partner = previousNodes.next();
      if (!partner.done) this.#previousIds.set(node.id, partner.value.id);
    }
  }

  #keepNode(previous: DocumentNode, current: DocumentNode): void {
    this.#previousIds.set(current.id, previous.id);
    if (previous.kind === 'element' && current.kind === 'element')
      this.matchSiblings(previous.children, current.children);
  }
}

function nameOf(node: DocumentNode): string {
  return node.kind === 'element' ? `<${node.name}` : node.kind;
}

function listAt<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const existing = lists.get(key);
  if (existing !== undefined) return existing;
  const list: Item[] = [];
  lists.set(key, list);
  return list;
}

/**
 * Assigns numbers to subtrees. Subtrees that are equal apart from their ids have the same number; others have different
 * numbers.
 */
class Fingerprints {
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<DocumentNode, number>();

  of(node: DocumentNode): number {
    const cached = this.#known.get(node);
    if (cached !== undefined) return cached;
    const description = this.#describe(node);
    const number = this.#numbers.get(description) ?? this.#numbers.size;
    this.#numbers.set(description, number);
    this.#known.set(node, number);
    return number;
  }

  /** Returns a text that identifies a node. Uses JSON, which keeps values distinct from separators. */
  #describe(node: DocumentNode): string {
    switch (node.kind) {
      case 'element': {
        const attributes = node.attributes.flatMap(({ name, value }) => [name, value]);
        return JSON.stringify([node.name, attributes, node.children.map((child) => this.of(child))]);
      }
      case 'comment':
        return JSON.stringify({ comment: node.text });
      case 'text':
        return JSON.stringify({ [node.cdata ? 'cdata' : 'text']: node.text });
    }
  }
}
