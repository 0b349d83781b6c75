import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { checkColumns } from '#shared/batch/check-columns.ts';
import { fillNamedLists, sheetOfList } from '#shared/batch/joined-lists.ts';
import { usesOf } from '#shared/batch/match-columns.ts';
import type { ReadTable } from '#shared/batch/read-table.ts';
import { rowValues, tableForVariables } from '#shared/batch/row-values.ts';
import type { readingPreview } from '#shared/contract/calls/live-tables.ts';
import type { Guard, ReadingChanges } from '#shared/live-tables/reading-changes.ts';
import { type IdentifiedRows, identifyRows, keyColumnOf } from '#shared/live-tables/row-identity.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { fillPattern, namesIn, parseNamePattern } from '#shared/names/film-names.ts';
import { nameOfCell } from '#shared/tables/workbook.ts';
import { fieldIssue, refusal } from '../errors/issues.ts';
import { type Issue, issueOf, ServiceError } from '../errors/service-error.ts';
import { listedVariables } from '../links/check-link.ts';
import type { RequestContext } from '../renders/accept/render-request.ts';
import { readAnyTable } from '../tables/read-any-table.ts';
import { tableRefusal } from '../tables/table-fault.ts';
import type { TaskFault } from '../tables/table-task.ts';
import type { LiveTableRecord, StoredGuard } from './live-table-rows.ts';
import { type LiveTableSources, taskOf } from './live-table-sources.ts';

export type Preview = z.output<typeof readingPreview>;

/** A reading with the rows that it identifies. */
export interface PlannedReading {
  readonly read: Pick<ReadTable, 'table' | 'places' | 'notes'>;
  readonly reading: IdentifiedRows;
  readonly keyColumn: string | null;
  /** The used columns. */
  readonly columns: readonly string[];
  /** The values of variables in each row. */
  readonly values: readonly Readonly<Record<string, string>>[];
  /** The name of each row from the pattern, which may repeat. */
  readonly requested: readonly string[];
}

/** Returns a reading without rows. It has the columns of the last reading. */
export function readingWithoutRows({ keyColumn, columns }: LiveTableRecord): PlannedReading {
  return {
    read: { table: { columns, rows: [] } },
    reading: { rows: [], faults: [], repeatedKeys: new Set() },
    ...{ keyColumn, columns, values: [], requested: [] },
  };
}

/** The maximum number of keys in a preview. */
const MAX_KEYS = 1000;

/** Reads a table and identifies its rows. Throws the faults of tables, `table/key`, and `movie/not-found`. */
export async function plannedReading(
  { settings, project, keyColumn, reading: readings }: LiveTableRecord,
  bytes: Uint8Array,
  { requests, sources }: PlanDependencies,
  signal: AbortSignal,
): Promise<PlannedReading> {
  const result = await readAnyTable(taskOf(bytes, settings.form), signal);
  if (!result.ok) throw tableRefusal(result.error);
  const listed = await listedVariables({ movie: settings.movie, project }, requests);
  const variables = listed.map(({ defaultvalue, declaration = null, ...variable }) => ({
    ...{ ...variable, declaration, default: defaultvalue },
  }));
  const listVariables = variables.flatMap(({ name, list }) =>
    list === undefined ? [] : [{ name, fields: list.fields }],
  );
  const ownKey = keyOf(result.value, settings.key, readings > 0 ? keyColumn : undefined);
  const { sheets = [], form } = result.value;
  const tableOf = listTables({ settings, project, bytes, sheets, sheet: form.sheet }, sources, signal);
  const lists = await fillNamedLists(result.value.table, listVariables, tableOf, ownKey?.index);
  const { columns } = lists.table;
  const uses = usesOf(columns, settings.columns ?? {}, variables);
  const key = ownKey;
  if (key === null && typeof settings.key === 'string') {
    const says = message('batch/no-key-column', {
      list: settings.name,
      column: settings.key,
      columns: columns.slice(0, 20),
    });
    throw new ServiceError('table/key', says);
  }
  const pattern = parseNamePattern(settings.filename ?? (key === null ? '${index}' : `\${${key.name}}`));
  if (!pattern.ok) throw refusal('render/invalid', [fieldIssue('render/invalid', 'filename', pattern.error)]);
  const inNames = new Set(namesIn(pattern.value));
  const unmapped = columns.filter((_, at) => uses[at] === null && at !== key?.index);
  const filled = new Set(uses.filter((use) => use !== null));
  const unfilled = checkColumns({ unmapped, inFileNames: inNames, variables, filled }).variables;
  const notes = [...(result.value.notes ?? []), ...[...lists.unmatched, ...unfilled].map(({ says }) => says)];
  const read = { ...result.value, table: lists.table, notes };
  const used = [...columns.keys()].filter(
    (at) => uses[at] !== null || at === key?.index || inNames.has(columns[at] ?? ''),
  );
  const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
  const converted = tableForVariables(read.table, uses, variables);
  const values = converted.rows.map((row) => Object.fromEntries(rowValues(row, uses, variables).values));
  const requested = read.table.rows.map((cells, index) =>
    fillPattern(pattern.value, (name) => {
      if (name === 'index') return String(index + 1);
      const at = columns.indexOf(name);
      return values[index]?.[name] ?? (at < 0 ? undefined : cells[at]);
    }),
  );
  return {
    read,
    reading: identifyRows(read.table.rows, { keyColumn: key?.index ?? null, used, digest }),
    keyColumn: key?.name ?? null,
    columns: used.map((at) => columns[at] ?? ''),
    ...{ values, requested },
  };
}

