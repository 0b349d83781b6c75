import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import type { EncoderEntry } from '#renderer/api/queries/use-encoders.ts';
import type { FormatEntry } from '#renderer/api/queries/use-renders.ts';
import { isSizeWrong } from '#renderer/project/at-most-field.tsx';
import { type BatchRow, isRenderable, type RowStatus } from '#renderer/project/batch-rows.ts';
import { SOFTWARE } from '#renderer/project/render-form.ts';
import type { EnteredKeys } from '#renderer/shell/window/render-session.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import type { RowCheck } from '#shared/batch/check-row.ts';
import { planFilms } from '#shared/batch/film-plan.ts';
import type { ColumnUses } from '#shared/batch/match-columns.ts';
import { filmsPerRow, MAX_RUN_FILMS, runCells } from '#shared/batch/run-cells.ts';
import { nameWarnings } from '#shared/names/film-names.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { isLoudnessValue } from '#shared/template/variables/film-loudness.ts';
import { missingField } from './batch-destination.ts';
import type { BatchSettings } from './batch-settings.ts';
import type { PreparedBatch } from './prepared-batch.ts';
import type { BatchTemplate } from './use-batch-template.ts';

/** The templates and languages of a batch that renders several films per row. Comments call such a batch a run. */
export interface RunTemplates {
  /** The names of the templates; the template of the screen is the first. */
  readonly movies: readonly string[];
  /** Null for the language of each template. */
  readonly languages: readonly string[] | null;
  /** The loaded templates by name. */
  readonly templates: ReadonlyMap<string, Pick<BatchTemplate, 'variables' | 'film'>>;
}

/** Returns whether a text is a loudness; the empty text leaves it to the template. */
export function isLoudness(text: string): boolean {
  return text === '' || isLoudnessValue('loudness', text);
}

/** Returns the number of films that a start renders. */
export function filmsOf(rows: number, run: RunTemplates | null): number {
  return run === null ? rows : rows * filmsPerRow({ movies: run.movies.length, languages: run.languages });
}

/** The films of a batch before its next start. */
export interface FilmCounts {
  /** The number of films that the next start renders. */
  readonly next: number;
  /** The number of films that exist, including outdated ones. */
  readonly existing: number;
  /** The number of existing films that the next start renders again. */
  readonly again: number;
}

/** Returns the number of films that the next start renders, and the number of films that exist. */
export function filmCounts({
  next,
  films,
  run,
}: {
  /** The indexes (from 0) of the rows of the next start. */
  readonly next: readonly number[];
  /** The films of each row. */
  readonly films: readonly (readonly BatchRow[])[];
  readonly run: RunTemplates | null;
}): FilmCounts {
  const existing = (ofRow: readonly BatchRow[]) => ofRow.filter(({ state }) => state === 'succeeded').length;
  return {
    next: filmsOf(next.length, run),
    existing: films.reduce((sum, ofRow) => sum + existing(ofRow), 0),
    again: next.reduce((sum, row) => sum + existing(films[row] ?? []), 0),
  };
}

/**
 * Returns the number of rows whose films are counted: the rows of the running batches, or the rows of the next start.
 * Without both, returns the number of valid rows.
 */
export function countedRows(
  {
    open,
    next,
    run,
  }: {
    readonly open: readonly { readonly rows: readonly unknown[] }[];
    readonly next: readonly number[];
    readonly run: RunTemplates | null;
  },
  validCount: number,
): number {
  const running = open.reduce((sum, { rows }) => sum + rows.length, 0);
  if (running > 0) return Math.ceil(running / filmsOf(1, run));
  return next.length > 0 ? next.length : validCount;
}

/** Returns the text about existing films, such as `30 films exist, 2 of them are rendered again`; null without films. */
export function existingFilms({ next, existing, again }: FilmCounts, words: Catalogue['batch']): string | null {
  if (existing === 0) return null;
  const films = words.run.films(formatCount(existing), existing === 1);
  return next === 0
    ? words.allExist(films, existing === 1)
    : words.someExist(films, existing === 1, again === 0 ? null : formatCount(again));
}

/** The inputs of the film names. */
export interface NamedFilms {
  readonly prepared: Pick<PreparedBatch, 'table'> | null;
  readonly uses: ColumnUses;
  readonly template: { readonly variables: readonly Variable[] } | null;
  readonly settings: BatchSettings | null;
  readonly format: Pick<FormatEntry, 'extension'> | null;
  readonly run?: RunTemplates | null;
}

/**
 * The inputs that determine whether a start is possible. The fields of `NamedFilms` are the inputs for the film names.
 */
export interface Startable extends NamedFilms {
  readonly template: { readonly variables: readonly Variable[]; readonly fault: Problem | null } | null;
  readonly format: Pick<FormatEntry, 'extension' | 'label' | 'available' | 'sizable'> | null;
  readonly next: readonly number[];
  readonly open: readonly unknown[];
  readonly checks: { readonly common: readonly unknown[]; readonly isDone: boolean };
  readonly live: { readonly isReading: boolean };
}

/**
 * Returns the indexes (from 0) of the rows that a start renders. These rows are valid, can be rendered, and are not
 * excluded by the user.
 */
