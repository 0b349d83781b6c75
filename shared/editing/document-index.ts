import { childElements, type ElementNode, type NodeId, type TemplateDocument } from '../template/document.ts';

/** Where an element stands. */
export interface IndexedElement {
  readonly element: ElementNode;
  /** Null for the root. */
  readonly parent: ElementNode | null;
  /** The scene that it is or is in, the outermost one; null outside of all scenes. */
  readonly scene: ElementNode | null;
}

export interface DocumentIndex {
  readonly elements: ReadonlyMap<NodeId, IndexedElement>;
  /** In order, those that cannot be read included. */
  readonly scenes: readonly ElementNode[];
}

const indexes = new WeakMap<TemplateDocument, DocumentIndex>();

/** Every element of a document by its id; made once for each document. */
export function indexOf(document: TemplateDocument): DocumentIndex {
  const known = indexes.get(document);
  if (known !== undefined) return known;
  const { root } = document;
  const elements = new Map<NodeId, IndexedElement>();
  const visit = (element: ElementNode, parent: ElementNode | null, scene: ElementNode | null): void => {
    elements.set(element.id, { element, parent, scene });
    for (const child of element.children) if (child.kind === 'element') visit(child, element, scene ?? null);
  };
  elements.set(root.id, { element: root, parent: null, scene: null });
  const scenes: ElementNode[] = [];
  for (const child of childElements(root)) {
    const isScene = child.name === 'scene';
    if (isScene) scenes.push(child);
    visit(child, root, isScene ? child : null);
  }
  const index: DocumentIndex = { elements, scenes };
  indexes.set(document, index);
  return index;
}

/** The layers of a scene, from the lowest. */
export function layersOf(scene: ElementNode): readonly ElementNode[] {
  return childElements(scene).filter(({ name }) => name === 'video');
}

/** The effects of a layer, in the order in which they are applied. */
export function effectsOf(layer: ElementNode): readonly ElementNode[] {
  return childElements(layer).filter(isEffect);
}

export function isEffect({ name }: ElementNode): boolean {
  return name === 'filter' || name === 'transform';
}
