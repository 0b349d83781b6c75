import { placeOf, sceneAt, timelineOf } from '../../../shared/editing/timeline.ts';
import { layersOf } from '../../../shared/film/settle.ts';
import type { MediaSource } from '../../../shared/template/movie/media-source.ts';
import type { Movie } from '../../../shared/template/movie/movie.ts';
import { sourceKey, sourcesOfLayer } from '../../../shared/template/movie/used-sources.ts';

/**
 * What will be looked at if somebody goes on from a frame: the sources of its scene and of those around it, each once,
 * the nearest first and of two as near the later one. At most so many.
 */
export function nearbySources(movie: Movie, frame: number, most: number): readonly MediaSource[] {
  const timeline = timelineOf(movie);
  const here = sceneAt(timeline, frame);
  if (here === null) return [];
  const found = new Map<string, MediaSource>();
  const take = (index: number) => {
    const place = placeOf(timeline, index);
    for (const { source, kind } of place === null ? [] : layersOf(place.scene).flatMap(sourcesOfLayer))
      if (kind === 'media' && found.size < most) found.set(sourceKey(source), source);
  };
  take(here.index);
  const scenes = timeline.scenes.length;
  for (let away = 1; away < scenes && away <= most && found.size < most; away++) {
    take(here.index + away);
    take(here.index - away);
  }
  return [...found.values()];
}
