import { setImmediate as nextTurn } from 'node:timers/promises';

/** JSON of an object with one more field, whose JSON is there already. */
export function withPrinted(fields: object, name: string, json: string): string {
  const others = JSON.stringify(fields).slice(1);
  return `{${JSON.stringify(name)}:${json}${others === '}' ? '' : ','}${others}`;
}

/** JSON of an object whose one field is a list, an item at a time, others going on meanwhile. */
export async function* printedList(name: string, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = `{${JSON.stringify(name)}:[`;
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ',';
    await nextTurn();
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
