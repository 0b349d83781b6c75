import type { MediaSource, Movie } from './movie.ts';

/** Every source that a film shows, each once, in the order of the text; what is switched off is shown, too. */
export function usedSources(movie: Movie): readonly MediaSource[] {
  const used = new Map<string, MediaSource>();
  for (const { layers } of movie.scenes) {
    for (const { source } of layers) {
      const key = source.kind === 'asset' ? `asset ${source.name}` : `url ${source.url}`;
      if (!used.has(key)) used.set(key, source);
    }
  }
  return [...used.values()];
}
