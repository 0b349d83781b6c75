import type { Movie } from '../../template/movie/movie.ts';
import { frames } from '../../template/values/frame-rate.ts';

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
 * The movie of which `settle` shows only those frames, counted from the first that it shows now. Scenes, transitions and
 * sounds keep their own time, so every frame is that of the whole film.
 */
export function movieWithin(movie: Movie, { from, to }: WantedSpan): Movie {
  const before = movie.span ?? { from: 0, to: Number.POSITIVE_INFINITY };
  const end = to === null ? before.to : Math.min(before.to, before.from + to);
  return { ...movie, span: { from: frames(before.from + from), to: frames(Math.min(end, LAST)) } };
}

/** Behind the last frame of any film, and still a number that JSON has. */
const LAST = Number.MAX_SAFE_INTEGER;
