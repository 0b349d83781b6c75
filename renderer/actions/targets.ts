import type { EditorState } from '#renderer/editor/editor-state.ts';
import { say } from '#renderer/strings/say.ts';
import type { EditorCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { layersOfSelection, type Selected, selectedScenes } from '#shared/editing/model/selection.ts';
import { type SceneOnTimeline, sceneAt, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { ActionContext } from './action.ts';

/** The editor state that determines the targets of actions. */
export interface EditorSnapshot extends Selected {
  readonly movie: Movie | null;
  readonly playhead: Frames;
}

/** The scene at the playhead, with the playhead's offset in frames from the first frame of the scene. */
export interface SceneAtPlayhead extends SceneOnTimeline {
  readonly offset: number;
}

/**
 * Returns the current scene; null for an empty movie. At the end of the movie, returns the last scene with an offset
 * equal to its length.
 */
export function sceneAtPlayhead({ movie, playhead }: EditorSnapshot): SceneAtPlayhead | null {
  const place = sceneAt(timelineOf(movie), playhead);
  return place === null ? null : { ...place, offset: playhead - place.start };
}

/** Returns the scene that can be split at the playhead; null if one of the halves would be empty. */
export function cutAtPlayhead(snapshot: EditorSnapshot): SceneAtPlayhead | null {
  const at = sceneAtPlayhead(snapshot);
  return at === null || at.offset <= 0 || at.offset >= at.scene.duration ? null : at;
}

/**
 * Returns the layer for in and out points: the selected layer, the layer of the selected element, or the only layer of
 * the scene. Null if there is none, or if several are selected.
 */
export function targetLayer(
  snapshot: EditorSnapshot,
): { readonly layer: Layer; readonly place: SceneOnTimeline } | null {
  const timeline = timelineOf(snapshot.movie);
  const [id, ...others] = targetIds(snapshot);
  if (id === undefined || others.length > 0) return null;
  for (const scene of timeline.scenes) {
    const layer = scene.layers.find((each) => each.id === id);
    const place = layer === undefined ? null : sceneOfId(timeline, scene.id);
    if (layer !== undefined && place !== null) return { layer, place };
  }
  return null;
}

function targetIds(snapshot: EditorSnapshot): readonly NodeId[] {
  const layers = layersOfSelection(snapshot);
  if (layers.length > 0) return layers.map(({ id }) => id);
  const [scene, ...others] = selectedScenes(snapshot);
  const shown = others.length > 0 ? undefined : snapshot.movie?.scenes.find(({ id }) => id === scene);
  return shown?.layers.map(({ id }) => id) ?? [];
}

/** Returns whether the chosen scenes can move one position in this direction. */
export function canMove(order: readonly NodeId[], chosen: readonly NodeId[], direction: -1 | 1): boolean {
  if (chosen.length === 0) return false;
  const places = chosen.map((id) => order.indexOf(id));
  return direction < 0 ? Math.min(...places) > 0 : Math.max(...places) < order.length - 1;
}

/** Returns the insertion position that moves the chosen scenes one position as a block; see {@link ScenePosition}. */
export function moveTarget(order: readonly NodeId[], chosen: readonly NodeId[], direction: -1 | 1): ScenePosition {
  const places = chosen.map((id) => order.indexOf(id));
  return direction < 0 ? Math.max(0, Math.min(...places) - 1) : Math.min(order.length, Math.max(...places) + 2);
}

/** Returns the state of the open template; null outside the editor. */
export function stateOf({ editor }: ActionContext): EditorState | null {
  return editor?.document.state ?? null;
}

/** Runs a command. Shows the reason and returns false if the editor refuses the command. */
export function dispatch({ editor, toasts }: ActionContext, command: EditorCommand): boolean {
  const result = editor?.document.dispatch(command);
  if (result?.ok === false) toasts.show({ id: 'refused', message: say(result.error), tone: 'warning' });
  return result?.ok === true;
}
