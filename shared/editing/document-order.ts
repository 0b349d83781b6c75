import type { ElementNode, NodeId, TemplateDocument } from '../template/document/document.ts';
import { indexOf } from './document-index.ts';

/** These elements in the order in which they stand in the document, each once; those that are gone are left out. */
export function inDocumentOrder(document: TemplateDocument, ids: Iterable<NodeId>): readonly NodeId[] {
  const { elements } = indexOf(document);
  const wanted = new Set(ids);
  // Only what has one of them inside is gone through.
  const around = new Set<ElementNode>();
  for (const id of wanted) {
    let parent = elements.get(id)?.parent ?? null;
    while (parent !== null && !around.has(parent)) {
      around.add(parent);
      parent = elements.get(parent.id)?.parent ?? null;
    }
  }
  const ordered: NodeId[] = [];
  const visit = (element: ElementNode): void => {
    if (wanted.has(element.id)) ordered.push(element.id);
    if (!around.has(element)) return;
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(document.root);
  return ordered;
}

/** These elements without those that stand inside another of them. */
export function outermost(document: TemplateDocument, some: readonly ElementNode[]): readonly ElementNode[] {
  const { elements } = indexOf(document);
  const chosen = new Set(some);
  return some.filter((element) => {
    let parent = elements.get(element.id)?.parent ?? null;
    while (parent !== null && !chosen.has(parent)) parent = elements.get(parent.id)?.parent ?? null;
    return parent === null;
  });
}
