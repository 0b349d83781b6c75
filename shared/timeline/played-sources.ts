import type { Layer, Movie } from '../template/movie/movie.ts';
import type { NamedSource } from '../template/movie/movie-kinds.ts';
import { sourcesOfFonts, sourcesOfLayer, sourcesOfSound, sourcesOfTransition } from '../template/movie/used-sources.ts';
import { buildTimeline, playedLayers } from './build-timeline.ts';

/** The sources by movie. They are cached, because each displayed frame and each text layout needs them. */
const sourcesByMovie = new WeakMap<Movie, readonly NamedSource[]>();
/** The sources by layer. They are cached, because an edit replaces only the changed layers. */
const sourcesByLayer = new WeakMap<Layer, readonly NamedSource[]>();

/** Returns all sources that the movie needs: for enabled effects, layers, sounds, and transitions, and for fonts. */
export function playedSources(movie: Movie): readonly NamedSource[] {
  const sources = sourcesByMovie.get(movie) ?? sourcesPlayedIn(movie);
  sourcesByMovie.set(movie, sources);
  return sources;
}

function layerSources(layer: Layer): readonly NamedSource[] {
  const sources =
    sourcesByLayer.get(layer) ?? sourcesOfLayer({ ...layer, effects: layer.effects.filter(({ enabled }) => enabled) });
  sourcesByLayer.set(layer, sources);
  return sources;
}

function sourcesPlayedIn(movie: Movie): readonly NamedSource[] {
  const layers = playedLayers(movie);
  const own = layers.flatMap(layerSources);
  const timeline = buildTimeline(movie);
  const played = timeline.transitions.flatMap(({ transition, length }) => (length > 0 ? transition : []));
  const between = played.flatMap(sourcesOfTransition);
  const transitionSounds = played.flatMap(({ look }) => (look.type === 'custom' ? look.sounds : []));
  const inScenes = timeline.scenes.flatMap(({ scene, start, end }) =>
    scene.enabled && end > start ? scene.sounds : [],
  );
  const over = movie.overlays.flatMap((overlay) => (overlay.enabled ? overlay.sounds : []));
  const sounds = [...inScenes, ...movie.sounds, ...over, ...transitionSounds].filter(({ enabled }) => enabled);
  return [...own, ...between, ...sounds.flatMap(sourcesOfSound), ...sourcesOfFonts(movie, layers)];
}
