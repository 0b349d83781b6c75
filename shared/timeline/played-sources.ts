import type { Layer, Movie } from '../template/movie/movie.ts';
import {
  type NamedSource,
  sourcesOfFonts,
  sourcesOfLayer,
  sourcesOfSound,
  sourcesOfTransition,
} from '../template/movie/used-sources.ts';
import { buildTimeline, playedLayers } from './build-timeline.ts';

/** Cached by movie, because each displayed frame and each text layout requests them. */
const known = new WeakMap<Movie, readonly NamedSource[]>();
/** Cached by layer, because an edit replaces only the layers that it changes. */
const knownOfLayers = new WeakMap<Layer, readonly NamedSource[]>();

/**
 * Returns every source that the movie needs, wherever it is named: by enabled effects, layers, sounds, transitions, and
 * fonts.
 */
export function playedSources(movie: Movie): readonly NamedSource[] {
  const sources = known.get(movie) ?? sourcesPlayedIn(movie);
  known.set(movie, sources);
  return sources;
}

function ofLayer(layer: Layer): readonly NamedSource[] {
  const sources =
    knownOfLayers.get(layer) ?? sourcesOfLayer({ ...layer, effects: layer.effects.filter(({ enabled }) => enabled) });
  knownOfLayers.set(layer, sources);
  return sources;
}

function sourcesPlayedIn(movie: Movie): readonly NamedSource[] {
  const layers = playedLayers(movie);
  const own = layers.flatMap(ofLayer);
  const film = buildTimeline(movie);
  const played = film.transitions.flatMap(({ transition, length }) => (length > 0 ? transition : []));
  const between = played.flatMap(sourcesOfTransition);
  const heard = played.flatMap(({ look }) => (look.type === 'custom' ? look.sounds : []));
  const inScenes = film.scenes.flatMap(({ scene, start, end }) => (scene.enabled && end > start ? scene.sounds : []));
  const over = movie.overlays.flatMap((overlay) => (overlay.enabled ? overlay.sounds : []));
  const sounds = [...inScenes, ...movie.sounds, ...over, ...heard].filter(({ enabled }) => enabled);
  return [...own, ...between, ...sounds.flatMap(sourcesOfSound), ...sourcesOfFonts(movie, layers)];
}
