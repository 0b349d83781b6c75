import { z } from 'zod';
import { serviceLimits } from '../shapes/limits.ts';
import { noPath, wholeNumber } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';
import type { Call } from './call.ts';

/** The maximum number of rows in an answer: the maximum number of items of a list. */
const MAX_ROWS = 100_000;
/** The default number of rows in an answer. */
export const FIRST_ROWS = 20;

const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());
const lineRange = z.object({ from: z.int(), to: z.int() });

const query = z.object({
  sheet: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe(
      'Part of the workbook to read: the name of a sheet, `#Table:NAME`, or `#Name:NAME`. Default: the first visible sheet.',
    ),
  header: z
    .union([z.enum(['first', 'none']), wholeNumber(1, 1_048_576)])
    .optional()
    .describe('Row with the names of the columns: `first`, `none`, or the number of the row.'),
  hidden: flag.optional().describe('`true` also reads hidden rows.'),
  merged: flag.optional().describe('`true` fills all cells of a merged range with the value of its first cell.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}$/, 'Write a language as `de` or `pt-BR`.')
    .optional()
    .describe('Language in which numbers and dates are shown. Default: `en`.'),
  encoding: z
    .enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
    .optional()
    .describe('Encoding of a text file. Default: detected.'),
  delimiter: z
    .enum(['comma', 'semicolon', 'bar', 'tab'])
    .optional()
    .describe('Delimiter of a text file. Default: detected.'),
  rows: wholeNumber(0, MAX_ROWS).optional().describe(`Number of rows in the answer. Default: ${FIRST_ROWS}.`),
  list: flag
    .optional()
    .describe(
      `\`true\` allows ${MAX_ROWS.toLocaleString('en-US')} rows in the answer, for tables with the items of lists.`,
    ),
});

/** A table as the service reads it. */
export const readTableAnswer = z.object({
  kind: z.enum(['sheet', 'text', 'json']),
  sheets: z
    .array(z.object({ id: z.string(), kind: z.enum(['sheet', 'table', 'name']), hidden: z.boolean() }))
    .describe('Sheets, tables, and names of the workbook; empty for other files'),
  sheet: z.string().nullable().describe('The sheet, table, or name that was read'),
  encoding: z.string().nullable(),
  delimiter: z.enum(['comma', 'semicolon', 'bar', 'tab']).nullable(),
  headerLine: z.int().nullable().describe('Number of the row with the names of the columns; null if there is none'),
  columns: z.array(z.string()),
  count: z.int().describe('Number of all rows of the table'),
  rows: z.array(z.array(z.string())).describe('Cells of each row, as the texts that a spreadsheet displays'),
  typed: z
    .array(z.record(z.string(), z.string()).nullable())
    .describe(
      'For each row, the stored values of cells whose displayed texts differ from the values, by column index; null for a row without such cells',
    ),
  lines: z.array(z.int()).describe('Line of each row in the sheet; empty for other files'),
  places: z
    .object({
      sheet: z.string().nullable().describe('Sheet; null if the workbook has only one, and for text files'),
      columns: z.array(z.int()).describe('Number of each column, from 1'),
      rows: z.array(z.int()).describe('Number of each row, from 1'),
    })
    .nullable()
    .describe('Places of the cells in the spreadsheet, which form names such as `Sheet1!C7`; null for JSON'),
  ragged: z.array(z.object({ line: z.int(), cells: z.int(), expected: z.int() })),
  blankLines: z.array(lineRange),
  repeated: z.array(z.object({ column: z.string(), row: z.int(), rows: z.int() })),
  repeatedColumns: z.array(z.object({ name: z.string(), written: z.string(), number: z.int(), first: z.int() })),
  otherMembers: z.array(z.string()),
  notes: z
    .array(shapes.issue)
    .describe('Parts of the file that were left out or could not be read as a spreadsheet displays them'),
});

export const tableCalls = {
  readTable: {
    method: 'POST',
    path: '/v1/tables/read',
    summary:
      'Read a table from an XLSX, ODS, FODS, CSV, TSV, JSON, or NDJSON file: its sheets, columns, rows, and notes',
    chapter: 'Batches',
    access: 'credentials',
    parameters: noPath,
    query,
    headers: [],
    body: { kind: 'file', limitBytes: serviceLimits.tableBytes, limitName: 'tableBytes' },
    answers: { 200: { kind: 'json', summary: 'The table', schema: readTableAnswer } },
    problems: [
      'table/unreadable',
      'table/kind',
      'table/too-large',
      'table/too-slow',
      'table/protected',
      'table/no-sheet',
      'table/empty',
    ],
  },
} as const satisfies Record<string, Call>;
