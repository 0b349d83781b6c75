import type { EditorStore } from '#renderer/state/editor-store.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import { seenFrame } from '#shared/editing/seen-frame.ts';
import { selectionOfElement } from '#shared/editing/selected-nodes.ts';
import { type Selection, sameSelection } from '#shared/editing/selection.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';

/** Selects an element, and puts the playhead where the film shows it; the playhead stays where it is if it is inside. */
export function goToNode(store: EditorStore, node: NodeId): void {
  const { document, movie, playhead } = store.getState();
  const scene = indexOf(document).elements.get(node)?.scene;
  const place = scene ? sceneOfId(timelineOf(movie), scene.id) : null;
  const seen = layerFrame(store, node);
  if (seen !== null) store.actions.seek(seen);
  else if (place !== null && (playhead < place.start || playhead >= place.end)) store.actions.seek(place.start);
  store.actions.select(selectionOfElement(document, node));
}

/** The frame to look at the layer that an element is, or is in; null where it is in none. */
function layerFrame(store: EditorStore, node: NodeId): Frames | null {
  const state = store.getState();
  const [layer] = selectionOfElement(state.document, node).ids;
  return layer === undefined ? null : seenFrame(state, layer);
}

/** The use behind the one that is selected, in the order of the film; from the last to the first. */
export function nextUse<Use extends { readonly node: NodeId }>(
  document: TemplateDocument,
  uses: readonly Use[],
  selection: Selection,
): Use | null {
  const here = uses.findLastIndex(({ node }) => sameSelection(selectionOfElement(document, node), selection));
  return uses[(here + 1) % Math.max(1, uses.length)] ?? null;
}
