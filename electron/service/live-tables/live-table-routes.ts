import type { z } from 'zod';
import { usesOf } from '#shared/batch/match-columns.ts';
import type { liveRow, liveTable } from '#shared/contract/calls/live-tables.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { hasCode, message } from '#shared/messages/message.ts';
import { readMessage } from '#shared/messages/read-message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { Database, ProjectUid } from '../storage/ports.ts';
import {
  countRows,
  findReadings,
  findRows,
  findTables,
  type LiveRowRecord,
  type LiveTableRecord,
  requireTable,
} from './live-table-rows.ts';
import type { LiveTables } from './live-tables.ts';

export interface LiveTableRoutes {
  readonly tables: LiveTables;
  readonly database: Database;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
}

type LiveTableCalls =
  | 'listLiveTables'
  | 'previewLiveTable'
  | 'createLiveTable'
  | 'readLiveTable'
  | 'listLiveRows'
  | 'changeLiveTable'
  | 'readLiveTableNow'
  | 'pauseLiveTable'
  | 'resumeLiveTable'
  | 'applyLiveTable'
  | 'deleteLiveTable';

/** The number of rows in a page if the request states none. */
const PAGE = 100;

export function liveTableHandlers({ tables, database, requireProject }: LiveTableRoutes): HandlersOf<LiveTableCalls> {
  const find = (parameters: { readonly project: string; readonly table: string }): LiveTableRecord =>
    requireTable(database, requireProject(parameters.project), parameters.table);
  const answer = (table: LiveTableRecord) => shapeOf(table, database, tables.nextReadingAt(table.id));
  const again = (table: LiveTableRecord) => answer(requireTable(database, table.project, table.id));
  return {
    listLiveTables: ({ parameters }) => {
      const all = findTables(database, requireProject(parameters.project));
      return { status: 200, json: { tables: all.map(answer) } };
    },
    previewLiveTable: async ({ parameters, body, signal }) => ({
      status: 200,
      json: await tables.preview(requireProject(parameters.project), body, signal),
    }),
    createLiveTable: async ({ parameters, query, body: { start, ...settings }, origin }) => {
      const project = requireProject(parameters.project);
      const table = await tables.create(project, settings, { origin, start: query.start ?? start ?? false });
      return { status: 201, json: answer(table), etag: table.etag };
    },
    readLiveTable: ({ parameters }) => {
      const table = find(parameters);
      const readings = [...findReadings(database, table.id)];
      return { status: 200, json: { ...answer(table), readings }, etag: table.etag };
    },
    listLiveRows: ({ parameters, query, origin }) => {
      const { id, project, settings } = find(parameters);
      const limit = query.limit ?? PAGE;
      const rows = findRows(database, id, { state: query.state, after: positionIn(query.cursor), limit: limit + 1 });
      const page = rows.slice(0, limit);
      const cursor = rows.length > limit ? String(page.at(-1)?.position ?? 0) : null;
      const shapeOfRow = (row: LiveRowRecord) => rowShapeOf(row, { project, settings, origin });
      return { status: 200, json: { rows: page.map(shapeOfRow), cursor } };
    },
    changeLiveTable: async ({ parameters, body, headers }) => {
      const table = await tables.change(find(parameters), body, headers['if-match']);
      return { status: 200, json: answer(table), etag: table.etag };
    },
    readLiveTableNow: async ({ parameters, query }) => ({
      status: 200,
      json: await tables.readNow(find(parameters), { dry: query.dry === true }),
    }),
    pauseLiveTable: async ({ parameters }) => ({ status: 200, json: answer(await tables.pause(find(parameters))) }),
    resumeLiveTable: ({ parameters }) => ({ status: 200, json: answer(tables.resume(find(parameters))) }),
    applyLiveTable: async ({ parameters }) => {
      const table = find(parameters);
      if (table.guard === null) throw new ServiceError('table/no-guard');
      await tables.readNow(table, { dry: false, isConfirmed: true });
      return { status: 200, json: again(table) };
    },
    deleteLiveTable: async ({ parameters }) => {
      const table = find(parameters);
      await tables.delete(table);
      return { status: 200, json: { deleted: [table.id] } };
    },
  };
}

function positionIn(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  if (!/^\d{1,9}$/.test(cursor)) throw new ServiceError('request/invalid', 'The cursor is not from this call.');
  return Number(cursor);
}

function shapeOf(table: LiveTableRecord, database: Database, nextAt: number | null): z.output<typeof liveTable> {
  const { id, project, etag, settings, keyColumn, places, problem, rowProblems, notes, guard, createdAt } = table;
  return {
    ...{ id, project, etag, settings, keyColumn, places, problem, rowProblems, notes, guard },
    state: table.state === 'watching' && problem !== null ? 'unreadable' : table.state,
    counts: countRows(database, id),
    lastReading: findReadings(database, id, 1)[0] ?? null,
    nextReadingAt: nextAt === null || table.state === 'paused' ? null : new Date(nextAt).toISOString(),
    createdAt: new Date(createdAt).toISOString(),
  };
}

interface RowContext extends Pick<LiveTableRecord, 'project' | 'settings'> {
  readonly origin: string;
}

function rowShapeOf(row: LiveRowRecord, { project, settings, origin }: RowContext): z.output<typeof liveRow> {
  const { key, line, state, filename, render, film, changedIn, cells, changedColumns, seenAt } = row;
  const shown = state === 'current' || (state === 'removed' && film === null) ? render : film;
  return {
    ...{ key, line: state === 'removed' ? null : line, state, filename, render, changedIn, cells },
    url: shown === null ? null : `${origin}/v1/renders/${encodeURIComponent(project)}/${shown}/film`,
    ...failureOfRow(row, settings.columns ?? {}),
    changedColumns: state === 'current' ? [] : [...changedColumns],
    seenAt: new Date(seenAt).toISOString(),
  };
}

/**
 * Returns the failure of a row. For a row with errors, it is the first problem with the column of the table, because
 * the stored failure names the row of the batch.
 */
function failureOfRow(
  { error, cells }: LiveRowRecord,
  chosen: Readonly<Record<string, string | null>>,
): Pick<z.output<typeof liveRow>, 'error' | 'reason' | 'values'> {
  const { detail = null, reason, values } = error === null ? {} : JSON.parse(error);
  const says = readMessage(reason, values);
  if (!hasCode(says, 'batch/cell')) return { error: detail, ...(reason !== undefined && { reason, values }) };
  const { column: variable, problem } = says.values;
  const columns = Object.keys(cells);
  const at = variable === null ? -1 : usesOf(columns, chosen, [{ name: variable }]).indexOf(variable);
  const column = columns[at] ?? variable;
  const shown = column === null ? problem : message('live/cell', { column, problem });
  return { error: inEnglish(shown), reason: shown.code, values: { ...shown.values } };
}
