import type { Selection } from '../../../shared/editing/selection.ts';
import { placeOfScene, sceneAt, timelineOf } from '../../../shared/editing/timeline.ts';
import type { ScenePlace } from '../../../shared/film/film.ts';
import type { NodeId } from '../../../shared/template/document.ts';
import type { Frames } from '../../../shared/template/frame-rate.ts';
import type { Layer, Movie } from '../../../shared/template/movie.ts';

/** The facts of the editor's state that decide what an action acts on. */
export interface EditorSight {
  readonly movie: Movie | null;
  readonly selection: Selection;
  readonly playhead: Frames;
}

/** A scene, and how far into it the playhead is; 0 on its first frame. */
export interface SceneAtPlayhead extends ScenePlace {
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

/** The selected scenes, in the order of the film; none while something else is selected. */
export function selectedScenes({ selection }: EditorSight): readonly NodeId[] {
  return selection.kind === 'scenes' ? selection.ids : [];
}

/** The layer that in and out are set on: the selected one, the one of a selected effect, or the only one of a scene. */
export function targetLayer({
  movie,
  selection,
}: EditorSight): { readonly layer: Layer; readonly place: ScenePlace } | null {
  const timeline = timelineOf(movie);
  for (const scene of timeline.scenes) {
    const layer = scene.layers.find((each) => isTarget(each, scene.id, scene.layers.length, selection));
    if (layer === undefined) continue;
    const place = placeOfScene(timeline, scene.id);
    return place === null ? null : { layer, place };
  }
  return null;
}

function isTarget(layer: Layer, scene: NodeId, count: number, selection: Selection): boolean {
  switch (selection.kind) {
    case 'movie':
      return false;
    case 'scenes':
      return count === 1 && selection.ids.length === 1 && selection.ids[0] === scene;
    case 'layer':
      return selection.id === layer.id;
    case 'effect':
      return layer.effects.some(({ id }) => id === selection.id);
    default:
      return selection satisfies never;
  }
}
