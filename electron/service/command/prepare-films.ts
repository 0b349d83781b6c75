import { readdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkColumns, unknownLists } from '#shared/batch/check-columns.ts';
import type { RowChecker } from '#shared/batch/check-row.ts';
import { planFilms } from '#shared/batch/film-plan.ts';
import { listsAmong } from '#shared/batch/joined-lists.ts';
import { type ColumnUses, foldName } from '#shared/batch/match-columns.ts';
import type { ReadTable } from '#shared/batch/read-table.ts';
import { rowValues, tableForVariables } from '#shared/batch/row-values.ts';
import type { RunCell } from '#shared/batch/run-cells.ts';
import type { RepeatedColumn, Table } from '#shared/batch/table.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { nameWarnings, safeStem } from '#shared/names/film-names.ts';
import { nameOfCell } from '#shared/tables/workbook.ts';
import { nearestName } from '#shared/template/document/names.ts';
import { type ProblemCode, problemOf } from '#shared/template/document/problem.ts';
import { withLanguage } from '#shared/template/variables/film-language.ts';
import { withLoudness } from '#shared/template/variables/film-loudness.ts';
import { isBrandVariable } from '#shared/template/variables/variable-uses.ts';
import { formats } from '../engine/formats/formats.ts';
import type { BatchInvocation } from './arguments.ts';
import {
  cellsOf,
  checkerOf,
  checkFilm,
  columnsText,
  type FilmCheck,
  isRunOf,
  readSubject,
  type Subject,
} from './batch-films.ts';
import { readTables, withNamedLists } from './batch-tables.ts';
import { fileFailure } from './files/file-failure.ts';
import { CommandError, type FileWarning, problemFailure, type Report } from './shown/report.ts';
import { readBrandFile, readVariableValues, repeatedArguments, type VariableValues } from './variable-values.ts';

/** The arguments that determine the films of a table. */
export interface FilmsInvocation extends Omit<BatchInvocation, 'command' | 'name' | 'jobs' | 'manifest'> {
  readonly command: 'batch' | 'watch';
  /** The pattern of the file names, or a function that returns it for a table. */
  readonly name: string | ((table: Table) => string);
}

interface PrepareDependencies {
  /** The folder to which relative paths refer. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** The bytes of the table; null to read them from its file. */
  readonly bytes?: Uint8Array | null;
  /** The column that identifies the rows; null to choose it by its name. */
  readonly keyColumn?: string | null;
  /** Called with the table and its lists before its columns are used. Its error rejects the preparation. */
  readonly onTable?: (table: Table) => void;
}

/** The films of a table, ready to be checked and made. */
export interface PreparedFilms {
  readonly kind: 'prepared';
  /** The report without a result. */
  readonly report: Omit<Report, 'failure'>;
  readonly templates: readonly Subject[];
  readonly table: Table;
  readonly uses: ColumnUses;
  /** The number of each row in its spreadsheet; empty for other tables. */
  readonly lines: readonly number[];
  readonly places: ReadTable['places'];
  /** Returns the place of a variable's value for messages, such as `C7 (column title)`. */
  readonly placeOf: (row: number, variable: string) => string;
  /** Whether the batch is a run: several films per row, or films in several languages. */
  readonly isRun: boolean;
  /** The films in their order. */
  readonly cells: readonly RunCell[];
  /** The file name of each film. All names differ. */
  readonly names: readonly string[];
  /** The name that the pattern gives to each film. Names can repeat. */
  readonly requested: readonly string[];
  /** The names in the pattern of the file names. */
  readonly inFileNames: ReadonlySet<string>;
  readonly warnings: readonly FileWarning[];
  /** Returns the values of the row of a film, and all values of the film. */
  readonly valuesOf: (cell: RunCell) => { readonly given: VariableValues; readonly all: VariableValues };
  /** Checks the film with an index. */
  readonly checkAt: (at: number) => FilmCheck;
}

/** A template with errors, from which no film can be made. */
export interface RefusedFilms {
  readonly kind: 'refused';
  readonly report: Report;
}

