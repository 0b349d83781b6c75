import { expect, test } from 'vitest';
import { printedList } from './printed-json.ts';

async function piecesOf(items: readonly object[]): Promise<readonly string[]> {
  async function* one() {
    yield* items;
  }
  const pieces: string[] = [];
  for await (const piece of printedList('items', one())) pieces.push(piece);
  return pieces;
}

test.each([
  ['no item', []],
  ['small items', [{ id: 1, names: ['a', '"'], none: null, left: undefined }, {}, { list: [] }]],
  ['long lists', [{ ids: Array.from({ length: 12_345 }, (_, id) => id), after: true }, { ids: Array(5001).fill('x') }]],
])('a list is printed as by JSON.stringify: %s', async (_, items) => {
  const pieces = await piecesOf(items);
  expect(pieces.join('')).toBe(JSON.stringify({ items }));
});

test('a long list in an item is printed in pieces', async () => {
  const pieces = await piecesOf([{ ids: Array.from({ length: 100_000 }, (_, id) => id) }]);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(80_000);
});
