import { err, ok, type Result } from '../lib/result.ts';
import { Exact } from './decimal.ts';
import { type Fields, isList, isRecord, textOfValue, type Value } from './values.ts';

/** The maximum number of items of a list. */
export const MAX_ITEMS = 10_000;
/** The maximum nesting depth of lists. */
export const MAX_LISTS = 3;
/** The maximum number of fields of an item. */
const MAX_FIELDS = 64;
/** The maximum nesting depth of objects. Deeper fields would have impractically long names. */
const MAX_OBJECTS = 32;

/** The reason why the text of a list cannot be read. */
export type ListFault = 'syntax' | 'nested' | 'depth' | 'long' | 'fields' | 'number';

/**
 * Reads the text of a list. A text that begins with `[` is a JSON array. Any other text contains one value per line if
 * it has a line feed, or otherwise comma-separated values. Trims values and skips empty ones.
 */
export function readList(text: string): Result<readonly Value[], ListFault> {
  if (!isArrayText(text)) {
    const values = text.split(text.includes('\n') ? '\n' : ',').map((value) => value.trim());
    const items = values.filter((value) => value !== '');
    return items.length > MAX_ITEMS ? err('long') : ok(items);
  }
  let json: unknown;
  try {
    // `trim` also removes a byte order mark.
    json = JSON.parse(text.trim());
  } catch {
    return err('syntax');
  }
  return Array.isArray(json) ? itemsOf(json, 1) : err('syntax');
}

const SPACE = /[ \t\n\r]*/y;
/** A JSON token (RFC 8259). The groups are a punctuation mark, a text, and any other scalar. */
const TOKEN =
  /([[\]{}:,])|("(?:[^"\\\t\n\r]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)/y;

/**
 * The parser states between JSON tokens. For each token that is valid in a state, the next state: `item` follows a
 * value in an array or object, and `close` follows the end of an array or object.
 */
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  value: { text: 'item', scalar: 'item', '[': 'first value', '{': 'first key' },
  'first value': { text: 'item', scalar: 'item', '[': 'first value', '{': 'first key', ']': 'close' },
  key: { text: 'colon' },
  'first key': { text: 'colon', '}': 'close' },
  colon: { ':': 'value' },
  array: { ',': 'value', ']': 'close' },
  object: { ',': 'key', '}': 'close' },
};
const OPENED: Readonly<Record<string, string>> = { 'first value': 'array', 'first key': 'object' };

/**
 * Returns the offset of the first invalid character of a JSON text, or of the first number beyond the range of doubles,
 * in UTF-16 units. If the end is missing, returns the length of the text.
 */
export function jsonFaultAt(text: string): number {
  const open: string[] = [];
  let state = 'value';
  for (let at = 0; ; at = TOKEN.lastIndex) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    const start = SPACE.lastIndex;
    TOKEN.lastIndex = start;
    const token = TOKEN.exec(text);
    const after = token === null ? undefined : STATES[state]?.[kindOf(token)];
    if (after === undefined || isInfinite(Number(token?.[3]))) return start;
    const opened = OPENED[after];
    if (opened !== undefined) open.push(opened);
    if (after === 'close') open.pop();
    state = after === 'close' || after === 'item' ? (open.at(-1) ?? 'end') : after;
  }
}

function kindOf([, mark, words]: RegExpExecArray): string {
  return mark ?? (words === undefined ? 'scalar' : 'text');
}

