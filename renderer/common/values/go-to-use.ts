import { indexOf } from '../../../shared/editing/document-index.ts';
import type { Selection } from '../../../shared/editing/selection.ts';
import { placeOfScene, timelineOf } from '../../../shared/editing/timeline.ts';
import type { NodeId, TemplateDocument } from '../../../shared/template/document.ts';
import type { EditorStore } from '../../state/editor-store.ts';
import { selectionOfElement } from '../edits/selection-of-element.ts';

/** Selects an element, and puts the playhead where the film shows it first; it stays where it is if it is inside. */
export function goToNode(store: EditorStore, node: NodeId): void {
  const { document, movie, playhead } = store.getState();
  const scene = indexOf(document).elements.get(node)?.scene;
  const place = scene ? placeOfScene(timelineOf(movie), scene.id) : null;
  if (place !== null && (playhead < place.start || playhead >= place.end)) store.actions.seek(place.start);
  store.actions.select(selectionOfElement(document, node));
}

/** The use behind the one that is selected, in the order of the film; from the last to the first. */
export function nextUse<Use extends { readonly node: NodeId }>(
  document: TemplateDocument,
  uses: readonly Use[],
  selection: Selection,
): Use | null {
  const keys = uses.map(({ node }) => selectionKey(selectionOfElement(document, node)));
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
