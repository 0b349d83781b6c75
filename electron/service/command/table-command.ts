import type { ReadTable } from '#shared/batch/read-table.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { Message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import type { TableInvocation } from './arguments.ts';
import { readRows } from './batch-tables.ts';
import type { Report } from './shown/report.ts';

/** The number of rows that are printed. The JSON has all rows. */
const SHOWN_ROWS = 20;
const SHOWN_CHARACTERS = 40;

/** Shows how a table is read: its sheets, columns, and rows, with notes. */
export async function tableCommand(
  { file, options }: TableInvocation,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<Report> {
  const read = await readRows(file, folder, { ...options, signal });
  const { table, form, headerLine, sheets = [], lines = [], notes = [] } = read;
  return {
    failure: null,
    problems: [],
    source: null,
    result: {
      ...{ command: 'table', table: file, sheet: form.sheet ?? null, encoding: form.encoding, headerLine },
      ...{ sheets, columns: table.columns, rows: table.rows, typed: table.typed ?? [], lines },
      notes: notes.map(noteOf),
    },
    lines: [...sheetLines(read), ...rowLines(read), ...notes.map((says) => `note: ${inEnglish(says)}`)],
  };
}

function noteOf(says: Message) {
  return { code: 'table/note', message: inEnglish(says), reason: says.code, values: says.values };
}

function sheetLines({ form, sheets = [] }: ReadTable): readonly string[] {
  const others = sheets.filter(({ id, hidden }) => id !== form.sheet && !hidden).map(({ id }) => id);
  if (form.sheet === undefined) return [];
  return [`sheet: ${form.sheet}`, ...(others.length === 0 ? [] : [`other sheets: ${others.join(', ')}`])];
}

function rowLines({ table: { columns, rows }, lines = [] }: ReadTable): readonly string[] {
  const cut = (text: string) => shortened(text.replaceAll(/\s+/g, ' ')).slice(0, SHOWN_CHARACTERS);
  const left = rows.length - SHOWN_ROWS;
  return [
    `columns: ${columns.map(cut).join(' | ')}`,
    ...rows.slice(0, SHOWN_ROWS).map((cells, at) => `${lines[at] ?? at + 1}: ${cells.map(cut).join(' | ')}`),
    ...(left > 0 ? [`… and ${left} more rows`] : []),
  ];
}
