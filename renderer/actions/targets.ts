import type { EditorState } from '#renderer/editor/editor-state.ts';
import { say } from '#renderer/strings/say.ts';
import type { EditorCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { layersOfSelection, type Selected, selectedScenes } from '#shared/editing/model/selection.ts';
import { type SceneOnTimeline, sceneAt, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { ActionContext } from './action.ts';

/** The facts of the editor's state that decide what an action acts on. */
export interface EditorSnapshot extends Selected {
  readonly movie: Movie | null;
  readonly playhead: Frames;
}

/** A scene, and how far into it the playhead is; 0 on its first frame. */
export interface SceneAtPlayhead extends SceneOnTimeline {
  readonly offset: number;
}

/** The scene under the playhead. At the film's very end it is the last, with its length as the offset. */
export function sceneAtPlayhead({ movie, playhead }: EditorSnapshot): SceneAtPlayhead | null {
  const place = sceneAt(timelineOf(movie), playhead);
  return place === null ? null : { ...place, offset: playhead - place.start };
}

/** Where a cut at the playhead would leave a frame on both sides; null where it would not. */
export function cutAtPlayhead(sight: EditorSnapshot): SceneAtPlayhead | null {
  const at = sceneAtPlayhead(sight);
  return at === null || at.offset <= 0 || at.offset >= at.scene.duration ? null : at;
}

/** The layer that in and out are set on: the one that is selected or holds what is, or the only one of a scene. */
export function targetLayer(sight: EditorSnapshot): { readonly layer: Layer; readonly place: SceneOnTimeline } | null {
  const timeline = timelineOf(sight.movie);
  const [id, ...others] = targetIds(sight);
  if (id === undefined || others.length > 0) return null;
  for (const scene of timeline.scenes) {
    const layer = scene.layers.find((each) => each.id === id);
    const place = layer === undefined ? null : sceneOfId(timeline, scene.id);
    if (layer !== undefined && place !== null) return { layer, place };
  }
  return null;
}

function targetIds(sight: EditorSnapshot): readonly NodeId[] {
  const layers = layersOfSelection(sight);
  if (layers.length > 0) return layers.map(({ id }) => id);
  const [scene, ...others] = selectedScenes(sight);
  const shown = others.length > 0 ? undefined : sight.movie?.scenes.find(({ id }) => id === scene);
  return shown?.layers.map(({ id }) => id) ?? [];
}

/** Whether there is a scene beyond the chosen ones on that side. */
export function canMove(order: readonly NodeId[], chosen: readonly NodeId[], direction: -1 | 1): boolean {
  if (chosen.length === 0) return false;
  const places = chosen.map((id) => order.indexOf(id));
  return direction < 0 ? Math.min(...places) > 0 : Math.max(...places) < order.length - 1;
}

/** Where the chosen scenes, as one block, stand after a move by one; see {@link ScenePosition}. */
export function moveTarget(order: readonly NodeId[], chosen: readonly NodeId[], direction: -1 | 1): ScenePosition {
  const places = chosen.map((id) => order.indexOf(id));
  return direction < 0 ? Math.max(0, Math.min(...places) - 1) : Math.min(order.length, Math.max(...places) + 2);
}

/** The open template's state; null outside of the editor. */
export function stateOf({ editor }: ActionContext): EditorState | null {
  return editor?.getState() ?? null;
}

/** Does it, and says why where it can't be done. */
export function dispatch({ editor, toasts }: ActionContext, command: EditorCommand): boolean {
  const result = editor?.actions.dispatch(command);
  if (result?.ok === false) toasts.show({ id: 'refused', message: say(result.error), tone: 'warning' });
  return result?.ok === true;
}
