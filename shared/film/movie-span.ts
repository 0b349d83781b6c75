import type { Movie, Scene } from '../template/movie/movie.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import { isPlainScene } from './plain-scene.ts';
import { settle } from './settle.ts';
import { isMixedPlainly } from './sound/mixed-plainly.ts';

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
 * scene that lies whole in the span stays as it is, so what was made of it before is used again. What a plain scene shows
 * depends on its own time by its sources alone, so they begin later; of any other it is noted which frames are shown.
 */
export function movieWithin(movie: Movie, { from, to: end }: WantedSpan): Movie {
  const to = end ?? Number.POSITIVE_INFINITY;
  const { stretches, length: whole } = settle(movie);
  const scenes = stretches
    .filter(({ start, end: next }) => start < to && next > from)
    .map((stretch) => {
      const { scene, start, end: next } = stretch;
      const skipped = frames(Math.max(0, from - start));
      const length = frames(Math.min(next, to) - Math.max(start, from));
      if (skipped === 0 && length === next - start) return scene;
      return isPlainScene(scene, movie) && isMixedPlainly(scene)
        ? cutScene(scene, skipped, length)
        : { ...scene, shown: { from: frames(stretch.from + skipped), length } };
    });
  return { ...movie, scenes, shown: { from: frames(from), whole } };
}

function cutScene(scene: Scene, skipped: Frames, duration: Frames): Scene {
  const layers = scene.layers.map((layer) =>
    layer.kind === 'video' ? { ...layer, skip: frames(layer.skip + skipped) } : layer,
  );
  return { ...scene, duration, layers };
}
