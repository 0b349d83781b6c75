import type { z } from 'zod';
import { checkColumns } from '#shared/batch/check-columns.ts';
import { givenTexts } from '#shared/batch/given-texts.ts';
import { joinLists } from '#shared/batch/joined-lists.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import type { batchCalls } from '#shared/contract/calls/batches.ts';
import { message } from '#shared/messages/message.ts';
import {
  createFilmNames,
  fillPattern,
  type NameChange,
  type NamePattern,
  namesIn,
  nameWarnings,
  parseNamePattern,
} from '#shared/names/film-names.ts';
import { limits } from '#shared/template/document/limits.ts';
import type { BrandValues } from '../../brand/brand-rows.ts';
import { allowedAddress } from '../../destinations/allowed-address.ts';
import { formatOf } from '../../engine/formats/formats.ts';
import { fieldIssue, refusal } from '../../errors/issues.ts';
import { type Issue, issueOf } from '../../errors/service-error.ts';
import type { Values } from '../../inspection/inspect-film.ts';
import { readPublishedFilm } from '../../publishing/published-film.ts';
import type { ProjectUid } from '../../storage/ports.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import { filmValues } from '../accept/film-values.ts';
import { type FilmInput, type KeyedDestination, readFilmInput } from '../accept/render-form.ts';
import { createInputFinder, type Inputs } from '../accept/render-inputs.ts';
import { brandFor, type RequestContext, requireFormat } from '../accept/render-request.ts';
import { checkRows } from './check-rows.ts';

export type BatchBody = z.output<(typeof batchCalls)['startBatch']['body']['schema']>;

export interface CheckedRow {
  readonly filename: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly totalFrames: number;
  readonly inputs: Inputs;
  /** The name of the film in the object store; null without a destination. */
  readonly objectName: string | null;
}

/** A batch whose rows have all passed the checks. */
export interface CheckedBatch extends FilmInput {
  readonly movie: string;
  readonly template: string;
  /** The uid of the snapshot that contains the movie; null for a movie of the project. */
  readonly published: string | null;
  /** The brand values. The values of a row override them. */
  readonly brand: BrandValues;
  readonly filename: string;
  readonly rows: readonly CheckedRow[];
  /** Warnings about unused values, about variables without a value in any row, and about changed file names. */
  readonly issues: readonly Issue[];
}

const INVALID = 'batch/invalid';
/** The maximum number of reported issues: a user does not fix more of them at a time. */
const MAX_ISSUES = 1000;

/**
 * Checks all rows of a batch before it is accepted. Throws a `ServiceError`: `batch/invalid` with issues by row
 * and column, `render/invalid` for issues of all rows, `movie/not-found`, `published/not-found`, `destination/refused`,
 * `render/format-unavailable`, or `render/encoder-unavailable`. After an abort, throws the signal's reason.
 */
