import { film, movieOf } from '#shared/editing/testing/editing.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** A film of scenes of these lengths at 25 frames a second; `[30, 'off']` is switched off. */
export function filmOf(lengths: readonly (number | readonly [number, 'off'])[]): Movie {
  const lines = lengths.map((each) =>
    typeof each === 'number' ? `<scene duration="${each}"/>` : `<scene duration="${each[0]}" enabled="false"/>`,
  );
  return movieOf(film(...lines));
}
