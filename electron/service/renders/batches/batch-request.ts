import { unknownLists } from '#shared/batch/check-columns.ts';
import { type FilmNameValues, isFilmName, type RunCell, runCells } from '#shared/batch/run-cells.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import { allPlatforms, type OwnPlatform, platformsOf } from '#shared/film-check/platforms.ts';
import type { RequiredCheck } from '#shared/film-check/report.ts';
import { isLanguageTag } from '#shared/formats/languages.ts';
import { message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import {
  createFilmNames,
  fillPathPattern,
  fillPattern,
  type NameChange,
  type NamePattern,
  namesIn,
  nameWarnings,
  parseNamePattern,
} from '#shared/names/film-names.ts';
import { type BrandValues, readBrand } from '../../brand/brand-rows.ts';
import { requireAllowedAddresses } from '../../destinations/allowed-address.ts';
import { type FormatName, formatNames, formatOf } from '../../engine/formats/formats.ts';
import { fieldIssue, refusal } from '../../errors/issues.ts';
import { type Issue, issueOf, type ServiceError } from '../../errors/service-error.ts';
import type { BatchInspection, Values } from '../../inspection/inspect-film.ts';
import { type PublishedFilm, readPublishedFilm } from '../../publishing/published-film.ts';
import type { ProjectUid } from '../../storage/ports.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import { filmValues } from '../accept/film-values.ts';
import { type FilmInput, type KeyedDestination, readFilmInput } from '../accept/render-form.ts';
import { createInputFinder, type Inputs } from '../accept/render-inputs.ts';
import { brandFor, type RequestContext, requireFormat } from '../accept/render-request.ts';
import {
  cellError,
  cellIssue,
  languageIn,
  languageProblems,
  type RequestedRun,
  readRunShape,
  requireRunSize,
} from './batch-run.ts';
import { type BatchBody, INVALID, MAX_ISSUES, readBatchValues, unusedInput } from './batch-values.ts';
import { checkRows, type RowCheck, type RowProblem, rowIssue } from './check-rows.ts';

/** A film of a batch. */
export interface CheckedRow {
  readonly filename: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly totalFrames: number;
  readonly inputs: Inputs;
  /** The name of the film in the object store; null without a destination. */
  readonly objectName: string | null;
  /** The number of the row, from 1 on. */
  readonly row: number;
  /** The index of its template among the templates of the batch. */
  readonly movie: number;
  /** The requested language; null for the language of the template. */
  readonly language: string | null;
  readonly filmLanguage: string;
  /** The reason why a run omits the film; null for other films. */
  readonly error: ServiceError | null;
}

/** A batch whose rows have passed the checks. */
export interface CheckedBatch extends FilmInput {
  /** The template, or all templates of a run. */
  readonly movies: readonly { readonly name: string; readonly template: string }[];
  /** The templates and languages of a run; null for a batch of one `movie`. */
  readonly run: RequestedRun | null;
  /** The uid of the snapshot that contains the movies; null for movies of the project. */
  readonly published: string | null;
  /** The brand values. The values of a row override them. */
  readonly brand: BrandValues;
  readonly filename: string;
  readonly rows: readonly CheckedRow[];
  /** Warnings about unused values, about variables that no row fills, and about changed file names. */
  readonly issues: readonly Issue[];
}

/**
 * Checks all films of a batch before the service accepts it. A run omits films with errors. In a batch of one `movie`,
 * a film with errors causes a refusal of the batch. `chosen` lists the films if a run makes only some of its films.
 *
 * Throws a `ServiceError`: `batch/invalid` with issues by row and column, `batch/too-many`, `render/invalid` for issues
 * of all rows, `movie/not-found`, `published/not-found`, `destination/refused`, `render/format-unavailable`, or
 * `render/encoder-unavailable`. After an abort, throws the signal's reason.
 */
export async function checkBatch(
  body: BatchBody,
  project: ProjectUid,
  context: RequestContext,
  signal: AbortSignal,
  chosen: readonly RunCell[] | null = null,
): Promise<CheckedBatch> {
  const issues: Issue[] = [];
  const { names, run } = readRunShape(body, issues);
  const movies = names.map((name) => ({ name, ...subjectOf(name, body, project, context) }));
  const input = readFilmInput(body, issues, context.storedKeys);
  const check = readRequiredCheck(body, readBrand(context.database, project).check?.platforms ?? [], issues);
  const pattern = parseNamePattern(body.filename, { folders: true });
  if (!pattern.ok) issues.push(fieldIssue('render/invalid', 'filename', pattern.error));
  const commons: BatchInspection[] = [];
  for (const { template } of movies) commons.push(await context.inspector.common(template));
  // Report an issue once for all rows if it is independent of values.
  if (run === null) issues.push(...(commons[0]?.issues ?? []));
  if (!pattern.ok || issues.length > 0) throw refusal('render/invalid', issues);
  if (chosen === null) requireRunSize(body.rows.length, run);
  await requireAllowedAddresses(input, context.policy, signal);
  await requireFormat(input, context);

  const yieldTurn = yieldRegularly(signal);
  const values = await readBatchValues(body, yieldTurn);
  const published = movies[0]?.published ?? null;
  const brand = brandFor(project, published, context);
  const { languages = null, languageColumn = null } = run ?? {};
  const languageOf = (row: number) => languageIn(values.rows[row], languageColumn);
  const cells = chosen ?? runCells(body.rows.length, { movies: movies.length, languages, languageOf });
  const checks = await checkCells(cells, {
    ...{ movies, commons, project, context, signal, published, languageColumn },
    isPackaged: input.package !== null,
    valuesOf: ({ row, language }) => {
      const tag = language !== null && isLanguageTag(language) ? language : null;
      return [...filmValues({ ...input, variables: values.rows[row] ?? [], brand, language: tag })];
    },
    maxIssues: run === null ? MAX_ISSUES : Number.POSITIVE_INFINITY,
  });

  const defaults = new Map(commons.toReversed().flatMap((common) => [...common.defaults]));
  const {
    rows,
    changes,
    issues: ofFilms,
  } = await nameFilms(cells, checks, {
    ...{ movies, run, brand, defaults, yieldTurn, values: values.rows },
    ...{ pattern: pattern.value, nameOf: rowNames(pattern.value, input, run !== null) },
  });
  issues.push(...ofFilms);
  const skippedRows = rows.flatMap(({ error, row }) => (error === null ? [] : (cellIssue(error, row) ?? [])));
  const used = [...new Set(commons.flatMap((common) => common.used))].map((name) => ({
    ...{ name, default: defaults.get(name) ?? null },
  }));
  const unknown = unknownLists(
    Object.keys(body.lists ?? {}),
    used.map(({ name }) => name),
  );
  const ofLists = unknown.map(({ list, says }) =>
    issueOf('variable/unused', says, { severity: 'warning', path: `lists.${list}` }),
  );
  const otherUses = new Set([
    ...namesIn(pattern.value),
    ...unknown.map(({ list }) => list),
    ...values.keys,
    ...(languageColumn === null ? [] : [languageColumn]),
  ]);
  const unused = [...ofLists, ...(await unusedInput(values.rows, used, otherUses, yieldTurn))];
  if (skippedRows.length === rows.length) issues.push(...skippedRows);
  if (issues.length > 0) {
    // Add the unused columns, because a misspelled variable name often explains the error.
    const columns = unused.filter(({ code }) => code === 'variable/unused');
    throw refusal(INVALID, [...issues.slice(0, MAX_ISSUES), ...columns]);
  }
  const ofNames = nameWarnings(changes).map(({ row, says }) =>
    issueOf('file-name/altered', says, {
      severity: 'warning',
      path: row === null ? 'rows' : `rows[${row}]`,
      line: row,
    }),
  );
  const warnings = [
    ...skippedRows.slice(0, MAX_ISSUES),
    ...unused,
    ...values.issues,
    ...otherFormat(pattern.value, input.format),
    ...ofNames,
  ];
  const { filename } = body;
  return { ...input, check, movies, run, published: published?.uid ?? null, brand, filename, rows, issues: warnings };
}

/** Reads the required check of the films; null for none. Adds an issue for an unknown platform. */
function readRequiredCheck(
  { check, failOn = 'error', platforms = [] }: BatchBody,
  own: readonly OwnPlatform[],
  issues: Issue[],
): RequiredCheck | null {
  const names = allPlatforms(platformsOf(own)).map(({ name }) => name);
  if (!platforms.every((name) => names.includes(name))) {
    const says = message('field/unknown-name', { field: 'platforms', names });
    issues.push(fieldIssue('render/invalid', 'platforms', says));
  }
  return check === undefined ? null : { level: check, failOn, platforms };
}

interface FilmsToName {
  readonly movies: readonly { readonly name: string }[];
  readonly run: RequestedRun | null;
  readonly brand: BrandValues;
  readonly defaults: ReadonlyMap<string, string>;
  readonly values: readonly Values[];
  readonly pattern: NamePattern;
  readonly nameOf: ReturnType<typeof rowNames>;
  readonly yieldTurn: () => Promise<void>;
}

/** Gives file names to the checked films, in order. The returned issues cause a refusal of the batch. */
async function nameFilms(
  cells: readonly RunCell[],
  checks: readonly (RowCheck | undefined)[],
  { movies, run, brand, defaults, values, pattern, nameOf, yieldTurn }: FilmsToName,
) {
  const rows: CheckedRow[] = [];
  const issues: Issue[] = [];
  const changes: (NameChange & { readonly row: number })[] = [];
  for (const [at, cell] of cells.entries()) {
    await yieldTurn();
    const check = checks[at];
    if (check === undefined) continue;
    const { name: movie = '' } = movies[cell.movie] ?? {};
    const row = cell.row + 1;
    const variables = new Map(values[cell.row]);
    const given = mergeBrandValues(variables, brand);
    const { problems, totalFrames, inputs, language: filmLanguage } = check;
    if (run === null) issues.push(...problems.map((problem) => rowIssue(problem, row)));
    if (at === 0) issues.push(...unknownNames(pattern, given, defaults));
    const { change, ...named } = nameOf(row, ownNames(movie, check), (name) => given.get(name) ?? defaults.get(name));
    if (change !== null) changes.push({ row, ...change });
    const error = run === null ? null : cellError(problems, { row, movie, language: filmLanguage });
    const { language } = cell;
    rows.push({ ...named, variables, totalFrames, inputs, row, movie: cell.movie, language, filmLanguage, error });
  }
  return { rows, changes, issues };
}

/** Returns the values of a film that its file name may contain. */
function ownNames(movie: string, { language, size }: RowCheck): FilmNameValues {
  return { movie, language, width: size?.width.toString(), height: size?.height.toString() };
}

/** The films to check, and their templates. */
interface CellsToCheck {
  readonly movies: readonly { readonly template: string }[];
  /** The properties that all films of each template share. */
  readonly commons: readonly BatchInspection[];
  readonly published: Pick<PublishedFilm, 'project' | 'assets'> | null;
  readonly project: ProjectUid;
  readonly context: RequestContext;
  readonly signal: AbortSignal;
  readonly languageColumn: string | null;
  /** Whether the films get a package. */
  readonly isPackaged: boolean;
  readonly valuesOf: (cell: RunCell) => Values;
  /** The number of problems of a template after which its remaining films are not checked. */
  readonly maxIssues: number;
}

/** Checks films, one template after another. Returns the results in the order of the cells. */
async function checkCells(
  cells: readonly RunCell[],
  {
    movies,
    commons,
    published,
    project,
    context,
    languageColumn,
    isPackaged,
    valuesOf,
    maxIssues,
    signal,
  }: CellsToCheck,
): Promise<readonly (RowCheck | undefined)[]> {
  const checks: (RowCheck | undefined)[] = cells.map(() => undefined);
  const finder = createInputFinder(project, context, published);
  for (const [movie, { template: xml }] of movies.entries()) {
    const common = (commons[movie]?.issues ?? []).flatMap((issue): readonly RowProblem[] => {
      const says = messageOf(issue);
      return says === null || issue.severity !== 'error' ? [] : [{ code: issue.code, says, column: null }];
    });
    const ofMovie = [...cells.entries()].filter(([, cell]) => cell.movie === movie);
    let count = 0;
    for await (const [index, check] of checkRows({
      ...{ xml, rowCount: ofMovie.length, finder, inspector: context.inspector, signal, isPackaged },
      valuesAt: (index) => ofMovie.slice(index, index + 1).flatMap(([, cell]) => valuesOf(cell)),
    })) {
      const [at, cell] = ofMovie[index] ?? [-1, null];
      const ofValues = [...languageProblems(cell?.language ?? null, languageColumn), ...check.problems];
      const problems = common.length > 0 ? common : ofValues;
      checks[at] = { ...check, problems };
      count += problems.length;
      if (count >= maxIssues) break;
    }
  }
  return checks;
}

function subjectOf(
  movie: string,
  { published: uid }: BatchBody,
  project: ProjectUid,
  context: RequestContext,
): { readonly template: string; readonly published: (PublishedFilm & { readonly uid: string }) | null } {
  if (uid === undefined) return { template: context.movieXml(project, movie), published: null };
  const film = readPublishedFilm(context.database, uid, movie);
  return { template: film.xml, published: { ...film, uid } };
}

/** Warns of file names with the ending of another format. The films get their own ending after it. */
function otherFormat(pattern: NamePattern, format: FormatName): readonly Issue[] {
  const last = pattern.at(-1);
  const ending = last?.kind === 'text' ? /\.\w+$/.exec(last.text)?.[0] : undefined;
  const isFormat = (name: FormatName) => `.${formatOf(name).extension}` === ending?.toLowerCase();
  if (ending === undefined || isFormat(format) || !formatNames.some(isFormat)) return [];
  const says = message('file-name/other-format', { ending, format });
  return [issueOf('file-name/altered', says, { severity: 'warning', path: 'filename' })];
}

/**
 * Returns a function that names a film: its file name, the change of that name, and its object name, which is null
 * without a destination.
 */
function rowNames(pattern: NamePattern, { format, destination }: FilmInput, isRun: boolean) {
  const nameFor = createFilmNames(formatOf(format).extension, { folders: true });
  const objectName = destination === null ? null : objectNames(destination);
  return (index: number, ofFilm: FilmNameValues, valueFor: (name: string) => string | undefined) => {
    const valueIn = (name: string) => {
      if (name === 'index') return String(index);
      const own = isFilmName(name) ? ofFilm[name] : undefined;
      return isRun ? (own ?? valueFor(name)) : (valueFor(name) ?? own);
    };
    const { name: filename, change } = nameFor(fillPathPattern(pattern, valueIn), fillPattern(pattern, valueIn));
    return { filename, change, objectName: objectName?.(filename) ?? null };
  };
}

/**
 * Returns a function for object names. The destination of a batch is a folder. Distinct file names give distinct object
 * names.
 */
function objectNames({ place }: KeyedDestination): (filename: string) => string {
  const folder = place.filename.replace(/\/+$/, '');
  return (filename) => `${folder}/${filename}`;
}

/** Returns the placeholders of the file name that match no column. Reports each of them once for the batch. */
function unknownNames(
  pattern: NamePattern,
  variables: ReadonlyMap<string, string>,
  defaults: ReadonlyMap<string, string>,
): readonly Issue[] {
  return namesIn(pattern)
    .filter((name) => name !== 'index' && !isFilmName(name) && !variables.has(name) && !defaults.has(name))
    .map((name) => fieldIssue(INVALID, 'filename', message('file-name/no-column', { name })));
}