export interface PlanDependencies {
  readonly requests: RequestContext;
  readonly sources: Pick<LiveTableSources, 'listFile'>;
}

/** The content of a table, in which lists can be sheets. */
interface TableWithSheets extends Pick<LiveTableRecord, 'settings' | 'project'> {
  readonly bytes: Uint8Array;
  readonly sheets: NonNullable<ReadTable['sheets']>;
  /** The sheet of the rows; undefined for a text table. */
  readonly sheet: string | undefined;
}

/** Returns a function that reads the table of a list: a sheet of the same workbook, or a file beside a text table. */
function listTables(
  { settings: { source, form }, project, bytes, sheets, sheet }: TableWithSheets,
  sources: PlanDependencies['sources'],
  signal: AbortSignal,
) {
  const { hidden, merged, language } = form ?? {};
  return async (list: string) => {
    const listSheet = sheetOfList(list, sheets, sheet);
    const file = sheet === undefined ? await sources.listFile(project, source, list, signal) : null;
    if (listSheet === null && file === null) return null;
    const ofList = { hidden, merged, language, ...(listSheet !== null && { sheet: listSheet.id }) };
    const place = file?.name ?? listSheet?.id ?? list;
    const content = file?.bytes ?? bytes;
    const result = await readAnyTable({ ...taskOf(content, ofList), isList: true }, signal);
    if (result.ok) return { place, table: result.value.table };
    if (isEmptyList(result.error) && content.length > 0) return { place, table: { columns: [], rows: [] } };
    throw tableRefusal(result.error, `“${place}”`);
  };
}

/** Returns whether a table has no rows. The lists of all rows are then empty. */
function isEmptyList(error: TaskFault): boolean {
  return error.kind === 'error' ? error.code === 'table/empty' : error.fault.kind === 'empty';
}

/** Returns the key column; null for a table that was first read without one. */
function keyOf({ table }: ReadTable, chosen: string | null | undefined, before: string | null | undefined) {
  if (chosen === null) return null;
  if (chosen === undefined && before === null) return null;
  return keyColumnOf(table, chosen ?? before ?? null);
}

/** Returns a problem for each row without a unique key. */
export function keyIssues({ reading: { faults }, read, keyColumn }: PlannedReading): readonly Issue[] {
  const column = keyColumn ?? '';
  const at = read.table.columns.indexOf(column);
  return faults.slice(0, MAX_KEYS).map(({ index, key, other }) => {
    const line = lineOf(read, index);
    const cell = nameOfCell(read.places, index, at);
    const [otherLine, otherCell] =
      other === null ? [null, null] : [lineOf(read, other), nameOfCell(read.places, other, at)];
    const says = message('live/key', { line, column, key, other: otherLine, cell, otherCell });
    return issueOf('table/key', says, { line, ...(cell !== null && { cell }) });
  });
}

/** Returns the number of a row in the file, from 1. */
export function lineOf({ places }: Pick<ReadTable, 'places'>, index: number): number {
  return places?.rows[index] ?? index + 1;
}

/** Returns the differences of a reading that has not been applied. */
export function previewOf(
  planned: PlannedReading | null,
  { added, changed, removed, same }: ReadingChanges,
  guard: Guard | null,
  problems: readonly Issue[],
): Preview {
  const some = (keys: readonly string[]) => keys.slice(0, MAX_KEYS);
  return {
    applied: false,
    rows: planned?.read.table.rows.length ?? 0,
    ...{ added: some(added), changed: some(changed), removed: some(removed), same },
    guard: guard && storedGuard(guard),
    problems: [...problems],
  };
}

function storedGuard(guard: Guard): StoredGuard {
  const isOfColumns = guard.kind === 'columns';
  const [count, of] = isOfColumns ? [guard.columns.length, 0] : [guard.count, guard.of];
  const columns = isOfColumns ? guard.columns : [];
  const says: Message =
    guard.kind === 'columns'
      ? message('live/no-columns', { columns })
      : message('live/rows', { change: guard.kind, count, of });
  const values = { ...says.values };
  return { kind: guard.kind, count, of, columns: [...columns], message: inEnglish(says), reason: says.code, values };
}