export async function checkBatch(
  body: BatchBody,
  project: ProjectUid,
  context: RequestContext,
  signal: AbortSignal,
): Promise<CheckedBatch> {
  const { template, published } = subjectOf(body, project, context);
  const issues: Issue[] = [];
  const input = readFilmInput(body, issues, context.storedKeys);
  const pattern = parseNamePattern(body.filename);
  if (!pattern.ok) issues.push(fieldIssue('render/invalid', 'filename', pattern.error));
  // Report an issue once for all rows if it is independent of values.
  const common = await context.inspector.common(template);
  issues.push(...common.issues);
  if (!pattern.ok || issues.length > 0) throw refusal('render/invalid', issues);
  if (input.destination !== null) await allowedAddress(input.destination.place, context.policy, signal);
  await requireFormat(input, context);

  const defaults = new Map(common.defaults);
  const names = rowNames(pattern.value, input);
  const yieldTurn = yieldRegularly(signal);
  const joined = joinedLists(body);
  const rowValues = await valuesOf(body.rows, joined.values, yieldTurn);
  const brand = brandFor(project, published, context);
  const finder = createInputFinder(project, context, published);
  const rows: CheckedRow[] = [];
  const changes: (NameChange & { readonly row: number })[] = [];
  for await (const [at, row] of checkRows({
    xml: template,
    rowCount: rowValues.length,
    valuesAt: (index) => [...filmValues({ ...input, variables: rowValues[index] ?? [], brand })],
    finder,
    inspector: context.inspector,
    isPackaged: input.package !== null,
    signal,
  })) {
    const variables = new Map(rowValues[at]);
    const values = mergeBrandValues(variables, brand);
    const missing = at === 0 ? unknownNames(pattern.value, values, defaults) : [];
    issues.push(...row.issues, ...missing);
    const { change, ...named } = names(at + 1, (name) => values.get(name) ?? defaults.get(name));
    if (change !== null) changes.push({ row: at + 1, ...change });
    rows.push({ ...named, variables, totalFrames: row.totalFrames, inputs: row.inputs });
    if (issues.length >= MAX_ISSUES) break;
  }
  const used = common.used.map((name) => ({ name, default: defaults.get(name) ?? null }));
  const otherUses = new Set([...namesIn(pattern.value), ...joined.keys]);
  const unused = await unusedInput(rowValues, used, otherUses, yieldTurn);
  if (issues.length > 0) {
    // An unused column often has a misspelled variable name, which explains the error.
    const columns = unused.filter(({ code }) => code === 'variable/unused');
    throw refusal(INVALID, [...issues.slice(0, MAX_ISSUES), ...columns]);
  }
  const { movie, filename } = body;
  const ofNames = nameWarnings(changes).map(({ row, says }) =>
    issueOf('file-name/altered', says, {
      severity: 'warning',
      path: row === null ? 'rows' : `rows[${row}]`,
      line: row,
    }),
  );
  const warnings = [...unused, ...joined.issues, ...ofNames];
  return { ...input, movie, template, published: published?.uid ?? null, brand, filename, rows, issues: warnings };
}

/** The values of lists that second tables fill. */
interface ListValues {
  /** The values of each row. */
  readonly values: readonly Values[];
  /** The columns of the rows that are keys. */
  readonly keys: ReadonlySet<string>;
  readonly issues: readonly Issue[];
}

/** The maximum number of listed rows without a partner. */
const MAX_UNMATCHED = 20;

/** Throws `batch/invalid` for a key that is in no row of its table. */
function joinedLists({ rows, lists = {} }: BatchBody): ListValues {
  const values = rows.map((): Values[number][] => []);
  const issues: Issue[] = [];
  for (const [name, { rows: second, key, of }] of Object.entries(lists)) {
    requireColumn(rows, of, { list: name, path: `lists.${name}.of` });
    if (second.length > 0) requireColumn(second, key, { list: name, path: `lists.${name}.key` });
    const texts = second.map((row) =>
      Object.fromEntries(Object.entries(row).flatMap(([column, value]) => givenTexts(column, value) ?? [])),
    );
    const keys = rows.map((row) => givenTexts(of, row[of] ?? '')?.[0]?.[1]);
    const joined = joinLists(keys, texts, key);
    for (const [at, text] of joined.texts.entries()) if (rows[at]?.[name] === undefined) values[at]?.push([name, text]);
    const { unmatched } = joined;
    if (unmatched.length === 0) continue;
    const says = message('batch/unmatched-rows', {
      ...{ list: name, rows: unmatched.slice(0, MAX_UNMATCHED), count: unmatched.length },
    });
    issues.push(issueOf('variable/unused', says, { severity: 'warning', path: `lists.${name}.rows` }));
  }
  return { values, keys: new Set(Object.values(lists).map(({ of }) => of)), issues };
}

function requireColumn(
  rows: readonly Readonly<Record<string, unknown>>[],
  column: string,
  { list, path }: { readonly list: string; readonly path: string },
): void {
  if (rows.some((row) => Object.hasOwn(row, column))) return;
  const columns = Object.keys(rows[0] ?? {}).slice(0, MAX_UNMATCHED);
  throw refusal(INVALID, [fieldIssue(INVALID, path, message('batch/no-key-column', { list, column, columns }))]);
}

