import { sceneAt, timelineOf } from '../../../shared/editing/timeline.ts';
import type { ScenePlace } from '../../../shared/film/film.ts';
import type { FrameRate } from '../../../shared/template/frame-rate.ts';
import type { Layer, Movie } from '../../../shared/template/movie.ts';

/** What a frame of the film shows, before any of it is decoded. */
export interface FramePlan {
  readonly place: ScenePlace;
  /** Counted from the scene's first. */
  readonly frame: number;
  readonly rate: FrameRate;
  /** Those that are switched on, from the lowest. */
  readonly layers: readonly Layer[];
}

/** The plan of a frame; null where the film has no frames. */
export function framePlan(movie: Movie, frame: number): FramePlan | null {
  const timeline = timelineOf(movie);
  const place = sceneAt(timeline, frame);
  if (place === null) return null;
  const within = Math.min(Math.max(0, frame - place.start), place.end - place.start - 1);
  return {
    place,
    frame: within,
    rate: movie.frameRate,
    layers: place.scene.layers.filter((layer) => layer.enabled),
  };
}
