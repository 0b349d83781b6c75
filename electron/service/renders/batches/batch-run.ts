import { filmsPerRow, MAX_RUN_FILMS } from '#shared/batch/run-cells.ts';
import { isLanguageTag } from '#shared/formats/languages.ts';
import { message } from '#shared/messages/message.ts';
import { fieldIssue } from '../../errors/issues.ts';
import { type Issue, issueOf, ServiceError } from '../../errors/service-error.ts';
import type { Values } from '../../inspection/inspect-film.ts';
import { type BatchBody, INVALID } from './batch-values.ts';
import { type RowProblem, rowIssue } from './check-rows.ts';

/** The templates and languages that a run makes of each row. */
export interface RequestedRun {
  readonly movies: readonly string[];
  /** The languages of the films; null if each film has the language of its template or of its row. */
  readonly languages: readonly string[] | null;
  /** The column with the language of each row; null without such a column. */
  readonly languageColumn: string | null;
}

/**
 * Reads the templates and languages of a batch, and adds their problems to `issues`. `run` is null for a batch of one
 * `movie`.
 */
export function readRunShape(
  body: Pick<BatchBody, 'movie' | 'movies' | 'languages' | 'languageColumn' | 'rows'>,
  issues: Issue[],
): { readonly names: readonly string[]; readonly run: RequestedRun | null } {
  const { movie, movies, rows } = body;
  const languages = body.languages ?? null;
  const languageColumn = body.languageColumn ?? null;
  const refuse = (field: string, says: Parameters<typeof fieldIssue>[2]): void => {
    issues.push(fieldIssue('render/invalid', field, says));
  };
  const names = movies ?? (movie === undefined ? [] : [movie]);
  if ((movie === undefined) === (movies === undefined)) refuse('movies', message('field/movie-or-movies'));
  for (const name of repeatedIn(names)) refuse('movies', message('field/listed-twice', { field: 'movies', name }));
  if (languages !== null && languageColumn !== null) refuse('languageColumn', message('field/languages-or-column'));
  for (const [at, language] of (languages ?? []).entries()) {
    const field = `languages[${at + 1}]`;
    if (!isLanguageTag(language)) refuse('languages', message('field/no-language', { field }));
  }
  for (const name of repeatedIn(languages ?? []))
    refuse('languages', message('field/listed-twice', { field: 'languages', name }));
  if (languageColumn !== null && !rows.some((row) => Object.hasOwn(row, languageColumn)))
    refuse('languageColumn', message('batch/no-language-column', { name: languageColumn.slice(0, 255) }));
  const isRun = movies !== undefined || languages !== null || languageColumn !== null;
  return { names, run: isRun ? { movies: names, languages, languageColumn } : null };
}

function repeatedIn(names: readonly string[]): readonly string[] {
  const keys = names.map((name) => name.toLowerCase());
  return names.filter((_, at) => keys.indexOf(keys[at] ?? '') < at);
}

/** Throws `batch/too-many` for a run of more films than a batch can have. */
export function requireRunSize(rows: number, run: RequestedRun | null): void {
  if (run === null) return;
  const [movies, languages] = [run.movies.length, run.languages?.length ?? 1];
  const films = rows * filmsPerRow({ movies, languages: run.languages });
  if (films > MAX_RUN_FILMS)
    throw new ServiceError(
      'batch/too-many',
      message('batch/too-many-films', { rows, movies, languages, films, most: MAX_RUN_FILMS }),
    );
}

/** Returns the language of a row from a column; null for an empty cell or a missing column. */
export function languageIn(row: Values | undefined, column: string | null): string | null {
  const text = column === null ? '' : (row?.find(([name]) => name === column)?.[1] ?? '').trim();
  return text === '' ? null : text;
}

/** Returns a problem for a malformed language tag; an empty list for a valid tag or none. */
export function languageProblems(language: string | null, column: string | null): readonly RowProblem[] {
  if (language === null || isLanguageTag(language)) return [];
  return [{ code: INVALID, says: message('field/no-language', { field: column ?? 'languages' }), column }];
}

/** Returns the failure of a film that a run omits; null for a film without problems. */
export function cellError(
  problems: readonly RowProblem[],
  film: { readonly row: number; readonly movie: string; readonly language: string },
): ServiceError | null {
  const [first] = problems;
  if (first === undefined) return null;
  const says = message('batch/cell', {
    ...{ ...film, column: first.column, problem: first.says },
  });
  return new ServiceError('batch/cell', says, { issues: problems.map((problem) => rowIssue(problem, film.row)) });
}

/** Returns the issue that names a film that a run omits. */
export function cellIssue({ says }: ServiceError, row: number): Issue | null {
  return says && issueOf('batch/cell', says, { path: `rows[${row}]`, line: row });
}