async function valuesOf(
  rows: BatchBody['rows'],
  lists: readonly Values[],
  yieldTurn: () => Promise<void>,
): Promise<readonly Values[]> {
  const values: Values[] = [];
  for (const [at, row] of rows.entries()) {
    const { length } = Object.keys(row);
    if (length > limits.givenValues) {
      const says = message('row/too-many-values', { row: at + 1, count: length, most: limits.givenValues });
      throw refusal(INVALID, [{ ...fieldIssue(INVALID, `rows[${at + 1}]`, says), line: at + 1 }]);
    }
    values.push([
      ...Object.entries(row).flatMap(([name, value]) => givenTexts(name, value) ?? []),
      ...(lists[at] ?? []),
    ]);
    await yieldTurn();
  }
  return values;
}

function subjectOf({ movie, published: uid }: BatchBody, project: ProjectUid, context: RequestContext) {
  if (uid === undefined) return { template: context.movieXml(project, movie), published: null };
  const film = readPublishedFilm(context.database, uid, movie);
  return { template: film.xml, published: { ...film, uid } };
}

/** Returns the file name and the object name of each row. */
function rowNames(pattern: NamePattern, { format, destination }: FilmInput) {
  const nameFor = createFilmNames(formatOf(format).extension);
  const objectName = destination === null ? null : objectNames(destination);
  return (index: number, valueFor: (name: string) => string | undefined) => {
    const filled = fillPattern(pattern, (name) => (name === 'index' ? String(index) : valueFor(name)));
    const { name: filename, change } = nameFor(filled);
    return { filename, change, objectName: objectName?.(filename) ?? null };
  };
}

/** Returns the object names. The destination of a batch is a folder. Distinct file names give distinct object names. */
function objectNames({ place }: KeyedDestination): (filename: string) => string {
  const folder = place.filename.replace(/\/+$/, '');
  return (filename) => `${folder}/${filename}`;
}

/** Returns the warnings that concern all rows. A warning about a name is placed at the first row that uses it. */
async function unusedInput(
  rows: readonly Values[],
  variables: readonly { readonly name: string; readonly default: string | null }[],
  inFileNames: ReadonlySet<string>,
  yieldTurn: () => Promise<void>,
): Promise<readonly Issue[]> {
  const firstRows = new Map<string, number>();
  const variableNames = new Set(variables.map(({ name }) => name));
  for (const [at, row] of rows.entries()) {
    // Limit the number of warnings: each row can have other unused names.
    if (firstRows.size > variableNames.size + MAX_ISSUES) break;
    for (const [name] of row) if (!firstRows.has(name)) firstRows.set(name, at + 1);
    await yieldTurn();
  }
  const unmapped = [...firstRows.keys()].filter((name) => !variableNames.has(name)).slice(0, MAX_ISSUES);
  const check = checkColumns({ unmapped, inFileNames, variables, filled: new Set(firstRows.keys()) });
  return [
    ...check.columns.map(({ column, says }) => {
      const row = firstRows.get(column) ?? 1;
      return issueOf('variable/unused', says, {
        severity: 'warning',
        path: `rows[${row}].${column.slice(0, 255)}`,
        line: row,
      });
    }),
    ...check.variables.map(({ says }) => issueOf('variable/no-column', says, { severity: 'warning', path: 'rows' })),
  ];
}

/** Returns the placeholders of the file name that match no column, once for the batch. */
function unknownNames(
  pattern: NamePattern,
  variables: ReadonlyMap<string, string>,
  defaults: ReadonlyMap<string, string>,
): readonly Issue[] {
  return namesIn(pattern)
    .filter((name) => name !== 'index' && !variables.has(name) && !defaults.has(name))
    .map((name) => fieldIssue(INVALID, 'filename', message('file-name/no-column', { name })));
}
