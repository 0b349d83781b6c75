import { expect, test } from 'vitest';
import { noTableChoices } from '#shared/batch/read-table.ts';
import type { PreparedBatch } from './prepared-batch.ts';
import { fileOf } from './use-watch-table.ts';

const content = new TextEncoder().encode('id;title\n7;Köln\n');
const opened: PreparedBatch = {
  name: 'films.csv',
  content,
  requests: noTableChoices,
  form: { encoding: 'utf-8', delimiter: ';', header: true },
  table: { columns: ['id', 'title'], rows: [['7', 'Köln']] },
  ragged: [],
  isEdited: false,
  uses: [null, 'title'],
  left: [],
  links: [null],
};
const csv = 'id,title\r\n7,Köln\r\n';
const textOf = (prepared: PreparedBatch) => new TextDecoder().decode(fileOf(prepared, 'card').bytes);

test('an opened file is stored unchanged', () => {
  expect(textOf(opened)).toBe('id;title\n7;Köln\n');
  expect(fileOf(opened, 'card')).toMatchObject({
    name: 'films.csv',
    form: { encoding: 'utf-8', delimiter: 'semicolon' },
  });
});

test('the sheet of a workbook is in the settings', () => {
  const form = { encoding: null, delimiter: null, header: true, sheet: 'Films' };
  const requests = { ...noTableChoices, headerRow: 2, hidden: true, language: 'de' };
  const { form: settings } = fileOf({ ...opened, name: 'films.xlsx', form, requests }, 'card');
  expect(settings).toEqual({ sheet: 'Films', language: 'de', header: 2, hidden: true });
});

test.each<[string, Partial<PreparedBatch>, string]>([
  ['pasted', { name: null, content: 'id\ttitle' }, 'card.csv'],
  ['edited', { name: 'films.xlsx', isEdited: true }, 'films.csv'],
  ['without column names', { form: { encoding: 'utf-8', delimiter: ';', header: false } }, 'films.csv'],
])('other tables are stored as CSV: %s', (_, change, name) => {
  const prepared = { ...opened, ...change };
  expect(fileOf(prepared, 'card')).toMatchObject({ name, form: {} });
  expect(textOf(prepared)).toBe(csv);
});
