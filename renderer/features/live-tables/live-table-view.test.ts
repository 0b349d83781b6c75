import { expect, test } from 'vitest';
import { columnsOf, countOf, filmRender, formatOf, offeredFilters, sourceText } from './live-table-view.ts';

const counts = { rows: 12, current: 8, waiting: 3, rendering: 0, failed: 1, removed: 2 };

test('the filter `all` also counts removed rows', () => {
  expect(countOf('all', counts)).toBe(14);
  expect(countOf('waiting', counts)).toBe(3);
});

test('filters with rows and the selected filter are offered', () => {
  expect(offeredFilters(counts, 'all')).toEqual(['all', 'current', 'waiting', 'failed', 'removed']);
  expect(offeredFilters(counts, 'rendering')).toContain('rendering');
  expect(offeredFilters({ ...counts, failed: 0 }, 'all')).not.toContain('failed');
});

test('a column is ordered by the first row that contains it', () => {
  expect(columnsOf([{ cells: { b: '1', a: '2' } }, { cells: { a: '3', c: '4' } }])).toEqual(['b', 'a', 'c']);
});

test("the id of a render is read from its film's URL", () => {
  expect(filmRender({ url: 'https://host/prefix/v1/renders/p%201/r-7/film' })).toBe('r-7');
  expect(filmRender({ url: '/v1/renders/p1/r%2B7/film?download=true' })).toBe('r+7');
  expect(filmRender({ url: null })).toBeNull();
  expect(filmRender({ url: '/v1/renders/p1/r7/frame' })).toBeNull();
});

test('the format of a film is the extension of its file name', () => {
  expect(formatOf('a.b.mp4')).toBe('mp4');
});

test('the source text is a URL or a file name', () => {
  expect(sourceText({ source: { kind: 'address', url: 'https://example.com/a.csv' } })).toBe(
    'https://example.com/a.csv',
  );
  expect(sourceText({ source: { kind: 'asset', name: 'films.xlsx' } })).toBe('films.xlsx');
});
