import { ok, type Result } from '../lib/result.ts';
import type { Message } from '../messages/message.ts';
import {
  createFilmNames,
  fillPathPattern,
  fillPattern,
  type NameChange,
  namesIn,
  parseNamePattern,
} from '../names/film-names.ts';
import type { ColumnUses } from './match-columns.ts';
import { type FilledVariable, rowValues } from './row-values.ts';
import { FILM_NAMES, type FilmNameValues, isFilmName } from './run-cells.ts';
import type { Table } from './table.ts';

/** The films of the rows of a table. */
export interface FilmPlan {
  /** The file name pattern that is sent to the service. */
  readonly filename: string;
  /**
   * The data of each row for the service: the values of variables, and the cells of columns that fill no variable or
   * occur in file names.
   */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** The file name of each film; the service generates the same names. */
  readonly names: readonly string[];
  /** The result of the pattern for each film, before the names are made valid and distinct. */
  readonly requested: readonly string[];
  /** The file names that differ from the result of the pattern. Rows count from 1, as in the table. */
  readonly changes: readonly (NameChange & { readonly row: number })[];
  /** Names in the pattern that are neither columns nor variables. */
  readonly unknown: readonly string[];
  readonly inFileNames: ReadonlySet<string>;
}

export interface FilmPlanInput {
  readonly table: Table;
  readonly uses: ColumnUses;
  readonly variables: readonly FilledVariable[];
  /** Indexes of the rendered rows in order, from 0. */
  readonly chosen: readonly number[];
  readonly pattern: string;
  readonly extension: string;
  /** The films of a run in order. If absent, each row makes one film. */
  readonly run?: readonly RunFilm[] | undefined;
  /** Whether each `/` in the pattern's own text separates folders. The default is true. */
  readonly folders?: boolean;
}

export interface RunFilm {
  /** The index of its row, from 0. */
  readonly row: number;
  /** The values for its file name that depend on the film, and not on its row. */
  readonly own: FilmNameValues;
}

/**
 * The key for the row number in the table. The service uses `index` for the position among the rows that it receives.
 */
const ROW_NUMBER = 'row';

/**
 * Plans the films of the chosen rows. In a file name, `${index}` is the row number in the table, so the name of a film
 * does not depend on the other chosen rows. Returns an error if the pattern is invalid.
 */
export function planFilms(input: FilmPlanInput): Result<FilmPlan, Message> {
  const { table, uses, variables, chosen, pattern, extension, run, folders = true } = input;
  const parsed = parseNamePattern(pattern, { folders });
  if (!parsed.ok) return parsed;
  const used = new Set(namesIn(parsed.value));
  const names = new Set(variables.map(({ name }) => name));
  const defaults = new Map(variables.map(({ name, default: fallback }) => [name, fallback ?? '']));
  // Omit a column with the name of a variable, because the variable takes precedence.
  const extras = [...table.columns.entries()].filter(
    ([at, column]) => !names.has(column) && column !== 'index' && (uses[at] === null || used.has(column)),
  );
  const usableNames = new Set([...names, ...extras.map(([, column]) => column), 'index', ...(run ? FILM_NAMES : [])]);
  const numberName = freeName(ROW_NUMBER, usableNames);
  const sentOf = (at: number): Readonly<Record<string, string>> => {
    const row = table.rows[at] ?? [];
    const { values } = rowValues(row, uses, variables);
    return {
      ...Object.fromEntries(extras.map(([column, name]) => [name, row[column] ?? ''])),
      ...Object.fromEntries(values),
      ...(used.has('index') && { [numberName]: String(at + 1) }),
    };
  };
  const rows = new Map(chosen.map((at) => [at, sentOf(at)]));
  const nameFor = createFilmNames(extension, { folders });
  const films = (run ?? chosen.map((row) => ({ row, own: null }))).map(({ row, own }) => {
    const sent = rows.get(row) ?? {};
    const valueAt = (name: string) => {
      if (name === 'index') return String(row + 1);
      const ofFilm = own !== null && isFilmName(name) ? own[name] : undefined;
      return ofFilm ?? (Object.hasOwn(sent, name) ? sent[name] : defaults.get(name));
    };
    const filled = fillPattern(parsed.value, valueAt);
    return { row: row + 1, filled, ...nameFor(folders ? fillPathPattern(parsed.value, valueAt) : filled, filled) };
  });
  return ok({
    filename: parsed.value
      .map((part) => (part.kind === 'text' ? part.text : `\${${part.name === 'index' ? numberName : part.name}}`))
      .join(''),
    rows: [...rows.values()],
    names: films.map(({ name }) => name),
    requested: films.map(({ filled }) => filled),
    changes: films.flatMap(({ row, change }) => (change === null ? [] : [{ row, ...change }])),
    unknown: [...used].filter((name) => !usableNames.has(name)),
    inFileNames: used,
  });
}

function freeName(requested: string, taken: ReadonlySet<string>): string {
  let name = requested;
  while (taken.has(name)) name = `${name}_`;
  return name;
}
