import { setImmediate as nextTurn } from 'node:timers/promises';

/** Elements of a list that are printed at a time. */
const RUN_CHARACTERS = 5000;
/** Characters from which on a text is handed on. */
const PIECE_CHARACTERS = 2 ** 15;

/** JSON of an object with one more field, whose JSON is there already; in parts, so that a long one is not copied. */
export function withPrinted(fields: object, name: string, json: string): readonly string[] {
  const others = JSON.stringify(fields).slice(1);
  return [`{${JSON.stringify(name)}:`, json, `${others === '}' ? '' : ','}${others}`];
}

/**
 * JSON of an object whose first field is a list, a part for each page of its items.
 * @param pages The items, as they are read; whoever reads them lets others go on in between.
 * @param fields What else the object has, asked for when all pages are read.
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
 * JSON of an object whose one field is a list of objects, an item at a time, others going on meanwhile. A long list in an
 * item is printed a stretch at a time: a text of hundreds of kilobytes for each of many items is swept too late where the
 * machine is busy.
 */
export async function* printedList(name: string, items: AsyncIterable<object>): AsyncGenerator<string> {
  let before = `{${JSON.stringify(name)}:[`;
  for await (const item of items) {
    let text = before;
    for (const part of printedParts(item)) {
      text += part;
      if (text.length < PIECE_CHARACTERS) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
    before = ',';
    await nextTurn();
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

/** JSON of an object, one part after the other. */
function* printedParts(item: object): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(item)) {
    const json = isLong(value) ? '' : JSON.stringify(value);
    // As JSON has it: what cannot be written is left out.
    if (json === undefined) continue;
    yield `${before}${JSON.stringify(key)}:${json}`;
    before = ',';
    if (isLong(value)) yield* printedRuns(value);
  }
  yield before === '{' ? '{}' : '}';
}

function* printedRuns(values: readonly unknown[]): Generator<string> {
  for (let at = 0; at < values.length; at += RUN_CHARACTERS) {
    const json = JSON.stringify(values.slice(at, at + RUN_CHARACTERS));
    yield `${at === 0 ? '[' : ','}${json.slice(1, -1)}`;
  }
  yield ']';
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > RUN_CHARACTERS;
}
