import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { guessDelimiter } from '../../../../shared/batch/guess-form.ts';
import { looksLikeJson, readJsonTable } from '../../../../shared/batch/read-json-table.ts';
import { type Table, type TableRecord, tableOfRecords } from '../../../../shared/batch/table.ts';
import { CommandError } from '../shown/report.ts';
import { fileFailure } from './file-failure.ts';

/**
 * Reads the rows of a batch: CSV with names in its first line, divided by commas, semicolons, tabs or bars, or JSON (a
 * list of objects). `name` is how the person named the file. Throws {@link CommandError} for what is no table.
 */
export async function readRows(file: string, name: string): Promise<Table> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CommandError('command/rows-unreadable', fileFailure(name, error), { cause: error });
  });
  const text = decode(bytes, name);
  const { table, ragged } = looksLikeJson(text) ? jsonTable(text, name) : csvTable(text, name);
  const [line] = ragged;
  if (line !== undefined)
    throw unreadable(name, `:${line.line}: has ${line.cells} cells, and there are ${line.expected} columns.`);
  if (table.rows.length === 0) throw unreadable(name, ' has no rows.');
  return table;
}

/** What the parser gives with `info`, which its types do not know. */
interface ReadRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(name, ' is not UTF-8; save it as that.', error);
  }
}

function jsonTable(text: string, name: string) {
  const read = readJsonTable(text);
  if (read.ok) return tableOfRecords(read.value.records, true, columnName);
  const fault = read.error;
  switch (fault.kind) {
    case 'syntax':
      throw unreadable(name, ` is not JSON: ${fault.message}`);
    case 'no-list':
      throw unreadable(name, ' must hold a list of rows, such as [{"title": "Spring"}].');
    case 'no-row':
      throw unreadable(name, `: row ${fault.row} is no object of names and values.`);
    case 'nested':
      throw unreadable(
        name,
        `: row ${fault.row}: the value of "${fault.column}" must be a text, a number, or true or false.`,
      );
  }
}

function csvTable(text: string, name: string) {
  try {
    const read = parse(text, {
      delimiter: guessDelimiter(text),
      info: true,
      // What is ragged is told with its line.
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as readonly ReadRecord[];
    const records = read.map(({ record, info }): TableRecord => ({ cells: record, line: info.lines }));
    return tableOfRecords(records, true, columnName);
  } catch (error) {
    throw unreadable(name, `: ${error instanceof Error ? error.message : String(error)}.`, error);
  }
}

function columnName(number: number): string {
  return `column ${number}`;
}

function unreadable(name: string, complaint: string, cause?: unknown): CommandError {
  return new CommandError('command/rows-unreadable', `${name}${complaint}`, { cause });
}
