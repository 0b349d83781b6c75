import type { EditorState } from '#renderer/state/editor-state.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import type { ScenePosition } from '#shared/editing/commands.ts';
import { type Selection, sceneIds, selectNodes } from '#shared/editing/selection.ts';
import { sceneAt, sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';

/** The last scene of what was added at once, as long as the first of them stays selected. */
const lastOfAdded = new WeakMap<Selection, NodeId>();

/**
 * Where scenes go that are added at the playhead, counted in the scenes of the film: behind those that are selected, or
 * were just added, where the playhead is in one of them, so that one after the other stands behind the one before; else at
 * the nearer end of the scene under the playhead.
 */
export function indexAtPlayhead(state: EditorState): number {
  const { scenes, ...timeline } = timelineOf(state.movie);
  const place = sceneAt({ scenes, ...timeline }, state.playhead);
  if (place === null) return scenes.length;
  const selected = new Set(selectSceneIds(state));
  if (selected.has(place.scene.id)) {
    const added = lastOfAdded.get(state.selection);
    return scenes.findLastIndex(({ id }) => selected.has(id) || id === added) + 1;
  }
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

/** Selects the first scene that a step has added, and shows its beginning; `before` is the document that it was done on. */
export function selectAdded({ actions, getState }: EditorStore, before: TemplateDocument): void {
  const known = new Set(sceneIds(before));
  const added = sceneIds(getState().document).filter((id) => !known.has(id));
  const [first] = added;
  const last = added.at(-1);
  if (first === undefined || last === undefined) return;
  actions.select(selectNodes([first]));
  lastOfAdded.set(getState().selection, last);
  const place = sceneOfId(timelineOf(getState().movie), first);
  if (place !== null) actions.seek(place.start);
}
