import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkColumns } from '#shared/batch/check-columns.ts';
import type { RowChecker, RowProblem } from '#shared/batch/check-row.ts';
import { planFilms } from '#shared/batch/film-plan.ts';
import { type ColumnUses, foldName } from '#shared/batch/match-columns.ts';
import { rowValues, tableForVariables } from '#shared/batch/row-values.ts';
import type { RunCell } from '#shared/batch/run-cells.ts';
import type { RepeatedColumn, Table } from '#shared/batch/table.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import type { CheckReport } from '#shared/film-check/report.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { nameWarnings } from '#shared/names/film-names.ts';
import { nearestName } from '#shared/template/document/names.ts';
import { type ProblemCode, problemOf } from '#shared/template/document/problem.ts';
import { withLanguage } from '#shared/template/variables/film-language.ts';
import { withLoudness } from '#shared/template/variables/film-loudness.ts';
import { isBrandVariable } from '#shared/template/variables/variable-uses.ts';
import { formats } from '../engine/formats/formats.ts';
import { ServiceError } from '../errors/service-error.ts';
import { findMediaTools } from '../ffmpeg/find-tools.ts';
import { thisMachine } from '../ffmpeg/machine.ts';
import { filmsAtOnce, type Machine } from '../ffmpeg/process-plan.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { digestFile } from '../files/digest-file.ts';
import { cacheFolder } from '../files/user-folders.ts';
import { createMovieInspector } from '../inspection/inspector.ts';
import type { BatchInvocation } from './arguments.ts';
import {
  type BatchRow,
  cellsOf,
  checkerOf,
  checkFilm,
  columnsText,
  type FilmCheck,
  type FilmFacts,
  isRunOf,
  manifestCsv,
  manifestRow,
  readSubject,
  rowLine,
} from './batch-films.ts';
import { readTables, withNamedLists } from './batch-tables.ts';
import { fileFailure } from './files/file-failure.ts';
import { fileRights, makeOutputFolder } from './files/output-permissions.ts';
import { type CommandDependencies, renderCommand } from './render-command.ts';
import { printable } from './shown/display-width.ts';
import { problemText } from './shown/problem-text.ts';
import { CommandError, type FileWarning, failureOf, problemFailure, type Report } from './shown/report.ts';
import { readBrandFile, readVariableValues, repeatedArguments, type VariableValues } from './variable-values.ts';

/** The dependencies of the command `batch`. */
interface RunBatchDependencies extends Omit<CommandDependencies, 'onProgress' | 'tools'> {
  /** Prints a line for each row. */
  readonly print: (line: string) => void;
}

/** Runs `batch` with `render` for each row. Finds FFmpeg only once. */
export async function runBatch(args: BatchInvocation, dependencies: RunBatchDependencies): Promise<Report> {
  const { environment, signal } = dependencies;
  let toolsPromise: Promise<MediaTools> | null = null;
  /** The warnings that were already printed: many rows can have the same one. */
  const printed = new Set<string>();
  const tools = (): Promise<MediaTools> => {
    toolsPromise ??= findMediaTools(environment, { signal, cacheFolder: cacheFolder(environment, process.platform) });
    return toolsPromise;
  };
  await using inspector = createMovieInspector();
  return await batchCommand(args, {
    ...dependencies,
    machine: thisMachine(),
    onWarning: (warning) =>
      dependencies.print(problemText(warning, { name: warning.file, text: '' }, Number.POSITIVE_INFINITY)),
    onRow: (row, done, total) => {
      dependencies.print(printable(`${done}/${total} ${rowLine(row)}`));
      for (const warning of row.warnings.filter((text) => !printed.has(text))) {
        printed.add(warning);
        dependencies.print(printable(`row ${row.cell?.row ?? row.index}: warning: ${warning}`));
      }
    },
    render: ({ template, values, output }) =>
      renderCommand(
        {
          ...args,
          command: 'render',
          template,
          output,
          variablesFile: null,
          brandFile: null,
          variables: [...values].map(([name, value]) => ({ name, value })),
        },
        { ...dependencies, tools, inspector, onProgress: () => undefined },
      ),
  });
}

export interface BatchDependencies extends Omit<CommandDependencies, 'onProgress'> {
  /** Called before the first film for each warning about the table or about unused input. */
  readonly onWarning: (warning: FileWarning) => void;
  /** Called when a row has ended. */
  readonly onRow: (row: BatchRow, done: number, total: number) => void;
  /** The machine that makes the films. */
  readonly machine: Machine;
  /** Makes one film, as the command `render` does. */
  readonly render: (row: RowToRender) => Promise<Report>;
}

