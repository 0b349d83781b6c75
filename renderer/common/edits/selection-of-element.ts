import { indexOf } from '../../../shared/editing/document-index.ts';
import type { Selection } from '../../../shared/editing/selection.ts';
import type { NodeId, TemplateDocument } from '../../../shared/template/document.ts';
import { isEffect, isLayer, isScene } from '../../../shared/template/roles.ts';

/** The selection that shows an element: itself if it can be selected, else the nearest element around it that can. */
export function selectionOfElement(document: TemplateDocument, node: NodeId): Selection {
  const { elements } = indexOf(document);
  for (let found = elements.get(node); found !== undefined; ) {
    const { element, parent } = found;
    if (isLayer(element)) return { kind: 'layer', id: element.id };
    if (isEffect(element) && parent !== null && isLayer(parent)) return { kind: 'effect', id: element.id };
    if (isScene(element)) return { kind: 'scenes', ids: [element.id], anchor: element.id };
    found = parent === null ? undefined : elements.get(parent.id);
  }
  return { kind: 'movie' };
}
