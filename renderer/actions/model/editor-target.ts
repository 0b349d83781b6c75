import { layersOfSelection, type Selected, selectedScenes } from '#shared/editing/selected-nodes.ts';
import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import { sceneAt, sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';

/** The facts of the editor's state that decide what an action acts on. */
export interface EditorSight extends Selected {
  readonly movie: Movie | null;
  readonly playhead: Frames;
}

/** A scene, and how far into it the playhead is; 0 on its first frame. */
export interface SceneAtPlayhead extends SceneOnTimeline {
  readonly offset: number;
}

/** The scene under the playhead. At the film's very end it is the last, with its length as the offset. */
export function sceneAtPlayhead({ movie, playhead }: EditorSight): SceneAtPlayhead | null {
  const place = sceneAt(timelineOf(movie), playhead);
  return place === null ? null : { ...place, offset: playhead - place.start };
}

/** Where a cut at the playhead would leave a frame on both sides; null where it would not. */
export function cutAtPlayhead(sight: EditorSight): SceneAtPlayhead | null {
  const at = sceneAtPlayhead(sight);
  return at === null || at.offset <= 0 || at.offset >= at.scene.duration ? null : at;
}

/** The layer that in and out are set on: the one that is selected or holds what is, or the only one of a scene. */
export function targetLayer(sight: EditorSight): { readonly layer: Layer; readonly place: SceneOnTimeline } | null {
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

function targetIds(sight: EditorSight): readonly NodeId[] {
  const layers = layersOfSelection(sight);
  if (layers.length > 0) return layers.map(({ id }) => id);
  const [scene, ...others] = selectedScenes(sight);
  const shown = others.length > 0 ? undefined : sight.movie?.scenes.find(({ id }) => id === scene);
  return shown?.layers.map(({ id }) => id) ?? [];
}
