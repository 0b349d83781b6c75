import type { z } from 'zod';
import type * as renderShapes from '#shared/contract/shapes/render-shapes.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';

type Row = z.output<typeof renderShapes.batchRow>;

const COLUMNS = ['index', 'filename', 'state', 'url', 'error', 'render'] as const;
/** The column with the names of the files of a film's package, separated by semicolons. */
const FILES = 'files';
const RUN_COLUMNS = [
  ...(['row', 'movie', 'language', 'filename', 'state', 'frames', 'durationSeconds', 'bytes', 'sha256'] as const),
  ...(['error', 'index', 'url', 'render'] as const),
];

/**
 * Prints the rows of a batch as CSV (RFC 4180: CRLF, a header, doubled quotes), with a column `variables.<name>` for
 * each variable. A value that a spreadsheet would read as a formula gets an apostrophe as prefix. In the manifest of a
 * run, a value that already begins with an apostrophe gets another one, so that a reader can always remove the first
 * apostrophe. The JSON answer contains all values unchanged. Lets other requests run in between.
 */
export async function manifestCsv(rows: readonly Row[], yieldTurn = yieldRegularly()): Promise<string> {
  const uniqueNames = new Set<string>();
  for (const { variables } of rows) {
    for (const name of Object.keys(variables)) uniqueNames.add(name);
    await yieldTurn();
  }
  const names = [...uniqueNames];
  const isRun = rows.some(({ row }) => row !== undefined);
  const columns = isRun ? RUN_COLUMNS : COLUMNS;
  const lines = [csvLine([...columns, FILES, ...names.map((name) => `variables.${name}`)], isRun)];
  for (const row of rows) {
    const { variables } = row;
    const own = [...columns.map((column) => row[column] ?? null), fileNames(row.files)];
    const cells = [...own, ...names.map((name) => variables[name] ?? null)];
    lines.push(csvLine(cells, isRun));
    await yieldTurn();
  }
  return lines.join('');
}

/** Returns the names of the files of a film's package as one cell. */
function fileNames(files: readonly { readonly name: string }[]): string {
  return files.map(({ name }) => name).join('; ');
}

/** The number of rows that are printed together. They take a few milliseconds. */
const PRINTED_ROWS = 100;

/** Prints the rows of a batch as the elements of a JSON list, without its brackets, in parts of limited length. */
export async function manifestJson(rows: readonly Row[], yieldTurn = yieldRegularly()): Promise<readonly string[]> {
  const parts: string[] = [];
  for (let start = 0; start < rows.length; start += PRINTED_ROWS) {
    const printed = JSON.stringify(rows.slice(start, start + PRINTED_ROWS)).slice(1, -1);
    parts.push(start === 0 ? printed : `,${printed}`);
    await yieldTurn();
  }
  return parts;
}

function csvLine(cells: readonly (string | number | null)[], isRun: boolean): string {
  return `${cells.map((cell) => spreadsheetCell(cell, isRun)).join(',')}\r\n`;
}

/**
 * Returns a value as a CSV cell that no spreadsheet executes as a formula. If `isReversible` is true, every value can
 * be restored from its cell.
 */
export function spreadsheetCell(value: string | number | null, isReversible = false): string {
  const text = value === null ? '' : String(value);
  const isFormula = (isReversible ? /^'*[=+\-@\t\r]/ : /^[=+\-@\t\r]/).test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
