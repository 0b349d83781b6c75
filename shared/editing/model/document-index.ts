import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { isScene, leavesOf, nestedScenesOf } from '../../template/tables/roles.ts';

/** Where an element stands. */
export interface IndexedElement {
  readonly element: ElementNode;
  /** Null for the root. */
  readonly parent: ElementNode | null;
  /** The scene that it is or is in: a scene of the film, or a sequence or choice itself; null outside of all scenes. */
  readonly scene: ElementNode | null;
}

/** In document order. */
export interface ElementsById {
  readonly get: (id: NodeId) => IndexedElement | undefined;
  readonly has: (id: NodeId) => boolean;
  readonly values: () => Iterable<IndexedElement>;
}

export interface DocumentIndex {
  readonly elements: ElementsById;
  /** Those of the film, in order, those in sequences and choices and those that cannot be read included. */
  readonly scenes: readonly ElementNode[];
}

const indexes = new WeakMap<TemplateDocument, DocumentIndex>();
/** What is below an element directly in the root, which is never changed: an edit visits only what it made. */
const below = new WeakMap<ElementNode, ReadonlyMap<NodeId, IndexedElement>>();

/** Every element of a document by its id; made once for each document. */
export function indexOf(document: TemplateDocument): DocumentIndex {
  const known = indexes.get(document);
  if (known !== undefined) return known;
  const { root } = document;
  const top = new Map<NodeId, IndexedElement>([[root.id, { element: root, parent: null, scene: null }]]);
  const children = childElements(root);
  const scenes: ElementNode[] = [];
  for (const child of children) {
    const scene = isScene(child) ? child : null;
    if (scene !== null) for (const leaf of leavesOf(scene)) scenes.push(leaf);
    top.set(child.id, { element: child, parent: root, scene });
  }
  const index: DocumentIndex = { elements: new ElementIndex(top, children), scenes };
  indexes.set(document, index);
  return index;
}

/** The elements of a document: those at the top, and below each of them what was found when it was made. */
class ElementIndex implements ElementsById {
  readonly #top: ReadonlyMap<NodeId, IndexedElement>;
  readonly #children: readonly ElementNode[];
  /** Where something was found last: what is asked for next is mostly there. */
  #last: ReadonlyMap<NodeId, IndexedElement> | null = null;

  constructor(top: ReadonlyMap<NodeId, IndexedElement>, children: readonly ElementNode[]) {
    this.#top = top;
    this.#children = children;
  }

  get(id: NodeId): IndexedElement | undefined {
    const found = this.#top.get(id) ?? this.#last?.get(id);
    if (found !== undefined) return found;
    for (const child of this.#children) {
      const part = elementsBelow(child);
      const inside = part.get(id);
      if (inside === undefined) continue;
      this.#last = part;
      return inside;
    }
    return undefined;
  }

  has(id: NodeId): boolean {
    return this.get(id) !== undefined;
  }

  *values(): Generator<IndexedElement> {
    for (const each of this.#top.values()) {
      yield each;
      // The root's own are all that is at the top.
      if (each.parent !== null) yield* elementsBelow(each.element).values();
    }
  }
}

function elementsBelow(child: ElementNode): ReadonlyMap<NodeId, IndexedElement> {
  const known = below.get(child);
  if (known !== undefined) return known;
  const elements = new Map<NodeId, IndexedElement>();
  const visit = (parent: ElementNode, around: ElementNode | null): void => {
    const nested = around === parent ? nestedScenesOf(parent) : null;
    for (const element of parent.children) {
      if (element.kind !== 'element') continue;
      const scene = nested?.includes(element) === true ? element : around;
      elements.set(element.id, { element, parent, scene });
      visit(element, scene);
    }
  };
  visit(child, isScene(child) ? child : null);
  below.set(child, elements);
  return elements;
}