/** Reads a table and its templates, and plans the films. Throws {@link CommandError}. */
export async function prepareFilms(
  args: FilmsInvocation,
  { folder, signal, bytes = null, keyColumn = null, onTable = () => undefined }: PrepareDependencies,
): Promise<PreparedFilms | RefusedFilms> {
  const common = await readVariableValues(args.variablesFile, folder, args.variables);
  const brand = await readBrandFile(args.brandFile, folder);
  const read = await readTables(args, folder, signal, bytes);
  const { blankLines, headerLine, repeated, repeatedColumns, otherMembers, notes = [] } = read;
  const templates = await Promise.all(args.templates.map((name) => readSubject(name, folder)));
  const refused = templates.find((each) => problemFailure(each.problems, each.name) !== null);
  const [first] = templates;
  const { problems, displayed } = required(refused ?? first, 'a template');
  const report = {
    problems,
    source: displayed,
    result: { command: args.command, template: args.template },
    lines: [],
  };
  if (refused !== undefined)
    return { kind: 'refused', report: { ...report, failure: problemFailure(refused.problems, refused.name) } };

  const variables = [...new Map(templates.flatMap((each) => each.variables.map((one) => [one.name, one]))).values()];
  const tables = await withNamedLists(read, listsAmong(variables), args, { folder, signal, bytes, key: keyColumn });
  onTable(tables.table);
  const uses = usesOf(
    tables.table,
    new Set(repeatedColumns.map(({ name }) => name)),
    variables.map(({ name }) => name),
  );
  const table = tableForVariables(tables.table, uses, variables);
  const mapped = new Set([...uses.filter((use) => use !== null), ...common.keys(), ...brand.map(([name]) => name)]);
  const checkers: RowChecker[] = [];
  for (const subject of templates) {
    const assetsFolder = args.assetsFolder ?? dirname(subject.name);
    const assets = await readFileNames(resolve(folder, assetsFolder), assetsFolder);
    const checker = checkerOf(subject, { assets, mapped });
    const [fault] = checker.common;
    if (fault !== undefined)
      throw new CommandError('command/rows-refused', `${args.rows}: ${inEnglish(fault)} ${columnsText(table.columns)}`);
    checkers.push(checker);
  }
  const cells = cellsOf(args, table);
  const valuesOf = (cell: RunCell) => {
    const own = rowValues(table.rows[cell.row] ?? [], uses, templates[cell.movie]?.variables ?? []).values;
    const given = new Map([...common, ...own]);
    const values = withLanguage(mergeBrandValues(given, brand), cell.language ?? args.language);
    return { given, all: withLoudness(values, args) };
  };
  const checkOf = (cell: RunCell): FilmCheck => {
    const [subject, checker] = [templates[cell.movie], checkers[cell.movie]];
    return checkFilm(required(subject, 'a template'), required(checker, 'a checker'), {
      ...{ cell, values: valuesOf(cell).all, languageColumn: args.languageColumn },
    });
  };
  const isRun = isRunOf(args);
  // Check all rows first, because the file names of a run contain the sizes of the films.
  const checks = isRun ? cells.map(checkOf) : null;
  const all = [...table.rows.keys()];
  const { extension } = formats[args.format];
  const pattern = typeof args.name === 'string' ? args.name : args.name(table);
  const run = checks === null ? undefined : cells.map(({ row }, at) => ({ row, own: checks[at]?.own ?? {} }));
  const folders = isRun || args.command === 'batch';
  const plan = planFilms({ table, uses, variables, chosen: all, pattern, extension, run, folders });
  if (!plan.ok) throw new CommandError('command/usage', `--name ${pattern}: ${inEnglish(plan.error)}`);
  if (plan.value.unknown.length > 0)
    throw new CommandError(
      'command/usage',
      `--name ${pattern}: the table has no column ${plan.value.unknown.join(', ')}.`,
    );

  const filled = new Set([...uses.filter((use) => use !== null), ...common.keys()]);
  const ofLists = unknownLists(
    args.lists.flatMap(({ name }) => ((uses[table.columns.indexOf(name)] ?? null) === null ? [name] : [])),
    variables.map(({ name }) => name),
  );
  const otherUses = new Set([...tables.keys, ...ofLists.map(({ list }) => list), args.languageColumn]);
  const unmapped = table.columns.filter((name, at) => uses[at] === null && !otherUses.has(name));
  const unused = checkColumns({
    unmapped,
    repeated: [...repeatedColumns, ...similarColumns(table, uses)],
    inFileNames: plan.value.inFileNames,
    variables,
    filled,
  });
  const warnings = [
    ...blankLines.map((lines) =>
      warningAt(args.rows, lines.from, 'table/blank-lines', message('batch/blank-lines', { ...lines })),
    ),
    ...repeated.map((key) =>
      warningAt(args.rows, null, 'table/repeated-key', message('batch/repeated-key', { ...key })),
    ),
    ...otherMembers.map((member) =>
      warningAt(args.rows, null, 'table/unused-member', message('batch/unused-member', { member: shortened(member) })),
    ),
    ...notes.map((says) => warningAt(args.rows, null, 'table/note', says)),
    ...ofLists.map(({ says }) => warningAt(args.rows, null, 'variable/unused', says)),
    ...tables.unmatched.map(({ file, says }) => warningAt(file, null, 'variable/unused', says)),
    ...unused.columns.map(({ says }) => warningAt(args.rows, headerLine, 'variable/unused', says)),
    ...unused.variables.map(({ says }) => warningAt(args.rows, null, 'variable/no-column', says)),
    ...nameWarnings(plan.value.changes).map(({ says }) => warningAt(args.rows, null, 'file-name/altered', says)),
    ...repeatedArguments(args.variables).map(({ code, says }) => warningAt(args.template, null, code, says)),
    ...coveredValues(common, table, uses).map((says) => warningAt(args.template, null, 'variable/unused', says)),
    ...unknownValues([...common.keys()], variables).map((says) =>
      warningAt(args.template, null, 'variable/unused', says),
    ),
  ];
  for (const other of templates.filter((each) => each !== first))
    warnings.push(...other.problems.map((problem) => ({ ...problem, file: other.name })));
  return {
    kind: 'prepared',
    ...{ report, templates, variables, table, uses, lines: read.places?.rows ?? [], isRun, cells, warnings, valuesOf },
    ...{ names: plan.value.names, requested: plan.value.requested.map(safeStem), inFileNames: plan.value.inFileNames },
    places: read.places,
    placeOf: (row, variable) => {
      const at = uses.indexOf(variable);
      const [cell, column] = [nameOfCell(read.places, row, at), table.columns[at] ?? variable];
      return cell === null ? `column ${column}` : `${cell} (column ${column})`;
    },
    checkAt: (at) => checks?.[at] ?? checkOf(required(cells[at], 'a film')),
  };
}

