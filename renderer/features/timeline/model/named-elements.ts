import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';

/** The scene of an id that an element of the page carries. */
export function sceneNamed(movie: Movie | null, id: string | null): NodeId | null {
  return movie?.scenes.find((scene) => scene.id === id)?.id ?? null;
}

/** The layer, effect or transition of such an id. */
export function childNamed(movie: Movie | null, id: string | null): NodeId | null {
  if (id === null) return null;
  const transition = movie?.transitions.find((each) => each.id === id);
  if (transition !== undefined) return transition.id;
  for (const { layers } of movie?.scenes ?? [])
    for (const layer of layers) {
      if (layer.id === id) return layer.id;
      const effect = layer.effects.find((each) => each.id === id);
      if (effect !== undefined) return effect.id;
    }
  return null;
}
