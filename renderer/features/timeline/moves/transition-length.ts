import type { PlacedTransition } from '#shared/film/scenes/film.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** Which end of the frames that show both scenes. */
export type TransitionEdge = 'start' | 'end';

/**
 * The length of a transition whose edge was dragged so many frames, to the right above 0: outward is longer, whichever
 * edge it is. It has a frame at least, and no more than the shorter of its scenes.
 */
export function draggedLength(
  movie: Pick<Movie, 'scenes'>,
  placed: PlacedTransition,
  edge: TransitionEdge,
  by: number,
) {
  const most = [placed.outgoing, placed.incoming].flatMap((at) =>
    at === null ? [] : (movie.scenes[at]?.duration ?? []),
  );
  const wanted = placed.length + Math.round(edge === 'start' ? -by : by);
  return Math.max(1, Math.min(wanted, ...most));
}