function warningAt(file: string, line: number | null, code: ProblemCode, says: Message): FileWarning {
  return { file, ...problemOf({ code, says }, { line, column: null, path: '', range: null }) };
}

/** Returns messages about common values that have no effect, because every row of the table overrides them. */
function coveredValues(common: VariableValues, { rows }: Table, uses: ColumnUses): readonly Message[] {
  return [...common.keys()].flatMap((name) => {
    const column = uses.indexOf(name);
    const isCovered = column >= 0 && rows.every((row) => (row[column] ?? '').trim() !== '');
    return isCovered ? [message('batch/value-of-rows', { variable: shortened(name) })] : [];
  });
}

/** Returns messages about values for all rows that match no variable. */
function unknownValues(
  valueNames: readonly string[],
  variables: readonly { readonly name: string }[],
): readonly Message[] {
  const names = new Set(variables.map(({ name }) => name));
  const unset = [...names].filter((name) => !valueNames.includes(name));
  return valueNames
    .filter((name) => !names.has(name) && !isBrandVariable(name))
    .map((name) => message('variable/unused', { name: shortened(name), meant: nearestName(name, unset) }));
}

/**
 * Maps columns to variables by name. Ignores case and word separators. Matches nothing else, because scripts need
 * predictable results. The first column of a variable is used. A name that several columns share maps to no variable.
 */
export function usesOf({ columns }: Table, repeated: ReadonlySet<string>, variables: readonly string[]): ColumnUses {
  const free = new Set(variables);
  const take = (name: string | undefined): string | null => (name !== undefined && free.delete(name) ? name : null);
  const exact = columns.map((column) => (repeated.has(column) ? null : take(column)));
  const byFold = Map.groupBy(variables, foldName);
  return columns.map((column, at) => {
    const use = exact[at] ?? null;
    if (use !== null || repeated.has(column)) return use;
    return take(byFold.get(foldName(column))?.find((name) => free.has(name)));
  });
}

/** Returns the columns whose name differs only in case or word separators from an earlier column with a variable. */
function similarColumns({ columns }: Table, uses: ColumnUses): readonly RepeatedColumn[] {
  const used = new Map<string, number>();
  for (const [at, use] of uses.entries()) if (use !== null) used.set(foldName(use), at + 1);
  return columns.flatMap((column, at) => {
    const first = uses[at] === null ? used.get(foldName(column)) : undefined;
    return first === undefined ? [] : [{ name: column, written: column, number: at + 1, first }];
  });
}

async function readFileNames(folder: string, name: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    throw new CommandError('command/assets-unreadable', fileFailure(name, error), { cause: error });
  });
}
