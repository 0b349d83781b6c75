import { z } from 'zod';
import { serviceLimits } from '../shapes/limits.ts';
import { noQuery, projectPath, wholeNumber } from '../shapes/parameters.ts';
import { requestHeader } from '../shapes/request-header.ts';
import { deletedAnswer, issue, messageFields, timestamp } from '../shapes/shapes.ts';
import type { Call } from './call.ts';
import { readTableAnswer } from './tables.ts';

/** The maximum number of live tables of a project. */
export const MAX_LIVE_TABLES = 100;

const columnName = z.string().min(1).max(255);

const tableSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asset'), name: z.string().min(1).max(255).describe('Name of an asset of the project') }),
  z.object({
    kind: z.literal('file'),
    name: z
      .string()
      .min(1)
      .max(1024)
      .describe('Path of a file, relative to the folder in the start option `--tables FOLDER`; with `grant`, its name'),
    grant: z
      .string()
      .regex(/^[A-Za-z0-9_-]{16,64}$/)
      .optional()
      .describe('Id of a file that a user chose in the desktop app, which permits the service to watch the file'),
  }),
  z.object({
    kind: z.literal('address'),
    url: z.string().min(1).max(2048).describe('`https` address of a table, such as a published Google Sheet'),
    header: requestHeader.optional(),
    every: z.int().min(15).max(86_400).optional().describe('Seconds between requests. Default: 60.'),
  }),
]);

/** The options for reading the file, as in `POST /v1/tables/read`. */
const tableForm = z.object({
  sheet: z.string().min(1).max(512).optional(),
  header: z.union([z.enum(['first', 'none']), z.int().min(1).max(1_048_576)]).optional(),
  hidden: z.boolean().optional(),
  merged: z.boolean().optional(),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}$/, 'Write a language as `de` or `pt-BR`.')
    .optional(),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
  delimiter: z.enum(['comma', 'semicolon', 'bar', 'tab']).optional(),
});

export const tableSettings = z.object({
  name: z.string().min(1).max(255),
  source: tableSource,
  form: tableForm.optional(),
  key: columnName
    .nullable()
    .optional()
    .describe(
      'Column whose values identify the rows. Default: a column with a name such as `id` or `sku`. Null identifies a row by its cells in all used columns.',
    ),
  columns: z
    .record(columnName, columnName.nullable())
    .optional()
    .describe(
      'Variable for each column; null if the column is not used. Default: the variable with the name of the column.',
    ),
  movie: z.string().min(1).max(255).describe('Name of the saved movie from which all films are rendered'),
  format: z.string().max(64).optional().describe('Format of the films. Default: `mp4`.'),
  quality: z.string().max(64).optional().describe('Quality of the films. Default: `standard`.'),
  filename: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Pattern of the file names. Default: the key, or `${index}` without a key column.'),
  check: z.enum(['quick']).optional().describe('`quick`: check each film before it is rendered.'),
  failOn: z
    .enum(['error', 'warning', 'never'])
    .optional()
    .describe('Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.'),
  removed: z
    .enum(['keep', 'trash'])
    .optional()
    .describe(
      'Action for the films of removed rows: `keep` does not delete them, and `trash` deletes them after 30 days. Default: `keep`.',
    ),
  guard: z
    .boolean()
    .optional()
    .describe(
      '`false`: apply readings that remove or change many rows without waiting for a decision. Default: `true`.',
    ),
});

/** A source and the options for reading it. */
export const previewRequest = z.object({
  source: tableSource,
  form: tableForm.optional(),
  table: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Id of a live table with the same address, whose stored header value the request to the address uses'),
});

const liveTableState = z.enum(['watching', 'paused', 'guarded', 'unreadable']);

/** The reason why a user must confirm a reading before the service applies it. */
const tableGuard = z.object({
  kind: z.enum(['removed', 'changed', 'columns']),
  count: z.int().describe('Number of removed or changed rows, or of missing columns'),
  of: z.int().describe('Number of rows before the reading'),
  columns: z.array(z.string()).describe('Missing columns'),
  message: z.string(),
  ...messageFields,
});

const tableReading = z.object({
  number: z.int(),
  at: timestamp,
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  made: z.int().describe('Number of films of this reading that are ready'),
  failed: z.int(),
  guard: tableGuard.nullable().describe('Reason why the reading was held back; null if the reading was applied'),
});

const rowState = z.enum(['current', 'waiting', 'rendering', 'failed', 'removed']);

export const liveRow = z.object({
  key: z.string(),
  line: z.int().nullable().describe('Line of the row in the file; null for a removed row'),
  state: rowState,
  filename: z.string().nullable(),
  render: z.string().nullable().describe('Id of the last render of the row; null if there is none'),
  url: z
    .string()
    .nullable()
    .describe('Address of the newest finished film, also while a newer film is being rendered; null if there is none'),
  error: z.string().nullable(),
  ...messageFields,
  changedIn: z.int().describe('Number of the reading that last changed the row'),
  cells: z.record(z.string(), z.string()).describe('Texts of the cells in the used columns, by column name'),
  changedColumns: z.array(z.string()).describe('Changed columns that the finished film does not show yet'),
  seenAt: timestamp,
});

