import { clampFrame, nearbyCut, timelineOf } from '#shared/editing/model/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** The moves of the playhead by keys and buttons, clamped to the movie. */
export interface PlayheadMoves {
  readonly step: (frames: number) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** Moves to the next cut in a direction, or to that end of the movie. */
  readonly toCut: (direction: -1 | 1) => void;
}

/** Creates the moves on the state that `read` returns. Each move calls `seek` once. */
export function playheadMoves(
  read: () => { readonly movie: Movie | null; readonly playhead: number },
  seek: (frame: number) => void,
): PlayheadMoves {
  const moveTo = (
    to: (now: { readonly playhead: number; readonly timeline: ReturnType<typeof timelineOf> }) => number,
  ) => {
    const { movie, playhead } = read();
    const timeline = timelineOf(movie);
    seek(clampFrame(timeline, to({ playhead, timeline })));
  };
  return {
    step: (frames) => moveTo(({ playhead }) => playhead + frames),
    toStart: () => moveTo(() => 0),
    toEnd: () => moveTo(({ timeline }) => timeline.total - 1),
    toCut: (direction) =>
      moveTo(({ playhead, timeline }) =>
        direction === -1
          ? (nearbyCut(timeline, playhead, 'previous') ?? 0)
          : (nearbyCut(timeline, playhead, 'next') ?? timeline.total),
      ),
  };
}
