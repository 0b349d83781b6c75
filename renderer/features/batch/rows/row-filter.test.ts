import { expect, it } from 'vitest';
import type { RowStatus } from '#renderer/project/batch-rows.ts';
import { batchRow } from '../testing/batch-rows.ts';
import { chosenState, visibleRows } from './row-filter.ts';

const rows = [
  ['Bern', 'a.mp4'],
  ['Oslo', 'BERN.mp4'],
  ['Rome', 'c.mp4'],
];
const statuses: readonly RowStatus[] = [
  { kind: 'invalid' },
  { kind: 'running', row: batchRow(), share: 0 },
  { kind: 'done', row: batchRow() },
];

it('the filter shows the rows of one state', () => {
  expect(visibleRows(rows, statuses, { filter: 'all', search: '' })).toEqual([0, 1, 2]);
  expect(visibleRows(rows, statuses, { filter: 'todo', search: '' })).toEqual([1]);
  expect(visibleRows(rows, statuses, { filter: 'done', search: '' })).toEqual([2]);
});

it('the search finds any cell of the filtered rows, ignoring case', () => {
  expect(visibleRows(rows, statuses, { filter: 'all', search: '  bern ' })).toEqual([0, 1]);
  expect(visibleRows(rows, statuses, { filter: 'invalid', search: 'bern' })).toEqual([0]);
  expect(visibleRows(rows, statuses, { filter: 'done', search: 'bern' })).toEqual([]);
});

it('rows with errors count as rows with findings', () => {
  const findings = [0, 0, 2];
  expect(visibleRows(rows, statuses, { filter: 'all', search: '', findings })).toEqual([0, 2]);
  expect(visibleRows(rows, statuses, { filter: 'invalid', search: '', findings })).toEqual([0]);
});

it('every filter shows rows whose state is unknown', () => {
  expect(visibleRows(rows, [], { filter: 'failed', search: '' })).toEqual([0, 1, 2]);
});

it('the checkbox for all rows is mixed if one row is unchecked', () => {
  const ready: readonly RowStatus[] = [{ kind: 'ready' }, { kind: 'ready' }, { kind: 'invalid' }];
  expect(chosenState([0, 1], ready, new Set())).toBe('all');
  expect(chosenState([0, 1], ready, new Set([1]))).toBe('some');
  expect(chosenState([0, 1, 2], ready, new Set())).toBe('some');
  expect(chosenState([0, 2], ready, new Set([0]))).toBe('none');
});
