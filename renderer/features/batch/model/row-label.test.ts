import { expect, it } from 'vitest';
import { listVariables } from '#shared/resolve/variables.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { rowLabel } from './row-label.ts';

const { variables } = listVariables(
  sourceOf(
    '<movie width="64" height="64" framerate="10"><resources><variable name="parts" type="list"/></resources><scene duration="${long}"><video src="${clip}"/><text content="${city}"/></scene></movie>',
  ).document,
);
const label = (...cells: readonly string[]) =>
  rowLabel({ columns: ['clip', 'long', 'city', 'note'], rows: [cells] }, ['clip', 'long', 'city', null], variables, 0);

it('the label is the first text except files and numbers', () => {
  expect(label('a.mp4', '12', 'Bern', 'later')).toBe('Bern');
  expect(label('a.mp4', '12', ' ', 'of  no\nvariable ')).toBe('of no variable');
});

it('the label skips a list', () => {
  const table = { columns: ['parts', 'city'], rows: [['["a", "b"]', 'Bern']] };
  expect(rowLabel(table, ['parts', 'city'], variables, 0)).toBe('Bern');
});

it('the label of a row without text is empty', () => {
  expect(label('a.mp4', '12', '', '')).toBe('');
  expect(rowLabel({ columns: ['city'], rows: [] }, ['city'], variables, 3)).toBe('');
});

it('a long label of a row is shortened', () => {
  expect(label('', '', 'x'.repeat(60))).toBe('x'.repeat(60));
  expect(label('', '', 'x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
});
