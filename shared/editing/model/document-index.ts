import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { isScene, leavesOf, nestedScenesOf } from '../../template/tables/roles.ts';
import { originalId } from '../../template/variables/repeats.ts';

/** An element with its position in the document. */
export interface IndexedElement {
  readonly element: ElementNode;
  /** The parent; null for the root. */
  readonly parent: ElementNode | null;
  /**
   * The scene that contains the element. For a scene, a sequence, or a choice, the element itself. Null outside all
   * scenes.
   */
  readonly scene: ElementNode | null;
}

/** The elements of a document, in document order. */
export interface ElementsById {
  readonly get: (id: NodeId) => IndexedElement | undefined;
  readonly has: (id: NodeId) => boolean;
  readonly values: () => Iterable<IndexedElement>;
}

export interface DocumentIndex {
  readonly elements: ElementsById;
  /** The scenes of the movie in order, including unreadable and nested scenes. */
  readonly scenes: readonly ElementNode[];
}

const indexes = new WeakMap<TemplateDocument, DocumentIndex>();
/**
 * The indexes of subtrees by their top element, which is a child of the root. Elements are immutable, so after an edit
 * only new subtrees are indexed.
 */
const subtreeIndexes = new WeakMap<ElementNode, ReadonlyMap<NodeId, IndexedElement>>();

/** Returns the index of a document. Caches it. */
export function indexOf(document: TemplateDocument): DocumentIndex {
  const cached = indexes.get(document);
  if (cached !== undefined) return cached;
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

/** An index of the root and its children that delegates to the cached indexes of subtrees. */
class ElementIndex implements ElementsById {
  readonly #top: ReadonlyMap<NodeId, IndexedElement>;
  readonly #children: readonly ElementNode[];
  /** The subtree of the last lookup. Most lookups are in the same subtree as the previous lookup. */
  #last: ReadonlyMap<NodeId, IndexedElement> | null = null;

  constructor(top: ReadonlyMap<NodeId, IndexedElement>, children: readonly ElementNode[]) {
    this.#top = top;
    this.#children = children;
  }

  /** Returns an element by its id, or by the id of one of its copies. */
  get(anyId: NodeId): IndexedElement | undefined {
    const id = originalId(anyId);
    const indexed = this.#top.get(id) ?? this.#last?.get(id);
    if (indexed !== undefined) return indexed;
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
    for (const indexed of this.#top.values()) {
      yield indexed;
      // Add the subtrees of the root's children. The root itself is different: its children are already in the index.
      if (indexed.parent !== null) yield* elementsBelow(indexed.element).values();
    }
  }
}

function elementsBelow(child: ElementNode): ReadonlyMap<NodeId, IndexedElement> {
  const cached = subtreeIndexes.get(child);
  if (cached !== undefined) return cached;
  const elements = new Map<NodeId, IndexedElement>();
  const visit = (parent: ElementNode, outerScene: ElementNode | null): void => {
    const nested = outerScene === parent ? nestedScenesOf(parent) : null;
    for (const element of parent.children) {
      if (element.kind !== 'element') continue;
      const scene = nested?.includes(element) === true ? element : outerScene;
      elements.set(element.id, { element, parent, scene });
      visit(element, scene);
    }
  };
  visit(child, isScene(child) ? child : null);
  subtreeIndexes.set(child, elements);
  return elements;
}
