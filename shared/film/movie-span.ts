import { type Frames, frames } from '../template/frame-rate.ts';
import type { Movie, Scene } from '../template/movie.ts';
import { settle } from './settle.ts';

/** Frames `from` to `to` of a film, without `to`; there is always at least one. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** A span as it is asked for: `to` is null for the film's end. */
export interface WantedSpan {
  readonly from: number;
  readonly to: number | null;
}

/**
 * The film that is those frames of a movie: scenes outside are left out, and those that the span cuts are shortened. A
 * scene that lies whole in the span stays as it is, so what was made of it before is used again. Nothing that a scene
 * shows depends on its own time but the place that its sources are read from.
 */
export function movieWithin(movie: Movie, { from, to: end }: WantedSpan): Movie {
  const to = end ?? Number.POSITIVE_INFINITY;
  const scenes = settle(movie)
    .stretches.filter(({ start, end: next }) => start < to && next > from)
    .map(({ scene, start, end: next }) =>
      cutScene(scene, frames(Math.max(0, from - start)), frames(Math.min(next, to) - Math.max(start, from))),
    );
  return { ...movie, scenes };
}

function cutScene(scene: Scene, skipped: Frames, duration: Frames): Scene {
  if (skipped === 0 && duration === scene.duration) return scene;
  const layers = scene.layers.map((layer) => ({ ...layer, skip: frames(layer.skip + skipped) }));
  return { ...scene, duration, layers };
}
