import { indexOf } from '#shared/editing/model/document-index.ts';
import { seenFrame } from '#shared/editing/model/seen-frame.ts';
import { type Selection, sameSelection, selectionOfElement } from '#shared/editing/model/selection.ts';
import { sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { EditorStore } from './document-store.ts';

/**
 * Selects an element and moves the playhead to a frame that shows it. If the current frame shows it, the playhead
 * stays.
 */
export function goToNode(store: EditorStore, node: NodeId): void {
  const { document, movie, playhead } = store.getState();
  const scene = indexOf(document).elements.get(node)?.scene;
  const place = scene ? sceneOfId(timelineOf(movie), scene.id) : null;
  const seen = layerFrame(store, node);
  if (seen !== null) store.actions.seek(seen);
  else if (place !== null && (playhead < place.start || playhead >= place.end)) store.actions.seek(place.start);
  store.actions.select(selectionOfElement(document, node));
}

/** Returns a frame that shows the layer of an element; null if the element is not in a layer. */
function layerFrame(store: EditorStore, node: NodeId): Frames | null {
  const state = store.getState();
  const [layer] = selectionOfElement(state.document, node).ids;
  return layer === undefined ? null : seenFrame(state, layer);
}

/** Returns the use that follows the selected one in document order. After the last use comes the first. */
export function nextUse<Use extends { readonly node: NodeId }>(
  document: TemplateDocument,
  uses: readonly Use[],
  selection: Selection,
): Use | null {
  const here = uses.findLastIndex(({ node }) => sameSelection(selectionOfElement(document, node), selection));
  return uses[(here + 1) % Math.max(1, uses.length)] ?? null;
}
