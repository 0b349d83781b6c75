import type { NodeId } from '#shared/template/document/document.ts';
import { withInner } from '#shared/template/movie/inner-layers.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** The scene of an id that an element of the page carries. */
export function sceneNamed(movie: Movie | null, id: string | null): NodeId | null {
  return movie?.scenes.find((scene) => scene.id === id)?.id ?? null;
}

/** The layer, sound, overlay, effect or transition of such an id. */
export function childNamed(movie: Movie | null, id: string | null): NodeId | null {
  if (id === null) return null;
  const transition = movie?.transitions.find((each) => each.id === id);
  if (transition !== undefined) return transition.id;
  for (const holder of [...(movie?.scenes ?? []), ...(movie?.overlays ?? [])]) {
    if (holder.id === id) return holder.id;
    for (const layer of withInner(holder.layers)) {
      if (layer.id === id) return layer.id;
      const effect = layer.effects.find((each) => each.id === id);
      if (effect !== undefined) return effect.id;
    }
    const sound = holder.sounds.find((each) => each.id === id);
    if (sound !== undefined) return sound.id;
  }
  return movie?.sounds.find((each) => each.id === id)?.id ?? null;
}
