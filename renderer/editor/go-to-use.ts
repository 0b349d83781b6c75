import { indexOf } from '#shared/editing/model/document-index.ts';
import { frameToShowLayer } from '#shared/editing/model/seen-frame.ts';
import { type Selection, sameSelection, selectionOfElement } from '#shared/editing/model/selection.ts';
import { sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { Editor } from './editor.ts';

/**
 * Selects an element and shows a frame that contains it. If the current frame contains it, the playhead does not move.
 */
export function goToNode(editor: Editor, node: NodeId): void {
  const { document, movie, playhead } = editor.document.state;
  const scene = indexOf(document).elements.get(node)?.scene;
  const scenePlace = scene ? sceneOfId(timelineOf(movie), scene.id) : null;
  const visibleFrame = layerFrame(editor, node);
  if (visibleFrame !== null) editor.playback.seek(visibleFrame);
  else if (scenePlace !== null && (playhead < scenePlace.start || playhead >= scenePlace.end))
    editor.playback.seek(scenePlace.start);
  editor.selection.set(selectionOfElement(document, node));
}

/** Returns a frame that shows the layer of an element; null if the element is not part of a layer. */
function layerFrame(editor: Editor, node: NodeId): Frames | null {
  const state = editor.document.state;
  const [layer] = selectionOfElement(state.document, node).ids;
  return layer === undefined ? null : frameToShowLayer(state, layer);
}

/** Returns the use after the selected use in document order, wrapping around to the first use; null without uses. */
export function nextUse<Use extends { readonly node: NodeId }>(
  document: TemplateDocument,
  uses: readonly Use[],
  selection: Selection,
): Use | null {
  const currentIndex = uses.findLastIndex(({ node }) => sameSelection(selectionOfElement(document, node), selection));
  return uses[(currentIndex + 1) % Math.max(1, uses.length)] ?? null;
}
