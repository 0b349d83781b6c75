import type { z } from 'zod';
import type * as renderShapes from '#shared/contract/shapes/render-shapes.ts';

type Row = z.output<typeof renderShapes.batchRow>;

const COLUMNS = ['index', 'filename', 'state', 'url', 'error', 'render'] as const;

/**
 * A batch's rows as CSV (RFC 4180: CRLF, a header, quotes doubled), with a column `variables.<name>` for each variable.
 * Values come from whoever wrote the rows, and the table is opened in spreadsheets: one that would be taken for a
 * formula gets an apostrophe before it. The JSON has every value as it is.
 */
export function manifestCsv(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap(({ variables }) => Object.keys(variables)))];
  const header = [...COLUMNS, ...names.map((name) => `variables.${name}`)];
  const lines = rows.map((row) => [
    ...COLUMNS.map((column) => row[column]),
    ...names.map((name) => row.variables[name] ?? null),
  ]);
  return [header, ...lines].map((cells) => `${cells.map(spreadsheetCell).join(',')}\r\n`).join('');
}

/** A value as a cell of CSV that no spreadsheet takes for a formula. */
export function spreadsheetCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
