import type { EditorState } from '#renderer/state/editor-state.ts';
import { selectSceneIds } from '#renderer/state/selectors.ts';
import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';

export interface SelectionChange {
  /** Scenes that were selected before. */
  readonly before: readonly NodeId[];
  /** Somebody selected something; else an edit changed what is selected. */
  readonly isChoice: boolean;
}

/** Whether the playhead goes anywhere by itself: not while the film plays or somebody drags, nor where it is told not to. */
export function mayFollow(
  { playing, gesture }: Pick<EditorState, 'playing' | 'gesture'>,
  { playheadFollows }: { readonly playheadFollows: boolean },
): boolean {
  return playheadFollows && !playing && gesture === null;
}

/**
 * The scene that the playhead goes to, to show what is selected: the first that came to those that were selected
 * before, or the only one that is chosen. Null where the playhead stays: it is within that scene, or the scene takes no
 * time.
 */
export function followedScene(state: EditorState, { before, isChoice }: SelectionChange): SceneOnTimeline | null {
  const ids = selectSceneIds(state);
  const wanted = isChoice && ids.length === 1 ? ids[0] : ids.find((id) => !before.includes(id));
  const place = wanted === undefined ? null : sceneOfId(timelineOf(state.movie), wanted);
  if (place === null || place.start === place.end) return null;
  const isWithin = state.playhead >= place.start && state.playhead < place.end;
  return isWithin ? null : place;
}
