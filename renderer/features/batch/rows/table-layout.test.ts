import { expect, it } from 'vitest';
import { batchStrings as german } from '#renderer/strings/batch.de.ts';
import { batchStrings as english } from '#renderer/strings/batch.en.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { columnLabels } from '../cells/table-column.ts';
import { gridTemplate, tableColumns } from './table-layout.ts';

const { variables } = listVariables(
  sourceOf(
    '<movie width="64" height="64" framerate="10"><scene duration="${long}"><video src="${clip}"/></scene></movie>',
  ).document,
);

it('a column without a name has its number in the language of the interface', () => {
  expect(columnLabels(['a', 'Column 2', 'Spalte 3'], german.column)).toEqual(['a', 'Spalte 2', 'Spalte 3']);
  expect(columnLabels(['a', 'Column 2', 'Spalte 3'], english.column)).toEqual(['a', 'Column 2', 'Column 3']);
  expect(columnLabels(['Column 2', 'b', 'Column 7'], german.column)).toEqual(['Column 2', 'b', 'Column 7']);
  expect(columnLabels(['Column 1', 'Spalte 1'], german.column)).toEqual(['Column 1', 'Spalte 1']);
});

it('a column has the type of its variable, or the type text', () => {
  expect(tableColumns(['Film', 'Frames', 'Note'], ['clip', 'long', null], variables)).toMatchObject([
    { name: 'Film', variable: { name: 'clip' }, type: 'media', entry: { kind: 'asset', shows: ['video'] } },
    { name: 'Frames', variable: { name: 'long' }, type: 'time' },
    { name: 'Note', variable: null, type: 'text' },
  ]);
});

it('the type of a column determines its width', () => {
  const columns = tableColumns(['Frames', 'Note'], ['long', null], variables);
  expect(gridTemplate(columns, 9)).toEqual({ template: '36px 36px 120px 192px 88px minmax(148px, 1fr)', least: 620 });
  expect(gridTemplate(columns, 10_000)).toEqual({
    template: '36px 60px 120px 192px 88px minmax(148px, 1fr)',
    least: 644,
  });
});
