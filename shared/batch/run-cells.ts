import { serviceLimits } from '../contract/shapes/limits.ts';

/** A film of a run: one row, one template, and one language. */
export interface RunCell {
  /** The index of the row, from 0. */
  readonly row: number;
  /** The requested language; null for the language of the template. */
  readonly language: string | null;
  /** The index of the template, from 0. */
  readonly movie: number;
}

/** The templates and languages of a run. */
export interface RunShape {
  readonly movies: number;
  /** The languages; null for one film per row and template. */
  readonly languages: readonly string[] | null;
  /** Returns the language of a row. Used only without `languages`. */
  readonly languageOf?: (row: number) => string | null;
}

/** The maximum number of films of a run. */
export const MAX_RUN_FILMS = serviceLimits.batchRows;

/** The names in a file name pattern whose values depend on the film instead of only on its row. */
export const FILM_NAMES = ['movie', 'language', 'width', 'height'] as const;
export type FilmNameValues = Readonly<Partial<Record<(typeof FILM_NAMES)[number], string | undefined>>>;

/** Returns the number of films per row. */
export function filmsPerRow({ movies, languages }: Pick<RunShape, 'movies' | 'languages'>): number {
  return movies * (languages?.length ?? 1);
}

/**
 * Returns the films of a run ordered by row, language, and template, so that films with the same sources are adjacent.
 */
export function runCells(rows: number, { movies, languages, languageOf = () => null }: RunShape): readonly RunCell[] {
  const movieIndexes = [...Array(movies).keys()];
  return [...Array(rows).keys()].flatMap((row) =>
    (languages ?? [languageOf(row)]).flatMap((language) => movieIndexes.map((movie) => ({ row, language, movie }))),
  );
}

/** Returns whether a name in a file name pattern depends on the film instead of only on its row. */
export function isFilmName(name: string): name is (typeof FILM_NAMES)[number] {
  return FILM_NAMES.some((each) => each === name);
}