export interface RowToRender {
  /** The template as the user named it. */
  readonly template: string;
  readonly values: ReadonlyMap<string, string>;
  readonly output: string;
}

/**
 * Makes a film for each row of a table, with each template and in each language. Skips films with errors and reports
 * them with their column, so that one invalid row does not stop the others. The manifest has the result of each film.
 */
export async function batchCommand(args: BatchInvocation, dependencies: BatchDependencies): Promise<Report> {
  const { folder, signal, umask, machine } = dependencies;
  const common = await readVariableValues(args.variablesFile, folder, args.variables);
  const brand = await readBrandFile(args.brandFile, folder);
  const read = await readTables(args, folder, signal);
  const { blankLines, headerLine, repeated, repeatedColumns, otherMembers, notes = [] } = read;
  const templates = await Promise.all(args.templates.map((name) => readSubject(name, folder)));
  const refused = templates.find((each) => problemFailure(each.problems, each.name) !== null);
  const [first] = templates;
  const { problems, displayed } = required(refused ?? first, 'a template');
  const report = {
    problems,
    source: displayed,
    result: { command: 'batch', template: args.template },
    lines: [],
  };
  if (refused !== undefined) return { ...report, failure: problemFailure(refused.problems, refused.name) };

  const variables = [...new Map(templates.flatMap((each) => each.variables.map((one) => [one.name, one]))).values()];
  const lists = variables.filter(({ declaration }) => declaration?.list).map(({ name }) => name);
  const tables = await withNamedLists(read, lists, args, { folder, signal });
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
  const run = checks === null ? undefined : cells.map(({ row }, at) => ({ row, own: checks[at]?.own ?? {} }));
  const plan = planFilms({ table, uses, variables, chosen: all, pattern: args.name, extension, run });
  if (!plan.ok) throw new CommandError('command/usage', `--name ${args.name}: ${inEnglish(plan.error)}`);
  if (plan.value.unknown.length > 0)
    throw new CommandError(
      'command/usage',
      `--name ${args.name}: the table has no column ${plan.value.unknown.join(', ')}.`,
    );

  const filled = new Set([...uses.filter((use) => use !== null), ...common.keys()]);
  const unmapped = table.columns.filter(
    (name, at) => uses[at] === null && !tables.keys.has(name) && name !== args.languageColumn,
  );
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
  for (const warning of warnings) dependencies.onWarning(warning);

  const target = resolve(folder, args.output);
  await makeFolder(target, args.output, umask);
  let done = 0;
  const rows = await runRows([...cells.keys()], args.jobs ?? filmsAtOnce(machine).most, async (at) => {
    const cell = required(cells[at], 'a film');
    const { given, all: values } = valuesOf(cell);
    const filename = plan.value.names[at] ?? '';
    const output = join(target, filename);
    const check = checks?.[at] ?? checkOf(cell);
    if (isRun && !check.problems.some(isError)) await makeFolder(dirname(output), args.output, umask);
    const film = { template: required(templates[cell.movie], 'a template').name, values, output };
    const ended = await renderRow(check.problems, film, dependencies);
    const row: BatchRow = {
      ...{ index: at + 1, filename, ...ended, variables: Object.fromEntries(given) },
      ...(isRun && {
        cell: { row: cell.row + 1, movie: check.own.movie ?? '', language: check.own.language ?? '' },
        facts: ended.state === 'succeeded' ? await factsOf(ended.film, output, signal) : null,
      }),
    };
    done += 1;
    dependencies.onRow(row, done, cells.length);
    return row;
  });
  if (args.manifest !== null)
    await writeManifest({ file: resolve(folder, args.manifest), name: args.manifest, umask }, rows);
  signal.throwIfAborted();
  const failed = rows.filter(({ state }) => state !== 'succeeded');
  return {
    ...report,
    failure:
      failed.length === 0
        ? null
        : {
            code: 'command/rows-failed',
            message: `${failed.length} of ${rows.length} ${isRun ? 'films' : 'rows'} failed.`,
            log: failed.map(rowLine),
          },
    warnings,
    result: { ...report.result, folder: target, rows: rows.map(manifestRow) },
    lines: [`${args.output}: ${rows.length - failed.length} of ${rows.length} films.`],
  };
}

function isError({ severity }: RowProblem): boolean {
  return severity === 'error';
}

