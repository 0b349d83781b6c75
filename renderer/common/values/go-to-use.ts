import { indexOf } from '../../../shared/editing/document-index.ts';
import type { Selection } from '../../../shared/editing/selection.ts';
import { placeOfScene, timelineOf } from '../../../shared/editing/timeline.ts';
import type { NodeId, TemplateDocument } from '../../../shared/template/document.ts';
import { isEffect, isLayer, isScene } from '../../../shared/template/roles.ts';
import type { EditorStore } from '../../state/editor-store.ts';

/** Selects an element, and puts the playhead where the film shows it first; it stays where it is if it is inside. */
export function goToNode(store: EditorStore, node: NodeId): void {
  const { document, movie, playhead } = store.getState();
  const scene = indexOf(document).elements.get(node)?.scene;
  const place = scene ? placeOfScene(timelineOf(movie), scene.id) : null;
  if (place !== null && (playhead < place.start || playhead >= place.end)) store.actions.seek(place.start);
  store.actions.select(selectionAt(document, node));
}

/** What can be selected that an element is, or is part of. */
export function selectionAt(document: TemplateDocument, node: NodeId): Selection {
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

/** The use behind the one that is selected, in the order of the film; from the last to the first. */
export function nextUse<Use extends { readonly node: NodeId }>(
  document: TemplateDocument,
  uses: readonly Use[],
  selection: Selection,
): Use | null {
  const keys = uses.map(({ node }) => selectionKey(selectionAt(document, node)));
  const here = keys.lastIndexOf(selectionKey(selection));
  return uses[(here + 1) % Math.max(1, uses.length)] ?? null;
}

function selectionKey(selection: Selection): string {
  switch (selection.kind) {
    case 'movie':
      return 'movie';
    case 'scenes':
      return selection.ids.join(' ');
    case 'layer':
    case 'effect':
      return selection.id;
    default:
      return selection satisfies never;
  }
}
