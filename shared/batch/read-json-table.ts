import { type JsonFault, jsonFault } from '../lib/json-fault.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { parseAsWritten } from '../template/values/json-numbers.ts';
import { formatDecimal } from '../template/values/lengths.ts';
import { textsOfValue } from './given-texts.ts';
import { type TableExcess, type TableRecord, tableLimits } from './table.ts';

/** The records of a JSON file. The first record names the columns. */
export interface JsonRecords {
  readonly records: readonly TableRecord[];
  /**
   * Whether the first row has the names of the columns. False for rows that are lists, because the first list can be
   * data.
   */
  readonly hasHeader: boolean;
  readonly repeated: readonly RepeatedKey[];
  /** The names of the other members, if the file is an object that contains the list. */
  readonly otherMembers: readonly string[];
}

/** A key that occurs more than once in an object of the list. */
export interface RepeatedKey {
  readonly column: string;
  /** The first row with the repeated key, from 1. */
  readonly row: number;
  /** The number of rows with the repeated key. */
  readonly rows: number;
}

/** The reason why a JSON text cannot be read as a table. `row` counts from 1. */
export type JsonTableFault =
  | TableExcess
  | ({ readonly kind: 'syntax' } & JsonFault)
  /** Lists and objects are nested more deeply than {@link MAX_NESTING} in this line, counted from 1. */
  | { readonly kind: 'too-deep'; readonly line: number; readonly most: number }
  | { readonly kind: 'no-list' }
  | { readonly kind: 'no-row'; readonly row: number }
  | { readonly kind: 'nested'; readonly row: number; readonly column: string };

/**
 * Returns whether a text is probably JSON: it starts with a bracket, which a CSV table does not. Skips comments before
 * the bracket, because the JSON reader reports them as errors.
 */