const storedSource = z.discriminatedUnion('kind', [
  tableSource.options[0],
  tableSource.options[1],
  tableSource.options[2].extend({ header: z.object({ name: z.string() }).optional() }),
]);

export const liveTable = z.object({
  id: z.string(),
  project: z.string(),
  etag: z.string(),
  state: liveTableState,
  settings: tableSettings.extend({ source: storedSource }),
  keyColumn: z
    .string()
    .nullable()
    .describe('Column whose values now identify the rows; null if the cells of all used columns identify them'),
  places: z
    .object({
      sheet: z.string().nullable().describe('Sheet; null if the workbook has only one, and for text files'),
      columns: z.record(z.string(), z.int()).describe('Number of each used column, from 1'),
    })
    .nullable()
    .describe(
      'Places of the columns in the spreadsheet, which form names such as `Sheet1!C7` with the lines of rows; null for JSON, and before the first reading',
    ),
  problem: issue.nullable().describe('Reason why the table cannot be read; null if it can be read'),
  rowProblems: z.array(issue).describe('Problems of rows with an empty or a repeated key'),
  notes: z
    .array(issue)
    .describe('Parts of the file that the last reading left out or could not read as a spreadsheet displays them'),
  guard: tableGuard.nullable().describe('Reason why a reading is held back; null if no reading is held back'),
  counts: z.object({
    rows: z.int(),
    current: z.int(),
    waiting: z.int(),
    rendering: z.int(),
    failed: z.int(),
    removed: z.int(),
  }),
  lastReading: tableReading.nullable(),
  nextReadingAt: timestamp.nullable().describe('Time of the next request of an address; null for files and assets'),
  createdAt: timestamp,
});

/** The changes of rows that a reading makes. With `dry`, the changes that it would make. */
export const readingPreview = z.object({
  applied: z
    .boolean()
    .describe('Whether the reading was applied; false with `dry`, and if a guard holds the reading back'),
  rows: z.int(),
  added: z.array(z.string()).describe('Keys of the added rows, at most 1,000'),
  changed: z.array(z.string()).describe('Keys of the changed rows, at most 1,000'),
  removed: z.array(z.string()).describe('Keys of the removed rows, at most 1,000'),
  same: z.int().describe('Number of unchanged rows'),
  guard: tableGuard.nullable(),
  problems: z.array(issue),
});

/** The maximum number of rows in a page. */
const MAX_PAGE = 1000;

const tablePath = projectPath.extend({ table: z.string().min(1).max(64) });
const notFoundProblems = ['project/not-found', 'table/not-found'] as const;
const writeProblems = ['storage/full', 'storage/read-only'] as const;
/** The problems of reading a table. */
const readProblems = [
  'table/unreadable',
  'table/kind',
  'table/too-large',
  'table/too-slow',
  'table/protected',
  'table/no-sheet',
  'table/empty',
  'table/key',
  'table/half-written',
  'table/unreachable',
] as const;
const settingsProblems = [
  'request/too-large',
  'request/content-type',
  'table/source',
  'movie/not-found',
  'asset/not-found',
  'render/invalid',
  ...writeProblems,
] as const;

const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());
const START = '`true`: watch the table immediately. Default: `false`.';
const tableAnswer = { kind: 'json', summary: 'The live table', schema: liveTable } as const;

const read = {
  method: 'GET',
  chapter: 'Tables',
  access: 'credentials',
  query: noQuery,
  headers: [],
  body: { kind: 'none' },
} as const;

