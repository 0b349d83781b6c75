import type { ScenePosition } from '../../../shared/editing/commands.ts';
import { sceneIds, selectNodes } from '../../../shared/editing/selection.ts';
import { sceneAt, timelineOf } from '../../../shared/editing/timeline.ts';
import type { TemplateDocument } from '../../../shared/template/document/document.ts';
import type { EditorState } from '../../state/editor-state.ts';
import type { EditorStore } from '../../state/editor-store.ts';
import { selectSceneIds } from '../../state/selectors.ts';

/**
 * Where scenes go that are added at the playhead, counted in the scenes of the film: behind those that are selected,
 * where the playhead is in one of them, so that one after the other stands behind the one before; else at the nearer
 * end of the scene under the playhead.
 */
export function indexAtPlayhead(state: EditorState): number {
  const { scenes, ...timeline } = timelineOf(state.movie);
  const place = sceneAt({ scenes, ...timeline }, state.playhead);
  if (place === null) return scenes.length;
  const selected = new Set(selectSceneIds(state));
  if (selected.has(place.scene.id)) return scenes.findLastIndex(({ id }) => selected.has(id)) + 1;
  const isNearStart = state.playhead - place.start < place.end - state.playhead;
  return isNearStart ? place.index : place.index + 1;
}

export function positionAtPlayhead(state: EditorState): ScenePosition {
  const behind = state.movie?.scenes[indexAtPlayhead(state)];
  return behind === undefined ? endOf(state) : { before: behind.id };
}

export function endOf({ movie }: Pick<EditorState, 'movie'>): ScenePosition {
  const last = movie?.scenes.at(-1);
  return last === undefined ? 0 : { after: last.id };
}

/** Selects all scenes that a step has added; `before` is the document that it was done on. */
export function selectAdded({ actions, getState }: EditorStore, before: TemplateDocument): void {
  const known = new Set(sceneIds(before));
  const order = sceneIds(getState().document);
  const added = order.filter((id) => !known.has(id));
  if (added.length > 1) actions.select(selectNodes(added));
}
