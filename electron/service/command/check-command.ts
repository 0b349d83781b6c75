import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { listsAmong } from '#shared/batch/joined-lists.ts';
import { rowValues, tableForVariables } from '#shared/batch/row-values.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import type { FileFacts } from '#shared/film-check/evidence-checks.ts';
import {
  type CheckFinding,
  type CheckReport,
  foldRows,
  isRefused,
  type RowCheckResult,
  verdictOf,
} from '#shared/film-check/report.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { withLanguage } from '#shared/template/variables/film-language.ts';
import { withLoudness } from '#shared/template/variables/film-loudness.ts';
import { checkFilm } from '../film-check/check-film.ts';
import { framesWithFindings } from '../film-check/finding-sheet.ts';
import { createMovieInspector } from '../inspection/inspector.ts';
import type { CheckInvocation } from './arguments.ts';
import { readSubject } from './batch-films.ts';
import { readTables, withNamedLists } from './batch-tables.ts';
import type { CheckArguments } from './check-arguments.ts';
import { systemErrorCode } from './files/file-failure.ts';
import { allProblems, type LoadedTemplate, loadTemplate } from './files/load-template.ts';
import { checkOutput } from './files/output-file.ts';
import { openFilmSources } from './film-sources.ts';
import { usesOf } from './prepare-films.ts';
import { type CommandDependencies, inputFiles, workshopIn } from './render-command.ts';
import { findingLine, withBrandChecks } from './required-check.ts';
import { CommandError, type Failure, problemFailure, type Report } from './shown/report.ts';
import type { TemplateArguments } from './template-arguments.ts';
import {
  readBrandFile,
  readFilmValues,
  readVariableValues,
  repeatedArguments,
  type VariableValues,
} from './variable-values.ts';

type CheckDependencies = Pick<CommandDependencies, 'folder' | 'environment' | 'signal'>;

/**
 * Checks a film, or the films of all rows of a table. The failure is `command/check-failed` if a film fails the check.
 */
export async function checkCommand(args: CheckInvocation, dependencies: CheckDependencies): Promise<Report> {
  const { folder, signal } = dependencies;
  const options = await withBrandChecks(args.options, args.brandFile, folder);
  const template = await loadTemplate(resolve(folder, args.template), args.template);
  const values = args.rows === null ? await readFilmValues(args, folder) : null;
  const { problems, movie } = problemsOf(template, values, args);
  const failure = problemFailure(problems, args.template);
  const report = {
    problems,
    source: template.displayed,
    result: { command: 'check', template: args.template },
    lines: [],
  };
  if (failure !== null || template.source === null) return { ...report, failure };

  const assetsFolder = args.assetsFolder ?? dirname(args.template);
  await using sources = await openFilmSources({ assetsFolder, allowedHosts: args.allowedHosts }, dependencies);
  await using inspector = createMovieInspector();
  const { xml } = { xml: template.source.text };
  const { tools, locating, cache, scratch } = sources;
  const reading = { tools, workshop: workshopIn(cache, scratch) };
  const checkTools = {
    ...{ inspector, reading, locating },
    ...(await filesOf(args, movie, folder)),
    ...(args.fixes && { fixes: 'all' as const }),
  };
  const check = async (filmValues: VariableValues) => {
    const film = { xml, values: [...filmValues] };
    return await checkFilm(film, options, checkTools, signal);
  };
  if (values !== null) {
    const checked = await check(values);
    if (checked.ok) return { ...report, ...shownReport(checked.value, args) };
    const all = allProblems(template, checked.error);
    return { ...report, problems: [...problems, ...all], failure: problemFailure(all, args.template) };
  }
  const rows: RowCheckResult[] = [];
  for (const [index, rowFilm] of (await rowFilms(args, template, { folder, signal })).entries()) {
    signal.throwIfAborted();
    const row = problemsOf(template, rowFilm, args).problems.find(({ severity }) => severity === 'error');
    const checked = row === undefined ? await check(rowFilm) : null;
    const error =
      row?.message ?? (checked?.ok === false ? (allProblems(template, checked.error)[0]?.message ?? '') : null);
    rows.push({ index: index + 1, report: checked?.ok ? checked.value : null, error });
  }
  const folded = foldRows(rows, options);
  const refused = folded.rows.filter(({ verdict }) => isRefused(verdict, args.failOn)).length;
  return {
    ...report,
    failure: refused === 0 ? null : checkFailure(`The check refuses ${refused} of ${rows.length} rows.`),
    result: { ...report.result, check: folded },
    lines: [
      ...folded.rows.flatMap(({ index, error }) => (error === null ? [] : [`row ${index}: error: ${error}`])),
      ...folded.findings.map((finding) => `${findingLine(finding, args.template)} (${rowsText(finding.rows)})`),
      `${args.rows}: ${folded.rows.filter(({ verdict }) => verdict === 'passed').length} of ${rows.length} rows passed.`,
    ],
  };
}