export function rowsToRender(
  statuses: readonly RowStatus[],
  checks: readonly (RowCheck | null)[],
  left: readonly number[],
): readonly number[] {
  const out = new Set(left);
  return statuses.flatMap((status, at) => (isRenderable(status) && !out.has(at) && isValid(checks[at]) ? [at] : []));
}

/** Returns whether a row is valid. A row that failed before can be invalid now. */
function isValid(check: RowCheck | null | undefined): boolean {
  return check?.totalFrames !== null && check?.problems.every(({ severity }) => severity !== 'error') === true;
}

/** Returns the batch that was started last; null if there are none. */
export function newestBatch(batches: Iterable<BatchDetail>): BatchDetail | null {
  return [...batches].reduce<BatchDetail | null>(
    (newest, batch) => (newest === null || batch.createdAt > newest.createdAt ? batch : newest),
    null,
  );
}

/**
 * Returns the rows whose film names are shown: the rows of the next start. Without such rows, returns all valid rows;
 * without valid rows, all rows.
 */
export function namedRows(next: readonly number[], statuses: readonly RowStatus[]): readonly number[] {
  if (next.length > 0) return next;
  const valid = statuses.flatMap(({ kind }, at) => (kind === 'invalid' ? [] : [at]));
  return valid.length > 0 ? valid : statuses.map((_, at) => at);
}

/** Returns the names that the films of these rows would get; null while data is loading. */
export function filmNames(model: NamedFilms, rows: readonly number[]) {
  const { prepared, uses, template, settings, format, run = null } = model;
  if (prepared === null || template === null || settings === null) return null;
  return planFilms({
    table: prepared.table,
    uses,
    variables: template.variables,
    chosen: rows,
    pattern: settings.pattern,
    extension: format?.extension ?? settings.format,
    run: run === null ? undefined : runFilms(run, rows),
  });
}

/** Returns the films of rows in a run, with the values that their names contain. */
function runFilms({ movies, languages, templates }: RunTemplates, rows: readonly number[]) {
  return runCells(rows.length, { movies: movies.length, languages }).map((cell) => {
    const movie = movies[cell.movie] ?? '';
    const { size = null, language = '' } = templates.get(movie)?.film ?? {};
    const own = { movie, language: cell.language ?? language, width: `${size?.width}`, height: `${size?.height}` };
    return { row: rows[cell.row] ?? 0, own };
  });
}

/**
 * Returns a warning for each film of these rows whose name differs from the result of the pattern. Empty while data is
 * loading or if the pattern is invalid.
 */
export function alteredNames(model: NamedFilms, rows: readonly number[]): ReturnType<typeof nameWarnings> {
  const plan = filmNames(model, rows);
  return plan?.ok === true ? nameWarnings(plan.value.changes) : [];
}

/** Returns the chosen encoder if it supports the chosen format, and otherwise software encoding. */
export function encoderOf({ encoder, format }: BatchSettings, encoders: readonly EncoderEntry[]): string {
  const chosen = encoders.find(({ name }) => name === encoder);
  return chosen?.formats.includes(format) === false ? SOFTWARE : encoder;
}

/** Returns the reason why a start is not possible; null if it is. */
export function startBlocker(
  model: Startable,
  { batch: words, render }: Pick<Catalogue, 'batch' | 'render'>,
  { keys, encoders }: { readonly keys: EnteredKeys; readonly encoders: readonly EncoderEntry[] },
): string | null {
  const { template, checks, next, format, settings, open, live } = model;
  if (template === null || template.fault !== null || checks.common.length > 0) return words.blockers.template;
  if (!checks.isDone) return words.blockers.checking;
  if (open.length > 0 || live.isReading) return words.blockers.running;
  const ofSettings =
    settings === null ? null : settingsBlocker(settings, format, { batch: words, render }, { keys, encoders });
  if (ofSettings !== null) return ofSettings;
  const plan = filmNames(model, next.slice(0, 1));
  if (plan !== null && !plan.ok) return say(plan.error);
  const [unknown] = plan?.value.unknown ?? [];
  if (unknown !== undefined) return words.blockers.noName(unknown);
  const films = filmsOf(next.length, model.run ?? null);
  if (films > MAX_RUN_FILMS) return words.blockers.tooMany(formatCount(films), formatCount(MAX_RUN_FILMS));
  return next.length === 0 ? words.blockers.noRows : null;
}

/** Returns the label of a start, such as `Render 3 films`. */
export function filmCount(count: number, words: Catalogue['batch']): string {
  return words.renderFilms(formatCount(count), count === 1);
}

/** Returns the reason why the settings prevent a start; null if the settings allow it. */
function settingsBlocker(
  settings: BatchSettings,
  format: Startable['format'],
  { batch: words, render }: Pick<Catalogue, 'batch' | 'render'>,
  { keys, encoders }: { readonly keys: EnteredKeys; readonly encoders: readonly EncoderEntry[] },
): string | null {
  if (format !== null && !format.available) return words.blockers.noFormat(format.label);
  const encoder = encoders.find(({ name }) => name === encoderOf(settings, encoders));
  if (isSizeWrong({ ...settings, encoder: encoderOf(settings, encoders) }, format))
    return `${render.atMost}: ${render.notASize}`;
  if (encoder?.available === false) return render.blockers.noEncoder(encoder.label);
  const missing = missingField(settings, keys);
  if (missing !== null) return render.blockers.needs(render[missing]);
  return isLoudness(settings.loudness) ? null : words.loudnessHint;
}
