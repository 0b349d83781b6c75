import { expect, it } from 'vitest';
import { listVariables } from '#shared/resolve/variables.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { gridTemplate, moveInTable, tableColumns } from './table-layout.ts';

const { variables } = listVariables(
  sourceOf(
    '<movie width="64" height="64" framerate="10"><scene duration="${long}"><video src="${clip}"/></scene></movie>',
  ).document,
);

it('a column has the type of its variable, or else text', () => {
  expect(tableColumns(['Film', 'Frames', 'Note'], ['clip', 'long', null], variables)).toMatchObject([
    { name: 'Film', variable: { name: 'clip' }, type: 'media', entry: { kind: 'asset', shows: ['video'] } },
    { name: 'Frames', variable: { name: 'long' }, type: 'time' },
    { name: 'Note', variable: null, type: 'text' },
  ]);
});

it('the type of a column determines its width', () => {
  const columns = tableColumns(['Frames', 'Note'], ['long', null], variables);
  expect(gridTemplate(columns, 9)).toEqual({ template: '36px 36px 120px 88px minmax(148px, 1fr)', least: 428 });
  expect(gridTemplate(columns, 10_000)).toEqual({ template: '36px 60px 120px 88px minmax(148px, 1fr)', least: 452 });
});

it('keys move by one, by a page, or to an end', () => {
  const size = { rows: 100, columns: 5, page: 20, isFar: false };
  const far = { ...size, isFar: true };
  const at = { row: 50, column: 2 };
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', 'x'];
  const moved = (given: typeof size) =>
    keys.map((key) => {
      const to = moveInTable(key, at, given);
      return to === null ? null : [to.row, to.column];
    });
  expect(moved(size)).toEqual([[49, 2], [51, 2], [50, 1], [50, 3], [50, 0], [50, 4], [30, 2], [70, 2], null]);
  expect(moved(far)).toEqual([[0, 2], [99, 2], [50, 0], [50, 4], [0, 0], [99, 4], [30, 2], [70, 2], null]);
});

it('keys stop at the edges', () => {
  const size = { rows: 3, columns: 4, page: 20, isFar: false };
  expect(moveInTable('ArrowUp', { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 });
  expect(moveInTable('ArrowLeft', { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 });
  expect(moveInTable('PageDown', { row: 1, column: 3 }, size)).toEqual({ row: 2, column: 3 });
  expect(moveInTable('ArrowRight', { row: 1, column: 3 }, size)).toEqual({ row: 1, column: 3 });
});