/** Returns the facts about the finished file, and the path of the contact sheet. */
async function filesOf(
  args: CheckInvocation,
  movie: Movie | null,
  folder: string,
): Promise<{ readonly file?: FileFacts; readonly sheet?: string }> {
  const { template, film, contactSheet } = args;
  const file = film === null ? null : await filmFile(resolve(folder, film), film);
  const sheet = contactSheet === null ? null : resolve(folder, contactSheet);
  const inputs = movie === null ? [resolve(folder, template)] : inputFiles(args, movie, folder);
  if (film !== null) inputs.push(resolve(folder, film));
  if (sheet !== null) await checkOutput(sheet, contactSheet ?? '', inputs);
  return { ...(file !== null && { file }), ...(sheet !== null && { sheet }) };
}

async function filmFile(path: string, name: string): Promise<FileFacts> {
  const stats = await stat(path).catch((error: unknown) => {
    const code = systemErrorCode(error);
    throw new CommandError('command/film-unreadable', `${name}: the film can’t be read (${code}).`, { cause: error });
  });
  if (!stats.isFile()) throw new CommandError('command/film-unreadable', `${name} isn’t a file.`);
  return { bytes: stats.size, isEstimate: false };
}

function rowsText(rows: readonly number[]): string {
  const most = 8;
  const listed = rows.slice(0, most).join(', ');
  return `${rows.length === 1 ? 'row' : 'rows'} ${listed}${rows.length > most ? `, and ${rows.length - most} more` : ''}`;
}

function problemsOf(
  template: LoadedTemplate,
  values: VariableValues | null,
  { variables }: CheckInvocation,
): { readonly problems: readonly Problem[]; readonly movie: Movie | null } {
  const { source } = template;
  if (source === null) return { problems: template.problems, movie: null };
  const resolved = values === null ? null : resolveTemplate(source.document, { values, missing: 'error' });
  const { findings } = resolved ?? listVariables(source.document);
  return {
    problems: allProblems(template, [...findings, ...repeatedArguments(variables)]),
    movie: resolved?.movie ?? null,
  };
}

/** Returns the values of each row of the table, as a batch does. */
async function rowFilms(
  args: CheckInvocation,
  { source }: LoadedTemplate,
  { folder, signal }: Pick<CheckDependencies, 'folder' | 'signal'>,
): Promise<readonly VariableValues[]> {
  const { rows, lists, table: options, language } = args;
  if (rows === null || source === null) return [];
  const common = await readVariableValues(args.variablesFile, folder, args.variables);
  const brand = await readBrandFile(args.brandFile, folder);
  const { variables } = await readSubject(args.template, folder);
  const read = await readTables({ rows, lists, table: options, language }, folder, signal);
  const named = await withNamedLists(
    read,
    listsAmong(variables),
    { rows, table: options, language },
    { folder, signal },
  );
  const uses = usesOf(
    named.table,
    new Set(read.repeatedColumns.map(({ name }) => name)),
    variables.map(({ name }) => name),
  );
  const table = tableForVariables(named.table, uses, variables);
  return table.rows.map((row) => {
    const given = new Map([...common, ...rowValues(row, uses, variables).values]);
    return withLoudness(withLanguage(mergeBrandValues(given, brand), args.language), args);
  });
}

function shownReport(
  report: CheckReport,
  args: Pick<TemplateArguments, 'template'> & Pick<CheckArguments, 'failOn' | 'contactSheet'>,
): Pick<Report, 'failure' | 'result' | 'lines'> {
  const { findings, film, unchecked, more } = report;
  const verdict = verdictOf(findings);
  const count = (severity: CheckFinding['severity']) => findings.filter((each) => each.severity === severity).length;
  const summary = [
    plural(count('error'), 'error'),
    plural(count('warning'), 'warning'),
    plural(count('notice'), 'notice'),
    ...(more > 0 ? [`${more} more`] : []),
    ...(unchecked.length > 0
      ? [`${unchecked.reduce((sum, each) => sum + each.count, 0)} switched off by the template`]
      : []),
  ].filter((part) => part !== '');
  const pictures = framesWithFindings(findings).length;
  const ofSheet = pictures === 0 ? 'no findings, so no pictures' : plural(pictures, 'picture');
  return {
    failure: isRefused(verdict, args.failOn) ? checkFailure(`The check refuses ${args.template}.`) : null,
    result: { command: 'check', template: args.template, check: report },
    lines: [
      ...findings.flatMap((finding) => [findingLine(finding, args.template), ...fixLines(finding)]),
      `${args.template}: ${verdict}${summary.length === 0 ? '' : `: ${summary.join(', ')}`} (${film.seconds.toFixed(2)} s, ${film.width}×${film.height}).`,
      ...(args.contactSheet === null ? [] : [`${args.contactSheet}: ${ofSheet}.`]),
    ],
  };
}

/** Returns the lines about the fix of a finding. */
function fixLines({ fix }: CheckFinding): readonly string[] {
  if (fix === undefined) return [];
  const changes = fix.commands.flatMap(({ at, attributes }) =>
    Object.entries(attributes).map(([name, value]) =>
      value === null ? `remove ${name} of ${at.join()}` : `${name}="${value}" in ${at.join()}`,
    ),
  );
  return [`  fix: ${fix.message}: ${changes.join(', ')}`];
}

function plural(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}

function checkFailure(message: string): Failure {
  return { code: 'command/check-failed', message, log: [] };
}
