import { expect, test } from 'vitest';
import type { LiveTableSettings } from '#renderer/api/queries/use-live-tables.ts';
import { liveTableStrings } from '#renderer/strings/live-tables.en.ts';
import { tableSettings } from '#shared/contract/calls/live-tables.ts';
import { isTableFile } from '#shared/live-tables/reading-changes.ts';
import { draftOf, draftProblems, previewOf, refusedField, settingsOf, withColumnUse } from './live-table-view.ts';

const words = liveTableStrings.form;
const full: LiveTableSettings = {
  name: 'Prices',
  source: { kind: 'address', url: 'https://example.com/prices.csv', header: { name: 'Authorization' }, every: 300 },
  form: { sheet: 'Films', header: 3, hidden: true, merged: true, language: 'de', encoding: 'utf-8', delimiter: 'bar' },
  key: 'sku',
  columns: { sku: null, title: 'headline' },
  movie: 'card',
  format: 'webm',
  quality: 'high',
  filename: '${sku}',
  check: 'quick',
  failOn: 'warning',
  removed: 'trash',
  guard: false,
};
const asset = draftOf({ name: 'Films', movie: 'card', source: { kind: 'asset', name: 'films.xlsx' } });

test('settings are unchanged after conversion to a form and back', () => {
  expect(tableSettings.parse(settingsOf(draftOf(full)))).toEqual(full);
});

test('a new table has the defaults of the service', () => {
  expect(tableSettings.parse(settingsOf(asset))).toEqual({
    name: 'Films',
    source: { kind: 'asset', name: 'films.xlsx' },
    form: {},
    movie: 'card',
    format: 'mp4',
    quality: 'standard',
    removed: 'keep',
    guard: true,
  });
});

test('the preview follows the options, and needs a complete source', () => {
  expect(previewOf(draftOf(full))).toEqual({ source: full.source, form: full.form });
  expect(previewOf({ ...asset, merged: true, delimiter: 'tab' })).toEqual({
    source: { kind: 'asset', name: 'films.xlsx' },
    form: { merged: true, delimiter: 'tab' },
  });
  expect(previewOf(draftOf({}))).toBeNull();
  expect(previewOf({ ...asset, kind: 'address', url: 'https:/' })).toBeNull();
  expect(previewOf({ ...asset, kind: 'file' })).toBeNull();
});

test('the key is a column, all cells, or the service’s choice', () => {
  const key = (settings: Partial<LiveTableSettings>) => settingsOf(draftOf({ ...full, ...settings })).key;
  expect(key({})).toBe('sku');
  expect(key({ key: null })).toBeNull();
  expect(settingsOf(asset)).not.toHaveProperty('key');
});

test('the stored secret of a header stays if no value is typed', () => {
  const { source } = settingsOf({ ...draftOf(full), headerValue: '' });
  expect(source).toEqual({ ...full.source, header: { name: 'Authorization' } });
  expect(settingsOf({ ...draftOf(full), headerValue: 'Bearer x' }).source).toMatchObject({
    header: { name: 'Authorization', value: 'Bearer x' },
  });
});

test('a complete form has no problems', () => {
  expect(draftProblems(draftOf(full), words, true)).toEqual({});
  expect(draftProblems(asset, words, false)).toEqual({});
});

test('each missing field has a message', () => {
  expect(Object.keys(draftProblems(draftOf({}), words, false))).toEqual(['name', 'asset', 'movie']);
  const address = { ...asset, kind: 'address' as const };
  expect(Object.keys(draftProblems(address, words, false))).toEqual(['url']);
  expect(Object.keys(draftProblems({ ...asset, kind: 'file' }, words, false))).toEqual(['file']);
  expect(Object.keys(draftProblems({ ...asset, keyMode: 'column' }, words, false))).toEqual(['key']);
});

test.each(['prices.csv', 'ftp://example.com/a.csv', 'https://', 'https:// example.com'])(
  'the form refuses texts that are not web URLs: %s',
  (url) => {
    expect(draftProblems({ ...asset, kind: 'address', url }, words, false)).toHaveProperty('url');
  },
);

test('a header needs a name and a value', () => {
  const header = (headerName: string, headerValue: string, hasSecret = false) =>
    'header' in draftProblems({ ...draftOf(full), headerName, headerValue }, words, hasSecret);
  expect(header('', '')).toBe(false);
  expect(header('X-Key', '')).toBe(true);
  expect(header('X-Key', '', true)).toBe(false);
  expect(header('', 'secret')).toBe(true);
  expect(header('X Key', 'secret')).toBe(true);
});

test('files are offered by their extension', () => {
  expect(['a.XLSX', 'a.ods', 'a.csv', 'a.ndjson', 'a.mp4', 'csv'].filter(isTableFile)).toEqual([
    'a.XLSX',
    'a.ods',
    'a.csv',
    'a.ndjson',
  ]);
});

test('an error code of the service maps to its form field', () => {
  expect(refusedField('movie/not-found', 'asset')).toBe('movie');
  expect(refusedField('table/source', 'address')).toBe('url');
  expect(refusedField('table/source', 'file')).toBe('file');
  expect(refusedField('storage/full', 'asset')).toBeNull();
  expect(refusedField(null, 'asset')).toBeNull();
});

test('a chosen variable moves from its other column, and automatic choices are not stored', () => {
  const columns = ['sku', 'title', 'name'];
  const table = { columns, variables: [{ name: 'title' }, { name: 'price' }] };
  const moved = withColumnUse({}, ['name', 'title'], table);
  expect(moved).toEqual({ name: 'title' });
  expect(withColumnUse(moved, ['sku', 'title'], table)).toEqual({ sku: 'title' });
  expect(withColumnUse(moved, ['title', 'title'], table)).toEqual({});
  expect(withColumnUse({}, ['title', null], table)).toEqual({ title: null });
  expect(withColumnUse({ title: null }, ['sku', null], table)).toEqual({ title: null });
});
