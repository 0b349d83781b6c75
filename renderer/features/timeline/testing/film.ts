import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/**
 * Creates a movie with scenes of these lengths in frames, at 25 frames per second. `[30, 'off']` makes a disabled
 * scene.
 */
export function filmOf(lengths: readonly (number | readonly [number, 'off'])[]): Movie {
  const lines = lengths.map((length) =>
    typeof length === 'number' ? `<scene duration="${length}"/>` : `<scene duration="${length[0]}" enabled="false"/>`,
  );
  return movieOf(film(...lines));
}