export function looksLikeJson(text: string): boolean {
  // Require the closing bracket, because the header of a CSV table can start like a list of single values.
  if (/^\uFEFF?\s*\[\s*(?:null|true|false|"|-?\d)/.test(text) && text.trimEnd().endsWith(']')) return true;
  return /^\uFEFF?\s*(?:\/\/[^\n]*\n\s*|\/\*[^*]*\*\/\s*)*(?:\[\s*[[{\]]|\{\s*["}])/.test(text);
}

/**
 * Reads a list of objects, a list of lists, or an object whose only list is one of these, such as `{"rows": […]}`.
 * Numbers and booleans become texts, and null becomes the empty text. The fields of an object in a row are columns with
 * points in their names, such as `customer.name`. The line of a record is its row number.
 */
export function readJsonTable(text: string, maxRows: number = tableLimits.rows): Result<JsonRecords, JsonTableFault> {
  const excess = excessOf(text, maxRows);
  if (excess !== null) return err(excess);
  let json: unknown;
  try {
    json = parseAsWritten(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const fault = jsonFault(text);
    if (fault === null) throw error;
    return err({ kind: 'syntax', ...fault });
  }
  const list = listIn(json);
  if (list === null) return err({ kind: 'no-list' });
  const isList = Array.isArray(json);
  const read = list.every(Array.isArray)
    ? readLists(list, maxRows)
    : readObjects(list, repeatedKeys(text, isList ? 1 : 2), maxRows);
  if (!read.ok || isList || !isObject(json)) return read;
  const others = Object.entries(json).filter(([, value]) => value !== list);
  return ok({ ...read.value, otherMembers: others.slice(0, MAX_MEMBERS).map(([name]) => name) });
}

/**
 * Returns whether a text is probably NDJSON: the first line is a complete object, and the next line starts with a
 * brace.
 */
export function looksLikeJsonLines(text: string): boolean {
  const [, first, second] = /^\uFEFF?\s*(\{[^\r\n]*\})\s*[\r\n]\s*(\{)/.exec(text) ?? [];
  return first !== undefined && second !== undefined && jsonFault(first) === null;
}

/** Reads NDJSON: one object in each line. Empty lines are left out. The line of a record is its line in the file. */
export function readJsonLines(text: string, maxRows: number = tableLimits.rows): Result<JsonRecords, JsonTableFault> {
  const excess = excessOf(text, maxRows);
  if (excess !== null) return err(excess);
  const rows: unknown[] = [];
  const lines: number[] = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '') continue;
    const fault = jsonFault(line);
    if (fault !== null) return err({ kind: 'syntax', ...fault, line: at + 1 });
    rows.push(parseAsWritten(line));
    lines.push(at + 1);
  }
  const read = readObjects(
    rows,
    repeatedKeys(`[${rows.length === 0 ? '' : text.trim().replaceAll(/[\r\n]+/g, ',')}]`, 1),
    maxRows,
  );
  if (!read.ok) return read;
  const [header, ...records] = read.value.records;
  const numbered = records.map((record, at) => ({ ...record, line: lines[at] ?? record.line }));
  return ok({ ...read.value, records: header === undefined ? numbered : [header, ...numbered] });
}

/** The maximum length of `otherMembers`. */
const MAX_MEMBERS = 100;

/** The maximum nesting of lists and objects. A list in a row needs at most ten. */
const MAX_NESTING = 100;

/**
 * Returns the limit that a text exceeds; null if there is none. Does not parse the text. The members of an object count
 * as columns and the values as cells. Commas and brackets in strings are ignored.
 */
function excessOf(text: string, maxRows: number): JsonTableFault | null {
  const members: number[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfText(text, at);
        break;
      case 0x5b:
        members.push(Number.NEGATIVE_INFINITY);
        values += 1;
        break;
      case 0x7b:
        members.push(1);
        values += 1;
        break;
      case 0x5d:
      case 0x7d:
        members.pop();
        break;
      case 0x2c: {
        values += 1;
        const last = members.length - 1;
        const count = (members[last] ?? 0) + 1;
        members[last] = count;
        if (count > tableLimits.columns) return { kind: 'too-much', what: 'columns' };
        break;
      }
    }
    if (values > tableLimits.cells + maxRows) return { kind: 'too-much', what: 'cells' };
    if (members.length > MAX_NESTING)
      return { kind: 'too-deep', line: text.slice(0, at).split('\n').length, most: MAX_NESTING };
  }
  return null;
}

function endOfText(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at;
    if (unit === 0x5c) at += 1;
  }
  return text.length;
}

/**
 * Returns the keys that occur more than once in an object of the list. `JSON.parse` keeps only the last value of such a
 * key.
 * @param json Valid JSON.
 * @param depth The number of open brackets inside the list: 2 if an object contains the list.
 */
function repeatedKeys(json: string, depth: number): readonly RepeatedKey[] {
  const repeatedByName = new Map<string, RepeatedKey & { readonly last: number }>();
  const isList: boolean[] = [];
  let keys = new Set<string>();
  let row = 0;
  const isRow = () => isList.length === depth + 1 && isList[depth - 1] === true && isList[depth] === false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case 0x22: {
        const end = endOfText(json, at);
        if (isRow() && isBeforeColon(json, end + 1)) {
          const text = json.slice(at, end + 1);
          const column: string = text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);
          const repeatedKey = repeatedByName.get(column) ?? { column, row, rows: 0, last: 0 };
          if (keys.has(column) && repeatedKey.last !== row)
            repeatedByName.set(column, { ...repeatedKey, rows: repeatedKey.rows + 1, last: row });
          keys.add(column);
        }
        at = end;
        break;
      }
      case 0x5b:
        isList.push(true);
        break;
      case 0x7b:
        isList.push(false);
        if (!isRow()) break;
        row += 1;
        keys = new Set();
        break;
      case 0x5d:
      case 0x7d:
        isList.pop();
        break;
    }
  }
  return [...repeatedByName.values()].map(({ last, ...repeated }) => repeated);
}

function isBeforeColon(json: string, from: number): boolean {
  let at = from;
  while (' \t\r\n'.includes(json[at] ?? '-')) at += 1;
  return json[at] === ':';
}

function listIn(json: unknown): readonly unknown[] | null {
  if (Array.isArray(json)) return json;
  const lists = isObject(json) ? Object.values(json).filter((value) => Array.isArray(value)) : [];
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

function readLists(list: readonly (readonly unknown[])[], maxRows: number): Result<JsonRecords, JsonTableFault> {
  // Permit one more list, because the first list can be the header.
  if (list.length > maxRows + 1) return err({ kind: 'too-much', what: 'rows' });
  const records: TableRecord[] = [];
  for (const [at, cells] of list.entries()) {
    if (cells.length > tableLimits.columns) return err({ kind: 'too-much', what: 'columns' });
    const texts = cells.map(textOf);
    const nested = texts.indexOf(null);
    if (nested >= 0) return err({ kind: 'nested', row: at + 1, column: String(nested + 1) });
    records.push({ cells: texts.map((text) => text ?? ''), line: at + 1 });
  }
  return ok({ records, hasHeader: false, repeated: [], otherMembers: [] });
}

function readObjects(
  list: readonly unknown[],
  repeated: readonly RepeatedKey[],
  maxRows: number,
): Result<JsonRecords, JsonTableFault> {
  if (list.length > maxRows) return err({ kind: 'too-much', what: 'rows' });
  const names = new Set<string>();
  const rows: ReadonlyMap<string, string>[] = [];
  for (const [at, row] of list.entries()) {
    if (!isObject(row)) return err({ kind: 'no-row', row: at + 1 });
    const texts = textsOf(row);
    if (!texts.ok) return err({ kind: 'nested', row: at + 1, column: texts.error });
    rows.push(texts.value);
    for (const name of texts.value.keys()) names.add(name);
    if (names.size > tableLimits.columns) return err({ kind: 'too-much', what: 'columns' });
  }
  if (list.length * names.size > tableLimits.cells) return err({ kind: 'too-much', what: 'cells' });
  const columns = [...names];
  const records: TableRecord[] = [{ cells: columns, line: 0 }];
  for (const [at, texts] of rows.entries())
    records.push({ cells: columns.map((column) => texts.get(column) ?? ''), line: at + 1 });
  return ok({ records, hasHeader: true, repeated, otherMembers: [] });
}

/** Returns the texts of a row by their columns. The error is the name of a field that is nested too deeply. */
function textsOf(row: Readonly<Record<string, unknown>>): Result<ReadonlyMap<string, string>, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(row)) {
    const given = value === null ? [[name, ''] as const] : textsOfValue(name, value);
    if (given === null) return err(name);
    for (const [column, text] of given) texts.set(column, text);
  }
  return ok(texts);
}

/** Converts the value of a cell to text; null for an object. An array is the text of a list. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return JSON.stringify(value);
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return formatDecimal(value);
    case 'boolean':
      return String(value);
    default:
      return value === null || value === undefined ? '' : null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
