import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { withNestedLayers } from '#shared/template/movie/used-sources.ts';

/** Returns an id from an attribute if a scene of the movie has it; null otherwise. */
export function sceneNamed(movie: Movie | null, id: string | null): NodeId | null {
  return movie?.scenes.find((scene) => scene.id === id)?.id ?? null;
}

/**
 * Returns an id from an attribute if a scene, layer, sound, overlay, effect, or transition of the movie has it; null
 * otherwise.
 */
export function childNamed(movie: Movie | null, id: string | null): NodeId | null {
  if (id === null) return null;
  const transition = movie?.transitions.find((each) => each.id === id);
  if (transition !== undefined) return transition.id;
  for (const container of [...(movie?.scenes ?? []), ...(movie?.overlays ?? [])]) {
    if (container.id === id) return container.id;
    for (const layer of withNestedLayers(container.layers)) {
      if (layer.id === id) return layer.id;
      const effect = layer.effects.find((each) => each.id === id);
      if (effect !== undefined) return effect.id;
    }
    const sound = container.sounds.find((each) => each.id === id);
    if (sound !== undefined) return sound.id;
  }
  return movie?.sounds.find((each) => each.id === id)?.id ?? null;
}

/** Returns the id of the row that contains an HTML element; null if none does. */
export function rowIdOf(target: Element | null): NodeId | null {
  const id = target?.closest('[data-row]')?.getAttribute('data-part');
  return (id ?? null) as NodeId | null;
}

/** Returns an attribute of the nearest ancestor that has it; null if none does. */
export function attributeOf(target: Element | null, name: string): string | null {
  return target?.closest(`[${name}]`)?.getAttribute(name) ?? null;
}
