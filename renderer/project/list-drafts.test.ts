import { afterEach, expect, test } from 'vitest';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import { say } from '#renderer/strings/say.ts';
import { decimalInCell } from '#renderer/ui/format/number.ts';
import { required } from '#shared/lib/assert.ts';
import {
  columnsOf,
  type FieldDraft,
  innerFault,
  type ListColumn,
  pastedTable,
  rulesOf,
  withPastedFields,
} from './list-drafts.ts';

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
  expect(pastedTable(COLUMNS, 'Preis\tname\tstock\n4,90\tTea\t3\n6.5\tJam\t9\n')).toEqual({
    items,
    unused: [{ header: 'stock', cells: ['3', '9'] }],
  });
});

test('columns beyond the fields have no field', () => {
  expect(pastedTable(COLUMNS, 'Tea\t4,90\ta.jpg\nJam\t6,50\tb.jpg').unused).toEqual([
    { header: '3', cells: ['a.jpg', 'b.jpg'] },
  ]);
});

test('the items of a list of texts can contain commas', () => {
  expect(pastedTable([column('', 'Value')], 'salt, pepper\nbread').items).toEqual([
    { '': 'salt, pepper' },
    { '': 'bread' },
  ]);
});

const draft = (key: number, name: string): FieldDraft => ({
  ...{ key, name, type: 'text', label: null, choices: '', fields: [] },
});

test('pasted columns become fields with names and types', () => {
  const columns = [
    { header: 'Preis (€)', cells: ['4,90 €', ''] },
    { header: 'Photo', cells: ['a.jpg', 'b.png'] },
    { header: 'name', cells: ['x', '1'] },
    { header: '7', cells: ['1', '2'] },
  ];
  const drafts = {
    rows: [
      { key: 5, texts: { name: 'Tea' } },
      { key: 6, texts: {} },
    ],
    fields: [draft(-1, 'name')],
  };
  let key = 10;
  const { rows, fields } = withPastedFields(drafts, { columns, keys: [6, 5] }, () => key++);
  expect(fields.map(({ name, type, label }) => [name, type, label])).toEqual([
    ['name', 'text', null],
    ['Preis', 'number', 'Preis (€)'],
    ['Photo', 'image', null],
    ['name2', 'text', 'name'],
    ['field7', 'number', '7'],
  ]);
  expect(rows.map(({ texts }) => texts)).toEqual([
    { name: 'Tea', Preis: '', Photo: 'b.png', name2: '1', field7: '2' },
    { Preis: '4.90', Photo: 'a.jpg', name2: 'x', field7: '1' },
  ]);
});

test('a new list gets only the pasted fields', () => {
  const columns = [{ header: 'Product', cells: ['Tea'] }];
  const drafts = { rows: [{ key: 1, texts: {} }], fields: [draft(-1, 'name')] };
  expect(withPastedFields(drafts, { columns, keys: [1] }, () => 2).fields.map(({ name }) => name)).toEqual(['Product']);
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

test('a fault in a list inside an item has its place in that list', () => {
  const size: FieldDraft = { ...draft(1, 'size'), type: 'number' };
  const tags: FieldDraft = { ...draft(2, 'tags'), type: 'list', fields: [draft(3, 'tag'), size] };
  const sorts: FieldDraft = { ...draft(4, 'sorts'), type: 'list', fields: [tags] };
  const [tagColumn, sortColumn, nameColumn] = columnsOf(
    rulesOf(null, [tags, sorts, draft(5, 'name')]),
    'Value',
    (label) => label,
  );
  const fault = (items: unknown) => innerFault(required(tagColumn, 'tags'), JSON.stringify(items), 'products[2].tags');
  expect(fault([{ tag: 'a', size: '1' }])).toBeNull();
  const second = required(fault([{ tag: 'a' }, { tag: 'b', size: 'XL' }]), 'the fault');
  expect(second).toMatchObject({ item: 1, field: 'size' });
  expect(say(second.says, { quoted: true })).toMatch(/^Item 2 of “products\[2\]\.tags”: .*XL/);
  // A fault two lists deep has its place in the list of the cell.
  const deep = innerFault(required(sortColumn, 'sorts'), '[{},{"tags":[{"size":"XL"}]}]', 'products[1].sorts');
  expect(deep).toMatchObject({ item: 1, field: 'tags' });
  expect(innerFault(required(tagColumn, 'tags'), '[{', 'products[2].tags')).toMatchObject({ item: null, field: null });
  expect(innerFault(required(nameColumn, 'name'), '[', 'products[1].name')).toBeNull();
  expect(innerFault(required(tagColumn, 'tags'), '', 'products[1].tags')).toBeNull();
});
