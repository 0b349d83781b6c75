import { ok, type Result } from '../lib/result.ts';
import type { Message } from '../messages/message.ts';
import { createDistinctNames, fillPattern, namesIn, parseNamePattern, safeFileName } from '../names/film-names.ts';
import type { ColumnUses } from './match-columns.ts';
import { type FilledVariable, rowValues } from './row-values.ts';
import type { Table } from './table.ts';

/** The films that rows of a table become. */
export interface FilmPlan {
  /** As the service takes it. */
  readonly filename: string;
  /** What is sent of each row: values of variables, and what only the file names use. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** What each film will be called; the service comes to the same. */
  readonly names: readonly string[];
  /** Names in the pattern that are neither columns nor variables. */
  readonly unknown: readonly string[];
  /** All names in the pattern. */
  readonly inFileNames: ReadonlySet<string>;
}

export interface FilmPlanInput {
  readonly table: Table;
  readonly uses: ColumnUses;
  readonly variables: readonly FilledVariable[];
  /** Numbers of the rows that are rendered, from 0, in order. */
  readonly chosen: readonly number[];
  readonly pattern: string;
  readonly extension: string;
}

/** Where the number of a row goes along: to the service `index` is the place among the rows that are sent. */
const ROW_NUMBER = 'row';

/**
 * Plans the films of the chosen rows. In a file name `${index}` is the number of the row in the table, so that a film
 * keeps its name whichever rows are rendered with it. The error says what is wrong with the pattern.
 */
export function planFilms(input: FilmPlanInput): Result<FilmPlan, Message> {
  const { table, uses, variables, chosen, pattern, extension } = input;
  const parsed = parseNamePattern(pattern);
  if (!parsed.ok) return parsed;
  const used = new Set(namesIn(parsed.value));
  const names = new Set(variables.map(({ name }) => name));
  const defaults = new Map(variables.map(({ name, default: fallback }) => [name, fallback ?? '']));
  // A variable goes before a column of the same name that is none.
  const extras = [...table.columns.entries()].filter(
    ([at, column]) => !names.has(column) && column !== 'index' && (uses[at] === null || used.has(column)),
  );
  const known = new Set([...names, ...extras.map(([, column]) => column), 'index']);
  const numberName = freeName(ROW_NUMBER, known);
  const distinct = createDistinctNames();
  const films = chosen.map((at) => {
    const row = table.rows[at] ?? [];
    const { values } = rowValues(row, uses, variables);
    const sent = {
      ...Object.fromEntries(extras.map(([column, name]) => [name, row[column] ?? ''])),
      ...Object.fromEntries(values),
      ...(used.has('index') && { [numberName]: String(at + 1) }),
    };
    const filled = fillPattern(parsed.value, (name) =>
      name === 'index' ? String(at + 1) : Object.hasOwn(sent, name) ? sent[name] : defaults.get(name),
    );
    return { sent, name: distinct(safeFileName(filled, extension)) };
  });
  return ok({
    filename: parsed.value
      .map((part) => (part.kind === 'text' ? part.text : `\${${part.name === 'index' ? numberName : part.name}}`))
      .join(''),
    rows: films.map(({ sent }) => sent),
    names: films.map(({ name }) => name),
    unknown: [...used].filter((name) => !known.has(name)),
    inFileNames: used,
  });
}

function freeName(requested: string, taken: ReadonlySet<string>): string {
  let name = requested;
  while (taken.has(name)) name = `${name}_`;
  return name;
}
