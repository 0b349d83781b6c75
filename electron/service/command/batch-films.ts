import { basename, extname, resolve } from 'node:path';
import { createRowChecker, type RowChecker, type RowProblem } from '#shared/batch/check-row.ts';
import { type FilmNameValues, filmsPerRow, MAX_RUN_FILMS, type RunCell, runCells } from '#shared/batch/run-cells.ts';
import type { Table } from '#shared/batch/table.ts';
import type { CheckFinding } from '#shared/film-check/report.ts';
import { isLanguageTag } from '#shared/formats/languages.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { enumeration, someOf } from '#shared/messages/quoting.ts';
import { isUsed, listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { filmLanguage } from '#shared/template/variables/film-language.ts';
import { spreadsheetCell } from '../renders/batches/manifest.ts';
import type { BatchInvocation } from './arguments.ts';
import { allProblems, type LoadedTemplate, loadTemplate } from './files/load-template.ts';
import { CommandError } from './shown/report.ts';

/** The result of a film. */
export interface BatchRow {
  /** The number of the row in the table, or of the film in a run; both start at 1. */
  readonly index: number;
  readonly filename: string;
  readonly state: 'succeeded' | 'failed' | 'cancelled';
  readonly error: string | null;
  /** The names of the files of the film's package. */
  readonly files: readonly string[];
  /** Warnings about possible mistakes, one sentence each. */
  readonly warnings: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** The errors and warnings of a film that the check refuses; absent for other films. */
  readonly findings?: readonly CheckFinding[];
  /** The place of the film in a run; absent for other films. */
  readonly cell?: { readonly row: number; readonly movie: string; readonly language: string };
  /** The facts of a film of a run; absent for other films, and null if no film was made. */
  readonly facts?: FilmFacts | null;
}

export interface FilmFacts {
  readonly frames: number;
  readonly durationSeconds: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A template of a batch. */
export interface Subject {
  readonly name: string;
  /** Null if the file is not acceptable XML; then `problems` has an error. */
  readonly document: TemplateDocument | null;
  readonly variables: readonly Variable[];
  readonly defaults: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
  readonly displayed: LoadedTemplate['displayed'];
}

/** Reads a template and its variables. Throws {@link CommandError} for an unreadable file. */
export async function readSubject(name: string, folder: string): Promise<Subject> {
  const template = await loadTemplate(resolve(folder, name), name);
  const list = template.source && listVariables(template.source.document);
  const variables = (list?.variables ?? []).filter(isUsed);
  return {
    ...{ name, document: template.source?.document ?? null, variables, displayed: template.displayed },
    defaults: new Map(variables.flatMap((each) => (each.default === null ? [] : [[each.name, each.default]]))),
    problems: allProblems(template, list?.findings ?? []),
  };
}

/** Returns the checker of the films of a readable template. */
export function checkerOf(
  { document }: Subject,
  options: { readonly assets: readonly string[]; readonly mapped: ReadonlySet<string> },
): RowChecker {
  return createRowChecker({
    ...options,
    document: required(document, 'a readable template'),
    missingAsset: (name) => message('source/not-in-assets-folder', { name }),
  });
}

/** The problems of a film, and the values for its file name. */
export interface FilmCheck {
  readonly problems: readonly RowProblem[];
  readonly own: FilmNameValues;
}

export function checkFilm(
  { name, document, defaults }: Subject,
  checker: RowChecker,
  film: {
    readonly cell: RunCell;
    readonly values: ReadonlyMap<string, string>;
    readonly languageColumn: string | null;
  },
): FilmCheck {
  const { cell, values, languageColumn } = film;
  const { problems, size } = checker.check(values);
  const { root } = required(document, 'a readable template');
  return {
    problems: [...languageProblems(cell.language, languageColumn), ...problems],
    own: {
      movie: basename(name, extname(name)),
      language: filmLanguage(root, { values, defaults }),
      width: size?.width.toString(),
      height: size?.height.toString(),
    },
  };
}

type RunArguments = Pick<BatchInvocation, 'templates' | 'languages' | 'languageColumn'>;

/** Checks whether the batch is a run: several films per row, or films in several languages. */
export function isRunOf({ templates, languages, languageColumn }: RunArguments): boolean {
  return templates.length > 1 || languages !== null || languageColumn !== null;
}

/** Returns the films in order. Throws `command/rows-refused`. */
export function cellsOf(
  args: RunArguments & Pick<BatchInvocation, 'rows'>,
  { columns, rows }: Table,
): readonly RunCell[] {
  const { templates, languages, languageColumn } = args;
  const column = languageColumn === null ? -1 : columns.indexOf(languageColumn);
  if (languageColumn !== null && column < 0)
    throw new CommandError(
      'command/rows-refused',
      `${args.rows}: there is no column “${languageColumn}”. ${columnsText(columns)}`,
    );
  const films = rows.length * filmsPerRow({ movies: templates.length, languages });
  if (films > MAX_RUN_FILMS) {
    const counts = { rows: rows.length, movies: templates.length, languages: languages?.length ?? 1 };
    const says = message('batch/too-many-films', { ...counts, films, most: MAX_RUN_FILMS });
    throw new CommandError('command/rows-refused', `${args.rows}: ${inEnglish(says)}`);
  }
  const languageOf = (row: number) => rows[row]?.[column]?.trim() || null;
  return runCells(rows.length, { movies: templates.length, languages, languageOf });
}

/** Returns a problem for a malformed language tag; an empty list for a valid tag or none. */
function languageProblems(language: string | null, variable: string | null): readonly RowProblem[] {
  if (language === null || isLanguageTag(language)) return [];
  const field = variable ?? 'languages';
  return [{ severity: 'error', variable, says: message('field/no-language', { field }) }];
}

/** Returns a sentence with the names of the columns. It helps users notice a wrong delimiter or header row. */
export function columnsText(columns: readonly string[]): string {
  const names = enumeration(someOf(columns));
  return columns.length === 1 ? `The only column is ${names}.` : `The columns are ${names}.`;
}

/** Returns a line for users about a film. */
export function rowLine({ index, filename, state, error, cell }: BatchRow): string {
  const place = cell === undefined ? `row ${index}` : `row ${cell.row}, ${cell.movie}, ${cell.language}`;
  return `${place}: ${state === 'succeeded' ? filename : (error ?? state)}`;
}

/** Returns a row of the manifest. The manifest of a run has the same fields as the service's manifest. */
export function manifestRow({ cell, facts, ...row }: BatchRow): Readonly<Record<string, unknown>> {
  if (cell === undefined) return row;
  return { ...row, ...cell, ...(facts ?? { frames: null, durationSeconds: null, bytes: null, sha256: null }) };
}

const COLUMNS = ['index', 'filename', 'state', 'error', 'files'] as const;
const RUN_COLUMNS = [
  ...(['row', 'movie', 'language', 'filename', 'state', 'frames', 'durationSeconds', 'bytes', 'sha256'] as const),
  ...(['files', 'error', 'index'] as const),
];

/** Returns the manifest as CSV. It omits the columns of the service's manifest that only a service can fill. */
export function manifestCsv(rows: readonly BatchRow[]): string {
  const names = [...new Set(rows.flatMap(({ variables }) => Object.keys(variables)))];
  const isRun = rows.some(({ cell }) => cell !== undefined);
  const columns: readonly string[] = isRun ? RUN_COLUMNS : COLUMNS;
  const lines = rows.map((row) => {
    const cells = new Map(Object.entries({ ...manifestRow(row), files: row.files.join('; ') }));
    return [
      ...columns.map((column) => (cells.get(column) ?? null) as string | number | null),
      ...names.map((name) => row.variables[name] ?? null),
    ];
  });
  return [[...columns, ...names.map((name) => `variables.${name}`)], ...lines]
    .map((cells) => `${cells.map((cell) => spreadsheetCell(cell, isRun)).join(',')}\r\n`)
    .join('');
}