/** Returns whether the text of a list is a JSON array instead of separated values. */
export function isArrayText(text: string): boolean {
  return /^\s*\[/.test(text);
}

function itemsOf(json: readonly unknown[], lists: number): Result<readonly Value[], ListFault> {
  if (lists > MAX_LISTS) return err('depth');
  if (json.length > MAX_ITEMS) return err('long');
  const items: Value[] = [];
  for (const each of json) {
    if (Array.isArray(each)) return err('nested');
    if (isInfinite(each)) return err('number');
    const item = typeof each === 'object' && each !== null ? fieldsOf(each, lists) : ok(scalarText(each));
    if (!item.ok) return item;
    items.push(item.value);
  }
  return ok(items);
}

/** Reads an object. The fields of a nested object become fields with points in their names. */
function fieldsOf(json: object, lists: number): Result<Fields, ListFault> {
  const fields = new Map<string, Value>();
  const fault = addFields(fields, json, { prefix: '', lists, objects: 1 });
  if (fault !== null) return err(fault);
  return fields.size > MAX_FIELDS ? err('fields') : ok(fields);
}

interface Level {
  readonly prefix: string;
  readonly lists: number;
  readonly objects: number;
}

function addFields(fields: Map<string, Value>, json: object, { prefix, lists, objects }: Level): ListFault | null {
  if (objects > MAX_OBJECTS) return 'depth';
  for (const [key, each] of Object.entries(json)) {
    const name = prefix + key;
    if (isInfinite(each)) return 'number';
    if (Array.isArray(each)) {
      const items = itemsOf(each, lists + 1);
      if (!items.ok) return items.error;
      fields.set(name, items.value);
    } else if (typeof each === 'object' && each !== null) {
      const fault = addFields(fields, each, { prefix: `${name}.`, lists, objects: objects + 1 });
      if (fault !== null) return fault;
    } else fields.set(name, scalarText(each));
  }
  return null;
}

/** Returns whether a JSON number is beyond the range of doubles, such as 1e400. */
function isInfinite(json: unknown): boolean {
  return json === Number.POSITIVE_INFINITY || json === Number.NEGATIVE_INFINITY;
}

/** Converts a JSON scalar to text. Null becomes the empty text, and a number the shortest decimal of its double. */
function scalarText(json: unknown): string {
  if (json === null) return '';
  if (typeof json !== 'number') return String(json);
  return json === 0 ? '0' : new Exact(json).toFixed();
}

/** The fields of the items of a declared list. */
export interface ListShape {
  readonly fields: readonly FieldShape[];
}

interface FieldShape {
  readonly name: string;
  readonly default: string | null;
  /** The shape of a field that is a list; null for other fields. */
  readonly list: ListShape | null;
}

/** The most recently read list of each shape. The same text is usually read in many places. */
const lastLists = new WeakMap<
  ListShape,
  { readonly text: string; readonly list: Result<readonly Value[], ListFault> }
>();

/**
 * Reads the text of a declared list. Missing fields of an item get their defaults, and missing nested lists are empty.
 */
export function readDeclaredList(shape: ListShape, text: string): Result<readonly Value[], ListFault> {
  const last = lastLists.get(shape);
  if (last?.text === text) return last.list;
  const read = readList(text);
  const list = read.ok ? shapedItems(shape, read.value, 1) : read;
  lastLists.set(shape, { text, list });
  return list;
}

function shapedItems(
  { fields }: ListShape,
  items: readonly Value[],
  lists: number,
): Result<readonly Value[], ListFault> {
  if (fields.length === 0) return ok(items);
  const shaped: Value[] = [];
  for (const item of items) {
    if (!isRecord(item)) {
      shaped.push(item);
      continue;
    }
    const complete = new Map(item);
    for (const field of fields) {
      const value = shapedField(field, item.get(field.name), lists);
      if (!value.ok) return value;
      if (value.value !== undefined) complete.set(field.name, value.value);
    }
    shaped.push(complete);
  }
  return ok(shaped);
}

function shapedField(
  { default: fallback, list }: FieldShape,
  given: Value | undefined,
  lists: number,
): Result<Value | undefined, ListFault> {
  const value = given ?? fallback ?? undefined;
  if (list === null) return ok(value);
  if (lists >= MAX_LISTS) return err('depth');
  const text = value === undefined ? '' : value;
  const items = isList(text) ? ok(text) : readList(textOfValue(text) ?? '');
  return items.ok ? shapedItems(list, items.value, lists + 1) : items;
}

/** Formats a list as a JSON array, which {@link readList} can read. An empty list gives the empty text. */
export function listText(items: readonly Value[]): string {
  return items.length === 0 ? '' : JSON.stringify(items.map(jsonOf));
}

type Json = string | readonly Json[] | { readonly [name: string]: Json };

function jsonOf(value: Value): Json {
  if (isList(value)) return value.map(jsonOf);
  if (isRecord(value)) return Object.fromEntries([...value].map(([name, field]) => [name, jsonOf(field)]));
  return textOfValue(value) ?? '';
}
