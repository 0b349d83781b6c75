import { sceneAt, sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { sourceKey, sourcesOfLayer } from '#shared/template/movie/used-sources.ts';
import { layersOf } from '#shared/timeline/build-timeline.ts';

/** Returns the first frames of the current scene and its neighbors, nearest scene first, at most `most`. */
export function nearbyStarts(movie: Movie, frame: number, most: number): readonly number[] {
  const timeline = timelineOf(movie);
  const currentScene = sceneAt(timeline, frame);
  if (currentScene === null) return [];
  const starts: number[] = [];
  const addScene = (index: number) => {
    const nearbyScene = sceneOfIndex(timeline, index);
    if (nearbyScene !== null && nearbyScene.end > nearbyScene.start && starts.length < most)
      starts.push(nearbyScene.start);
  };
  addScene(currentScene.index);
  for (let distance = 1; distance < timeline.scenes.length && distance <= most; distance++) {
    addScene(currentScene.index + distance);
    addScene(currentScene.index - distance);
  }
  return starts;
}

/**
 * Returns the distinct sources of the current scene and its neighbors, at most `most`. Nearest scenes come first; at
 * equal distance, the later scene comes first. The caller opens the sources ahead of the playhead.
 */
export function nearbySources(movie: Movie, frame: number, most: number): readonly MediaSource[] {
  const timeline = timelineOf(movie);
  const currentScene = sceneAt(timeline, frame);
  if (currentScene === null) return [];
  const foundSources = new Map<string, MediaSource>();
  const addScene = (index: number) => {
    const nearbyScene = sceneOfIndex(timeline, index);
    for (const { source, kind } of nearbyScene === null ? [] : layersOf(nearbyScene.scene).flatMap(sourcesOfLayer))
      if (kind === 'media' && foundSources.size < most) foundSources.set(sourceKey(source), source);
  };
  addScene(currentScene.index);
  const scenes = timeline.scenes.length;
  for (let distance = 1; distance < scenes && distance <= most && foundSources.size < most; distance++) {
    addScene(currentScene.index + distance);
    addScene(currentScene.index - distance);
  }
  return [...foundSources.values()];
}
