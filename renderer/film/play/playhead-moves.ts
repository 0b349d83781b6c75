import { clampFrame, nearbyCut, timelineOf } from '#shared/editing/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** Where the playhead goes by the keys and buttons beside play. Frames of the film, never outside of it. */
export interface PlayheadMoves {
  readonly step: (frames: number) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** To the nearest cut in a direction, or the film's end there. */
  readonly toCut: (direction: -1 | 1) => void;
}

/** The moves of the playhead that `read` gives, each done by a call of `seek`. */
export function playheadMoves(
  read: () => { readonly movie: Movie | null; readonly playhead: number },
  seek: (frame: number) => void,
): PlayheadMoves {
  const go = (to: (now: { readonly playhead: number; readonly timeline: ReturnType<typeof timelineOf> }) => number) => {
    const { movie, playhead } = read();
    const timeline = timelineOf(movie);
    seek(clampFrame(timeline, to({ playhead, timeline })));
  };
  return {
    step: (frames) => go(({ playhead }) => playhead + frames),
    toStart: () => go(() => 0),
    toEnd: () => go(({ timeline }) => timeline.total - 1),
    toCut: (direction) =>
      go(({ playhead, timeline }) =>
        direction === -1
          ? (nearbyCut(timeline, playhead, 'previous') ?? 0)
          : (nearbyCut(timeline, playhead, 'next') ?? timeline.total),
      ),
  };
}
