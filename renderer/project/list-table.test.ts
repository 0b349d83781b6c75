import { expect, test } from 'vitest';
import { type ListColumn, pastedItems } from './list-table.tsx';

const column = (name: string, label: string, type: ListColumn['type'] = 'text'): ListColumn => ({
  ...{ name, label, type, choices: [], isRequired: false, fallback: null, list: null },
});
const COLUMNS = [column('name', 'Produkt'), column('price', 'Preis', 'number')];

test('a copied header of names or labels assigns the columns to fields', () => {
  const items = [
    { name: 'Tea', price: '4.90' },
    { name: 'Jam', price: '6.5' },
  ];
  expect(pastedItems(COLUMNS, 'Preis\tname\tstock\n4,90\tTea\t3\n6.5\tJam\t9\n')).toEqual(items);
});

test('a copied table without a header fills the fields in order', () => {
  expect(pastedItems(COLUMNS, 'Tea;4,90\nJam;6,50')).toEqual([
    { name: 'Tea', price: '4.90' },
    { name: 'Jam', price: '6.50' },
  ]);
});

test('lines of a list without fields become its items', () => {
  expect(pastedItems([column('', 'Value')], 'hot\nnew\n')).toEqual([{ '': 'hot' }, { '': 'new' }]);
});

test('an empty clipboard contains no items', () => {
  expect(pastedItems(COLUMNS, ' \n')).toEqual([]);
});
