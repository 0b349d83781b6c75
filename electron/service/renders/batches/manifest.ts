import type { z } from 'zod';
import type * as renderShapes from '#shared/contract/shapes/render-shapes.ts';

type Row = z.output<typeof renderShapes.batchRow>;

const COLUMNS = ['index', 'filename', 'state', 'url', 'error', 'render'] as const;

/**
 * Prints the rows of a batch as CSV (RFC 4180: CRLF, a header, doubled quotes), with a column `variables.<name>` for
 * each variable. A value that a spreadsheet would read as a formula gets an apostrophe as prefix. The JSON answer
 * contains all values unchanged.
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

/** Returns a value as a CSV cell that no spreadsheet reads as a formula. */
export function spreadsheetCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
