import { expect, test } from 'vitest';
import { joinLists } from './joined-lists.ts';

const LINES = [
  { order: '7', name: 'Tea' },
  { order: ' 8', name: 'Jam' },
  { order: '7', name: 'Cake' },
  { order: '9', name: 'Salt' },
  { order: '', name: 'Nothing' },
];

test('rows with the same key become items of a row, in order', () => {
  const { texts } = joinLists(['8', '7', '6', undefined], LINES, 'order');
  expect(texts.map((text) => JSON.parse(text).map(({ name }: { name: string }) => name))).toEqual([
    ['Jam'],
    ['Tea', 'Cake'],
    [],
    [],
  ]);
});

test('rows without a partner are listed by their number', () => {
  expect(joinLists(['8', '7', ''], LINES, 'order').unmatched).toEqual([4, 5]);
});

test('composed and decomposed letters are the same key', () => {
  expect(joinLists(['é'], [{ id: 'e\u0301' }], 'id').unmatched).toEqual([]);
});
