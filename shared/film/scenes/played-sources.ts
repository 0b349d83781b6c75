import type { Movie } from '../../template/movie/movie.ts';
import {
  type NamedSource,
  sourcesOfFonts,
  sourcesOfLayer,
  sourcesOfSound,
  sourcesOfTransition,
} from '../../template/movie/used-sources.ts';
import { playedLayers, settle } from './settle.ts';

/** Every source that the film is made of, wherever it is named: those of effects that are switched on, of layers and sounds. */
export function playedSources(movie: Movie): readonly NamedSource[] {
  const layers = playedLayers(movie);
  const own = layers.flatMap((layer) =>
    sourcesOfLayer({ ...layer, effects: layer.effects.filter(({ enabled }) => enabled) }),
  );
  const film = settle(movie);
  const played = film.transitions.flatMap(({ transition, length }) => (length > 0 ? transition : []));
  const between = played.flatMap(sourcesOfTransition);
  const heard = played.flatMap(({ look }) => (look.type === 'custom' ? look.sounds : []));
  const inScenes = film.scenes.flatMap(({ scene, start, end }) => (scene.enabled && end > start ? scene.sounds : []));
  const over = movie.overlays.flatMap((overlay) => (overlay.enabled ? overlay.sounds : []));
  const sounds = [...inScenes, ...movie.sounds, ...over, ...heard].filter(({ enabled }) => enabled);
  return [...own, ...between, ...sounds.flatMap(sourcesOfSound), ...sourcesOfFonts(movie, layers)];
}
