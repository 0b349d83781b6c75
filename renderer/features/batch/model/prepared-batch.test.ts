import { expect, it } from 'vitest';
import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import { noTableChoices, type ReadTable } from '#shared/batch/read-table.ts';
import { batchRow } from '../testing/batch-rows.ts';
import {
  assignColumn,
  batchesOf,
  chooseRows,
  editCell,
  isSameButLinks,
  linkRows,
  preparedFromBatch,
  preparedFromTable,
  withLinksOf,
} from './prepared-batch.ts';

const read: ReadTable = {
  table: {
    columns: ['City', 'clip'],
    rows: [
      ['Bern', 'a.mp4'],
      ['Oslo', 'b.mp4'],
      ['Rome', 'c.mp4'],
    ],
  },
  ragged: [],
  blankLines: [],
  repeated: [],
  repeatedColumns: [],
  otherMembers: [],
  headerLine: 1,
  form: { encoding: 'utf-8', delimiter: ',', header: true },
};
const fresh = preparedFromTable(read, { name: 'cities.csv', content: '', requests: noTableChoices }, [
  { name: 'city' },
  { name: 'clip' },
]);
const sent = linkRows(fresh, [0, 2], 'first');

it('a new table has assigned columns and all rows selected', () => {
  expect(fresh).toMatchObject({
    ...{ name: 'cities.csv', isEdited: false, uses: ['city', 'clip'], left: [], links: [null, null, null] },
    ...{ table: read.table, form: read.form },
  });
});

it('each sent row is linked to its row in the batch', () => {
  expect(sent.links).toEqual([{ batch: 'first', index: 1 }, null, { batch: 'first', index: 2 }]);
  expect(linkRows(sent, [2, 1], 'second').links).toEqual([
    { batch: 'first', index: 1 },
    { batch: 'second', index: 2 },
    { batch: 'second', index: 1 },
  ]);
});

it('a row that is rendered again keeps the link to its film', () => {
  const films = new Map([[0, { batch: 'first', index: 1 }]]);
  const again = linkRows(sent, [0, 1], 'second', films);
  expect(again.links).toEqual([
    { batch: 'second', index: 1, film: { batch: 'first', index: 1 } },
    { batch: 'second', index: 2 },
    { batch: 'first', index: 2 },
  ]);
  expect(batchesOf(again)).toEqual(['second', 'first']);
});

it('an earlier state of the same table keeps the present films', () => {
  const edited = editCell(sent, 2, 0, 'Roma');
  const rendered = linkRows(edited, [2], 'second');
  expect(withLinksOf(sent, rendered)).toEqual({ ...sent, links: rendered.links });
  const other = preparedFromTable(read, { name: 'more.csv', content: 'x', requests: noTableChoices }, []);
  expect(withLinksOf(sent, other)).toBe(sent);
  expect(isSameButLinks(edited, rendered)).toBe(true);
  expect(isSameButLinks(sent, edited)).toBe(false);
});

it('the list of sent batches has no duplicates', () => {
  expect(batchesOf(linkRows(sent, [1], 'second'))).toEqual(['first', 'second']);
  expect(batchesOf(fresh)).toEqual([]);
  expect(batchesOf(null)).toEqual([]);
});

it('a row keeps its link after a cell changes', () => {
  const edited = editCell(sent, 2, 0, 'Roma');
  expect(edited.table.rows[2]).toEqual(['Roma', 'c.mp4']);
  expect(edited.links).toEqual(sent.links);
  expect(edited.isEdited).toBe(true);
});

it('setting a cell to its current text keeps its identity', () => {
  expect(editCell(sent, 2, 0, 'Rome')).toBe(sent);
});

it('rows keep their links after a column gets another variable', () => {
  const assigned = assignColumn(sent, 0, 'title');
  expect(assigned.uses).toEqual(['title', 'clip']);
  expect(assigned.links).toEqual(sent.links);
});

it('excluding or including a row twice has no further effect', () => {
  const without = chooseRows(chooseRows(fresh, [1, 2], false), [1], false);
  expect(without.left).toEqual([1, 2]);
  expect(chooseRows(without, [0, 2], true).left).toEqual([1]);
});

it('a batch from another client becomes a table with its values', () => {
  const rows = [
    batchRow({ index: 1, variables: { city: 'Bern' } }),
    batchRow({ index: 2, variables: { city: 'Oslo', mood: '2' } }),
  ];
  const batch: BatchDetail = {
    id: 'other',
    project: 'p',
    movie: 'Card',
    format: 'mp4',
    quality: 'standard',
    state: 'running',
    rows,
    counts: { total: 2, queued: 2, running: 0, succeeded: 0, failed: 0, cancelled: 0 },
    createdAt: '2026-01-01T00:00:00.000Z',
    statusUrl: '',
  };
  expect(preparedFromBatch(batch, [{ name: 'city' }])).toMatchObject({
    ...{ name: null, content: null, form: null, isEdited: false, left: [], uses: ['city', null] },
    table: {
      columns: ['city', 'mood'],
      rows: [
        ['Bern', ''],
        ['Oslo', '2'],
      ],
    },
    links: [
      { batch: 'other', index: 1 },
      { batch: 'other', index: 2 },
    ],
  });
});
