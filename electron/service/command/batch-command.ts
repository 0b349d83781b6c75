import { chmod, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { RowProblem } from '#shared/batch/check-row.ts';
import type { CheckReport } from '#shared/film-check/report.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { ServiceError } from '../errors/service-error.ts';
import { findMediaTools } from '../ffmpeg/find-tools.ts';
import { thisMachine } from '../ffmpeg/machine.ts';
import { filmsAtOnce, type Machine } from '../ffmpeg/process-plan.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { digestFile } from '../files/digest-file.ts';
import { cacheFolder } from '../files/user-folders.ts';
import { createMovieInspector } from '../inspection/inspector.ts';
import type { BatchInvocation } from './arguments.ts';
import { type BatchRow, type FilmFacts, manifestCsv, manifestRow, rowLine } from './batch-films.ts';
import { fileFailure } from './files/file-failure.ts';
import { fileRights, makeOutputFolder } from './files/output-permissions.ts';
import { prepareFilms } from './prepare-films.ts';
import { type CommandDependencies, renderCommand } from './render-command.ts';
import { withBrandChecks } from './required-check.ts';
import { printable } from './shown/display-width.ts';
import { problemText } from './shown/problem-text.ts';
import { CommandError, type FileWarning, failureOf, type Report } from './shown/report.ts';

/** The dependencies of the command `batch`. */
interface RunBatchDependencies extends Omit<CommandDependencies, 'onProgress' | 'tools'> {
  /** Prints a line for each row. */
  readonly print: (line: string) => void;
}

/** Runs `batch` with `render` for each row. Finds FFmpeg only once. */
export async function runBatch(args: BatchInvocation, dependencies: RunBatchDependencies): Promise<Report> {
  const { environment, signal } = dependencies;
  let toolsPromise: Promise<MediaTools> | null = null;
  /** The warnings that were already printed, because many rows can have the same warning. */
  const printed = new Set<string>();
  const tools = (): Promise<MediaTools> => {
    toolsPromise ??= findMediaTools(environment, { signal, cacheFolder: cacheFolder(environment, process.platform) });
    return toolsPromise;
  };
  const { brandFile, requiredCheck: given } = args;
  const requiredCheck = given && (await withBrandChecks(given, brandFile, dependencies.folder));
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
          requiredCheck,
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
  /** Returns the place of a variable's value for messages. */
  readonly placeOf: (variable: string) => string;
}

/**
 * Makes a film for each row of a table, with each template and in each language. Skips films with errors and reports
 * them with their column, so that one invalid row does not stop the others. The manifest has the result of each film.
 */
export async function batchCommand(args: BatchInvocation, dependencies: BatchDependencies): Promise<Report> {
  const { folder, signal, umask, machine } = dependencies;
  const prepared = await prepareFilms(args, { folder, signal });
  if (prepared.kind === 'refused') return prepared.report;
  const { report, templates, cells, isRun, names, warnings, valuesOf, placeOf, checkAt } = prepared;
  for (const warning of warnings) dependencies.onWarning(warning);

  const target = resolve(folder, args.output);
  await makeFolder(target, args.output, umask);
  let done = 0;
  const rows = await runRows([...cells.keys()], args.jobs ?? filmsAtOnce(machine).most, async (at) => {
    const cell = required(cells[at], 'a film');
    const { given, all: values } = valuesOf(cell);
    const filename = names[at] ?? '';
    const output = join(target, filename);
    const check = checkAt(at);
    if (filename.includes('/') && !check.problems.some(isError)) await makeFolder(dirname(output), args.output, umask);
    const film = {
      ...{ template: required(templates[cell.movie], 'a template').name, values, output },
      placeOf: (variable: string) => placeOf(cell.row, variable),
    };
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

/** Makes the film of a row without errors. Failures of the row are part of the result. */
export async function renderRow(
  problems: readonly RowProblem[],
  row: RowToRender,
  { render, signal }: Pick<BatchDependencies, 'render' | 'signal'>,
): Promise<Pick<BatchRow, 'state' | 'error' | 'files' | 'warnings' | 'findings'> & { readonly film?: unknown }> {
  const cancelled = { state: 'cancelled', error: null, files: [], warnings: [] } as const;
  if (signal.aborted) return cancelled;
  const firstError = problems.find(isError);
  if (firstError !== undefined) {
    const where = firstError.variable === null ? '' : `${row.placeOf(firstError.variable)}: `;
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
    // Continue, because the other rows may still succeed.
    if (error instanceof CommandError || error instanceof ServiceError)
      return { state: 'failed', error: failureOf(error).message, files: [], warnings: [] };
    throw error;
  }
}

async function makeFolder(folder: string, name: string, umask: number): Promise<void> {
  await makeOutputFolder(folder, umask).catch((error: unknown) => {
    throw new CommandError('command/output-refused', fileFailure(name, error), { cause: error });
  });
}

/**
 * Runs `atOnce` rows at the same time. Starts and returns them in order. Until one row has succeeded, runs them one by
 * one, because the first film fills the cache with the shared parts.
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
