import { expect, test } from 'vitest';
import { batchRow } from '../testing/batch-rows.ts';
import { type BatchSave, filmsToSave, withSave } from './batch-saves.tsx';

const place = { project: 'P', template: 'Card', batch: 'b1' };
const save: BatchSave = { ...place, isWaiting: true, unsaved: null };
const row = (index: number, state: 'succeeded' | 'failed' | 'cancelled') =>
  batchRow({ index, state, render: `r${index}` });

test('the films of an ended batch are saved once', () => {
  const rows = [row(1, 'succeeded'), row(2, 'failed'), row(3, 'succeeded')];
  const { films, after } = filmsToSave(save, { rows });
  expect(films.map(({ index }) => index)).toEqual([1, 3]);
  expect(after).toEqual({ ...save, isWaiting: false, unsaved: [2] });
  expect(filmsToSave(after, { rows }).films).toEqual([]);
});

test('after a retry, only the films of the retry are saved', () => {
  const first = filmsToSave(save, { rows: [row(1, 'succeeded'), row(2, 'failed'), row(3, 'cancelled')] }).after;
  const [retried] = withSave([first], place);
  expect(retried).toEqual({ ...save, unsaved: [2, 3] });
  const { films, after } = filmsToSave(retried ?? save, {
    rows: [row(1, 'succeeded'), row(2, 'succeeded'), row(3, 'cancelled')],
  });
  expect(films.map(({ index }) => index)).toEqual([2]);
  expect(after.unsaved).toEqual([3]);
});

test('a batch is in the list once', () => {
  const saves = withSave(withSave([], place), place);
  expect(saves).toEqual([save]);
  expect(withSave(saves, { ...place, batch: 'b2' })).toHaveLength(2);
});
