import type { Unseen } from '#renderer/state/unseen-layers.ts';
import { withInner } from '#shared/template/movie/inner-layers.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';

const seen = new WeakMap<Movie, { readonly unseen: Unseen; readonly movie: Movie }>();

/** The film without what the preview leaves out; the same for the same. Scenes that have none of it stay as they are. */
export function seenMovie(movie: Movie, unseen: Unseen): Movie {
  if (unseen.written === null && unseen.only === null) return movie;
  const known = seen.get(movie);
  if (known?.unseen === unseen) return known.movie;
  const scenes = movie.scenes.map((scene) => {
    const layers = seenLayers(scene.layers, unseen);
    return layers === scene.layers ? scene : { ...scene, layers };
  });
  const overlays = movie.overlays.map((overlay) => {
    const layers = seenLayers(overlay.layers, unseen);
    return layers === overlay.layers ? overlay : { ...overlay, layers };
  });
  const left = { ...movie, scenes, overlays };
  seen.set(movie, { unseen, movie: left });
  return left;
}

function seenLayers(layers: readonly Layer[], { written, only }: Unseen): readonly Layer[] {
  const inner = withInner(layers);
  const isAlone = only !== null && inner.some(({ id }) => only.has(id));
  if (!isAlone && !inner.some(({ id }) => id === written)) return layers;
  return layers.map((layer) => seenLayer(layer, { written, only: isAlone ? only : null }));
}

/** Itself, with all that is in it where it is one of those that are shown; switched off where it is none of them. */
function seenLayer(layer: Layer, unseen: Unseen): Layer {
  const { written, only } = unseen;
  if (layer.id === written) return { ...layer, enabled: false };
  const isIn = only === null || only.has(layer.id);
  if (layer.kind === 'group') {
    const inside = isIn ? { written, only: null } : unseen;
    const layers = layer.layers.map((each) => seenLayer(each, inside));
    const isShown = isIn || withInner(layer.layers).some(({ id }) => only.has(id));
    return { ...layer, layers, enabled: layer.enabled && isShown };
  }
  return isIn ? layer : { ...layer, enabled: false };
}
