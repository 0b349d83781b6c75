import { err, ok, type Result } from '../lib/result.ts';
import type { TableRecord } from './table.ts';

/** Records of a JSON file; the first names the columns. */
export interface JsonRecords {
  readonly records: readonly TableRecord[];
  /** False where rows were lists, of which the first may be a row as well. */
  readonly hasHeader: boolean;
}

/** Why a JSON text is no table; `row` from 1. */
export type JsonTableFault =
  | { readonly kind: 'syntax'; readonly message: string }
  | { readonly kind: 'no-list' }
  | { readonly kind: 'no-row'; readonly row: number }
  | { readonly kind: 'nested'; readonly row: number; readonly column: string };

/** Whether a text is meant as JSON: no table begins like this. */
export function looksLikeJson(text: string): boolean {
  return /^\uFEFF?\s*(?:\[\s*[[{\]]|\{\s*["}])/.test(text);
}

/**
 * Reads a list of objects, a list of lists, or an object whose only list is one of these (such as `{"rows": […]}`).
 * Numbers and truth values become their texts, null the empty one. A record's line is the number of its row.
 */
export function readJsonTable(text: string): Result<JsonRecords, JsonTableFault> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return err({ kind: 'syntax', message: error instanceof Error ? error.message : String(error) });
  }
  const list = listIn(json);
  if (list === null) return err({ kind: 'no-list' });
  return list.every(Array.isArray) ? readLists(list) : readObjects(list);
}

function listIn(json: unknown): readonly unknown[] | null {
  if (Array.isArray(json)) return json;
  const lists = isObject(json) ? Object.values(json).filter((value) => Array.isArray(value)) : [];
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

function readLists(list: readonly (readonly unknown[])[]): Result<JsonRecords, JsonTableFault> {
  const records: TableRecord[] = [];
  for (const [at, cells] of list.entries()) {
    const texts = cells.map(textOf);
    const nested = texts.indexOf(null);
    if (nested >= 0) return err({ kind: 'nested', row: at + 1, column: String(nested + 1) });
    records.push({ cells: texts.map((text) => text ?? ''), line: at + 1 });
  }
  return ok({ records, hasHeader: false });
}

function readObjects(list: readonly unknown[]): Result<JsonRecords, JsonTableFault> {
  const columns = [...new Set(list.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  const records: TableRecord[] = [{ cells: columns, line: 0 }];
  for (const [at, row] of list.entries()) {
    if (!isObject(row)) return err({ kind: 'no-row', row: at + 1 });
    const values = new Map(Object.entries(row));
    const texts = columns.map((column) => textOf(values.get(column)));
    const nested = texts.indexOf(null);
    if (nested >= 0) return err({ kind: 'nested', row: at + 1, column: columns[nested] ?? '' });
    records.push({ cells: texts.map((text) => text ?? ''), line: at + 1 });
  }
  return ok({ records, hasHeader: true });
}

/** Null for what is no value of a cell. */
function textOf(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return value === null || value === undefined ? '' : null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
