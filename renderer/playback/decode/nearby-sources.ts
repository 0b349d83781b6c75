import { sceneAt, sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { sourceKey, sourcesOfLayer } from '#shared/template/movie/used-sources.ts';
import { layersOf } from '#shared/timeline/build-timeline.ts';

/** Returns the first frames of the current scene and its neighbors, nearest first, up to `most`. */
export function nearbyStarts(movie: Movie, frame: number, most: number): readonly number[] {
  const timeline = timelineOf(movie);
  const here = sceneAt(timeline, frame);
  if (here === null) return [];
  const starts: number[] = [];
  const take = (index: number) => {
    const near = sceneOfIndex(timeline, index);
    if (near !== null && near.end > near.start && starts.length < most) starts.push(near.start);
  };
  take(here.index);
  for (let away = 1; away < timeline.scenes.length && away <= most; away++) {
    take(here.index + away);
    take(here.index - away);
  }
  return starts;
}

/**
 * Returns up to `most` sources of the current scene and its neighbors, each once, nearest first; of two equally near
 * scenes, the later one comes first. The caller opens them ahead of the playhead.
 */
export function nearbySources(movie: Movie, frame: number, most: number): readonly MediaSource[] {
  const timeline = timelineOf(movie);
  const here = sceneAt(timeline, frame);
  if (here === null) return [];
  const found = new Map<string, MediaSource>();
  const take = (index: number) => {
    const near = sceneOfIndex(timeline, index);
    for (const { source, kind } of near === null ? [] : layersOf(near.scene).flatMap(sourcesOfLayer))
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
