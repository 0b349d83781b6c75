import { expect, it } from 'vitest';
import type { RowStatus } from '#renderer/project/batch-rows.ts';
import { batchRow } from '../testing/batch-rows.ts';
import { chosenOf, visibleRows } from './visible-rows.ts';

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

it('rows are shown by their state', () => {
  expect(visibleRows(rows, statuses, { filter: 'all', search: '' })).toEqual([0, 1, 2]);
  expect(visibleRows(rows, statuses, { filter: 'todo', search: '' })).toEqual([1]);
  expect(visibleRows(rows, statuses, { filter: 'done', search: '' })).toEqual([2]);
});

it('rows are shown by a text of any cell, in whichever case, and by their state at once', () => {
  expect(visibleRows(rows, statuses, { filter: 'all', search: '  bern ' })).toEqual([0, 1]);
  expect(visibleRows(rows, statuses, { filter: 'invalid', search: 'bern' })).toEqual([0]);
  expect(visibleRows(rows, statuses, { filter: 'done', search: 'bern' })).toEqual([]);
});

it('a row whose state is not known yet is shown by every filter', () => {
  expect(visibleRows(rows, [], { filter: 'failed', search: '' })).toEqual([0, 1, 2]);
});

it('the box for all rows is mixed while a row has no tick', () => {
  const ready: readonly RowStatus[] = [{ kind: 'ready' }, { kind: 'ready' }, { kind: 'invalid' }];
  expect(chosenOf([0, 1], ready, new Set())).toBe('all');
  expect(chosenOf([0, 1], ready, new Set([1]))).toBe('some');
  expect(chosenOf([0, 1, 2], ready, new Set())).toBe('some');
  expect(chosenOf([0, 2], ready, new Set([0]))).toBe('none');
});
