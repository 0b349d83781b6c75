import { afterEach, expect, test } from 'vitest';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import { decimalInCell } from '#renderer/ui/format/number.ts';
import { type ListColumn, pastedTable } from './list-table.tsx';

afterEach(() => setPageLanguage('en'));

const column = (name: string, label: string, type: ListColumn['type'] = 'text'): ListColumn => ({
  ...{ name, label, type, choices: [], isRequired: false, fallback: null, list: null },
  rules: { type, min: null, max: null, step: null, maxlength: null, choices: [] },
});
const COLUMNS = [column('name', 'Produkt'), column('price', 'Preis', 'number')];

test('a copied header of names or labels assigns the columns to fields', () => {
  const items = [
    { name: 'Tea', price: '4.90' },
    { name: 'Jam', price: '6.5' },
  ];
  expect(pastedTable(COLUMNS, 'Preis\tname\tstock\n4,90\tTea\t3\n6.5\tJam\t9\n')).toEqual({ items, unused: ['stock'] });
});

test('a copied table without a header fills the fields in order', () => {
  expect(pastedTable(COLUMNS, 'Tea;4,90\nJam;6,50').items).toEqual([
    { name: 'Tea', price: '4.90' },
    { name: 'Jam', price: '6.50' },
  ]);
});

test('lines of a list without fields become its items', () => {
  expect(pastedTable([column('', 'Value')], 'hot\nnew\n').items).toEqual([{ '': 'hot' }, { '': 'new' }]);
});

test('an empty clipboard contains no items', () => {
  expect(pastedTable(COLUMNS, ' \n')).toEqual({ items: [], unused: [] });
});

test.each([
  ['1,90 €', '1.90'],
  ['€1,234.50', '1234.50'],
  ['1.234,50 €', '1234.50'],
  ['CHF 1’234.50', '1234.50'],
  ['1 234,5', '1234.5'],
  ['1.234.567', '1234567'],
  ['−4,5 EUR', '-4.5'],
  ['1,234', '1234'],
  ['0,125', '0.125'],
  ['1.234', '1.234'],
  ['12 pieces', '12 pieces'],
  ['1,2,3', '1,2,3'],
  ['1.5s', '1.5s'],
])('the number in a cell of a spreadsheet: %s', (cell, number) => {
  expect(decimalInCell(cell)).toBe(number);
});

test('the page language decides whether a sign before three digits groups digits', () => {
  setPageLanguage('de');
  expect(['1.234 €', '1,234 kg', '1.234,5', '0.125'].map(decimalInCell)).toEqual([
    '1234',
    '1,234 kg',
    '1234.5',
    '0.125',
  ]);
  expect(decimalInCell('1,234')).toBe('1.234');
});