export const liveTableCalls = {
  listLiveTables: {
    ...read,
    path: '/v1/tables/:project',
    summary:
      'List the live tables of a project; each row becomes a film, which the service renders again when the row changes',
    parameters: projectPath,
    answers: { 200: { kind: 'json', summary: 'Live tables', schema: z.object({ tables: z.array(liveTable) }) } },
    problems: ['project/not-found'],
  },
  previewLiveTable: {
    ...read,
    method: 'POST',
    path: '/v1/tables/:project/preview',
    summary: 'Read the first 20 rows of a source without storing anything, to see the effects of its options',
    parameters: projectPath,
    body: { kind: 'json', schema: previewRequest, limitBytes: serviceLimits.jsonBytes },
    answers: { 200: { kind: 'json', summary: 'The table', schema: readTableAnswer } },
    problems: [
      ...notFoundProblems,
      'request/too-large',
      'request/content-type',
      'table/source',
      'asset/not-found',
      ...readProblems,
    ],
  },
  createLiveTable: {
    ...read,
    method: 'POST',
    path: '/v1/tables/:project',
    summary:
      'Create a live table; unless `start` in the query or the body is `true`, the table is paused and no film is rendered until the table is resumed',
    parameters: projectPath,
    query: z.object({ start: flag.optional().describe(START) }),
    body: {
      kind: 'json',
      schema: tableSettings.extend({ start: z.boolean().optional().describe(START) }),
      limitBytes: serviceLimits.jsonBytes,
    },
    answers: { 201: tableAnswer },
    problems: ['project/not-found', 'table/too-many', ...settingsProblems],
  },
  readLiveTable: {
    ...read,
    path: '/v1/tables/:project/:table',
    summary: 'Get a live table: its settings, state, counts of rows, and last readings',
    parameters: tablePath,
    answers: {
      200: {
        kind: 'json',
        summary: 'The live table with its last 100 readings, newest first',
        schema: liveTable.extend({ readings: z.array(tableReading) }),
      },
    },
    problems: notFoundProblems,
  },
  listLiveRows: {
    ...read,
    path: '/v1/tables/:project/:table/rows',
    summary: 'List the rows of a live table with the states of their films, in the order of the table',
    parameters: tablePath,
    query: z.object({
      state: liveRow.shape.state.optional().describe('State of the listed rows. Default: all states.'),
      limit: wholeNumber(1, MAX_PAGE).optional().describe('Maximum number of rows in the answer. Default: 100.'),
      cursor: z.string().max(2048).optional(),
    }),
    answers: {
      200: {
        kind: 'json',
        summary: 'A page of rows',
        schema: z.object({ rows: z.array(liveRow), cursor: z.string().nullable() }),
      },
    },
    problems: [...notFoundProblems, 'request/invalid'],
  },
  changeLiveTable: {
    ...read,
    method: 'PUT',
    path: '/v1/tables/:project/:table',
    summary: 'Change the settings of a live table; the next reading applies them',
    parameters: tablePath,
    headers: ['if-match'],
    body: { kind: 'json', schema: tableSettings, limitBytes: serviceLimits.jsonBytes },
    answers: { 200: tableAnswer },
    problems: ['project/not-found', 'table/not-found', 'table/precondition', ...settingsProblems],
  },
  readLiveTableNow: {
    ...read,
    method: 'POST',
    path: '/v1/tables/:project/:table/read',
    summary: 'Read a live table now; with `dry`, only return the changes and do not apply them',
    parameters: tablePath,
    query: z.object({ dry: flag.optional().describe('`true`: do not render or remove films. Default: `false`.') }),
    answers: { 200: { kind: 'json', summary: 'The changes since the previous reading', schema: readingPreview } },
    problems: [...notFoundProblems, ...readProblems, ...writeProblems],
  },
  pauseLiveTable: {
    ...read,
    method: 'POST',
    path: '/v1/tables/:project/:table/pause',
    summary: 'Pause a live table: the service stops reading the table and starting films; it finishes running films',
    parameters: tablePath,
    answers: { 200: tableAnswer },
    problems: [...notFoundProblems, ...writeProblems],
  },
  resumeLiveTable: {
    ...read,
    method: 'POST',
    path: '/v1/tables/:project/:table/resume',
    summary: 'Watch a paused live table again; a reading that a guard holds back is not applied',
    parameters: tablePath,
    answers: { 200: tableAnswer },
    problems: [...notFoundProblems, ...writeProblems],
  },
  applyLiveTable: {
    ...read,
    method: 'POST',
    path: '/v1/tables/:project/:table/apply',
    summary: 'Apply the reading that a guard holds back, and watch the table again',
    parameters: tablePath,
    answers: { 200: tableAnswer },
    problems: [...notFoundProblems, 'table/no-guard', ...readProblems, ...writeProblems],
  },
  deleteLiveTable: {
    ...read,
    method: 'DELETE',
    path: '/v1/tables/:project/:table',
    summary: 'Stop watching a table and delete its settings; its films stay',
    parameters: tablePath,
    answers: { 200: { kind: 'json', summary: 'The id of the deleted table', schema: deletedAnswer } },
    problems: [...notFoundProblems, ...writeProblems],
  },
} as const satisfies Record<string, Call>;

/** The events of live tables, which `eventData` contains. */
export const liveTableEvents = {
  'table.changed': z.object({ id: z.string(), state: z.enum([...liveTableState.options, 'deleted']) }),
  'table.read': z.object({
    id: z.string(),
    reading: z.int().describe('Number of the reading'),
    rows: z.int(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
  }),
  /**
   * Identifies a changed row. At most 10 of these events per second are sent; one further event contains the number of
   * all other changed rows.
   */
  'table.row': z.object({
    id: z.string(),
    key: z.string().nullable().describe('Key of the row; null if the event is about several rows'),
    state: liveRow.shape.state.nullable(),
    rows: z.int().describe('Number of changed rows that the event represents'),
  }),
} as const;

/** The settings of a live table in a bundle. Secrets and permissions of a computer are left out. */
export const bundledLiveTable = liveTable.shape.settings.extend({
  source: z.discriminatedUnion('kind', [
    tableSource.options[0],
    tableSource.options[1].omit({ grant: true }),
    storedSource.options[2],
  ]),
});
