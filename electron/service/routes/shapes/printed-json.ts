import { setImmediate as nextTurn } from 'node:timers/promises';

/** The number of list elements that are printed at a time. */
const ITEMS_PER_SLICE = 5000;
/** The number of printed characters after which a piece is yielded. */
const PIECE_CHARACTERS = 2 ** 15;

/**
 * Prints an object with one more field, whose value is already JSON. Returns the text in parts, so that long JSON is
 * not copied.
 */
export function withPrinted(fields: object, name: string, json: string): readonly string[] {
  const others = JSON.stringify(fields).slice(1);
  return [`{${JSON.stringify(name)}:`, json, `${others === '}' ? '' : ','}${others}`];
}

/**
 * Prints an object whose first field is a list, in one part per page.
 * @param pages The pages of items. The reader of the pages pauses for other requests.
 * @param fields Returns the other fields after the last page.
 */
export async function printedPages(
  name: string,
  pages: AsyncIterable<readonly object[]>,
  fields: () => object,
): Promise<readonly string[]> {
  const parts = [`{${JSON.stringify(name)}:[`];
  let comma = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    parts.push(`${comma}${JSON.stringify(page).slice(1, -1)}`);
    comma = ',';
  }
  const others = JSON.stringify(fields()).slice(1);
  parts.push(`]${others === '}' ? '' : ','}${others}`);
  return parts;
}

/**
 * Prints an object with one list of objects, item by item, with pauses. Prints a long list in an item in slices. On a
 * busy machine, the garbage collector is too slow for texts of hundreds of kilobytes per item.
 */
export async function* printedList(name: string, items: AsyncIterable<object>): AsyncGenerator<string> {
  let prefix = `{${JSON.stringify(name)}:[`;
  for await (const item of items) {
    let text = prefix;
    for (const part of printedParts(item)) {
      text += part;
      if (text.length < PIECE_CHARACTERS) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
    prefix = ',';
    await nextTurn();
  }
  yield prefix === ',' ? ']}' : `${prefix}]}`;
}

/** Prints an object in parts. */
function* printedParts(item: object): Generator<string> {
  let prefix = '{';
  for (const [key, value] of Object.entries(item)) {
    const json = isLong(value) ? '' : JSON.stringify(value);
    // Omit values without a JSON form, as JSON.stringify does.
    if (json === undefined) continue;
    yield `${prefix}${JSON.stringify(key)}:${json}`;
    prefix = ',';
    if (isLong(value)) yield* printedSlices(value);
  }
  yield prefix === '{' ? '{}' : '}';
}

function* printedSlices(values: readonly unknown[]): Generator<string> {
  for (let start = 0; start < values.length; start += ITEMS_PER_SLICE) {
    const json = JSON.stringify(values.slice(start, start + ITEMS_PER_SLICE));
    yield `${start === 0 ? '[' : ','}${json.slice(1, -1)}`;
  }
  yield ']';
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > ITEMS_PER_SLICE;
}
