import type { Movie } from '../template/movie.ts';
import { type NamedSource, sourcesOfLayer } from '../template/used-sources.ts';
import { playedLayers } from './settle.ts';

/** Every source that the film is made of, wherever it is named: those of effects that are switched on, and of layers. */
export function playedSources(movie: Movie): readonly NamedSource[] {
  return playedLayers(movie).flatMap((layer) =>
    sourcesOfLayer({ ...layer, effects: layer.effects.filter(({ enabled }) => enabled) }),
  );
}