/** Returns the facts of a film for the manifest. */
async function factsOf(film: unknown, output: string, signal: AbortSignal): Promise<FilmFacts | null> {
  const { frames = 0, durationSeconds = 0, bytes = 0 } = (film ?? {}) as Partial<FilmFacts>;
  return { frames, durationSeconds, bytes, sha256: await digestFile(output, signal) };
}

function warningAt(file: string, line: number | null, code: ProblemCode, says: Message): FileWarning {
  return { file, ...problemOf({ code, says }, { line, column: null, path: '', range: null }) };
}

/** Returns messages about common values that no row uses, because the table has a value in each row. */
function coveredValues(common: VariableValues, { rows }: Table, uses: ColumnUses): readonly Message[] {
  return [...common.keys()].flatMap((name) => {
    const column = uses.indexOf(name);
    const isCovered = column >= 0 && rows.every((row) => (row[column] ?? '').trim() !== '');
    return isCovered ? [message('batch/value-of-rows', { variable: shortened(name) })] : [];
  });
}

/** Returns messages about values that apply to all rows and that no variable uses. */
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

async function renderRow(
  problems: readonly RowProblem[],
  row: RowToRender,
  { render, signal }: BatchDependencies,
): Promise<Pick<BatchRow, 'state' | 'error' | 'files' | 'warnings' | 'findings'> & { readonly film?: unknown }> {
  const cancelled = { state: 'cancelled', error: null, files: [], warnings: [] } as const;
  if (signal.aborted) return cancelled;
  const firstError = problems.find(isError);
  if (firstError !== undefined) {
    const where = firstError.variable === null ? '' : `column ${firstError.variable}: `;
    return { state: 'failed', error: `${where}${inEnglish(firstError.says)}`, files: [], warnings: [] };
  }
  try {
    const { failure, problems: findings, files = [], result } = await render(row);
    const check = result['check'] as CheckReport | undefined;
    const counted = (check?.findings ?? []).filter(({ severity }) => severity !== 'notice');
    const passed = failure === null ? counted : [];
    const warned = [...findings.filter(({ severity }) => severity === 'warning'), ...passed].map((one) => one.message);
    const warnings = [...new Set([...problems.map(({ says }) => inEnglish(says)), ...warned])];
    if (failure === null) return { state: 'succeeded', error: null, files, warnings, film: result['film'] };
    const first = findings.find(({ severity }) => severity === 'error');
    const refused = failure.code === 'command/check-failed' && { findings: counted };
    return { state: 'failed', error: first?.message ?? failure.message, files: [], warnings, ...refused };
  } catch (error) {
    if (signal.aborted) return cancelled;
    // Continue: the other rows can still succeed.
    if (error instanceof CommandError || error instanceof ServiceError)
      return { state: 'failed', error: failureOf(error).message, files: [], warnings: [] };
    throw error;
  }
}

/**
 * Maps columns to variables by name. Ignores case and word separators. Guesses nothing else, because scripts need
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

async function makeFolder(folder: string, name: string, umask: number): Promise<void> {
  await makeOutputFolder(folder, umask).catch((error: unknown) => {
    throw new CommandError('command/output-refused', fileFailure(name, error), { cause: error });
  });
}

/**
 * Runs `atOnce` rows at the same time. Starts and returns them in order. Until one row has succeeded, runs them one by
 * one: the first film fills the cache with the shared parts.
 */
async function runRows(
  items: readonly number[],
  atOnce: number,
  run: (item: number) => Promise<BatchRow>,
): Promise<readonly BatchRow[]> {
  const outcomes: BatchRow[] = [];
  const waiting = items.entries();
  for (const [at, item] of waiting) {
    const outcome = await run(item);
    outcomes[at] = outcome;
    if (outcome.state === 'succeeded') break;
  }
  const work = async (): Promise<void> => {
    for (const [at, item] of waiting) outcomes[at] = await run(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

async function writeManifest(
  { file, name, umask }: { readonly file: string; readonly name: string; readonly umask: number },
  rows: readonly BatchRow[],
): Promise<void> {
  const text = name.toLowerCase().endsWith('.csv')
    ? manifestCsv(rows)
    : `${JSON.stringify({ rows: rows.map(manifestRow) }, null, 2)}\n`;
  const isNew = await stat(file).then(
    () => false,
    () => true,
  );
  const write = async (): Promise<void> => {
    await writeFile(file, text);
    // An existing file keeps its permissions.
    if (isNew) await chmod(file, fileRights(umask));
  };
  await write().catch((error: unknown) => {
    throw new CommandError('command/output-refused', fileFailure(name, error), { cause: error });
  });
}
