import { expect, test } from 'vitest';
import { matchColumns, usesOf, withUse } from './match-columns.ts';

test('columns match variables despite different case, accents, and separators', () => {
  const variables = ['hero_clip', 'storefront', 'tint', 'mood', 'sound', 'logo_clip', 'Größe'];
  const columns = ['Hero-Clip', 'store front', 'TÍNT', 'moood', 'with_sound', 'region', 'city', 'grosse'];
  expect(matchColumns(columns, variables)).toEqual([
    ...['hero_clip', 'storefront', 'tint', 'mood', 'sound', null, null, 'Größe'],
  ]);
});

test('an exact match of a column precedes a similar name', () => {
  expect(matchColumns(['titel', 'title'], ['title'])).toEqual([null, 'title']);
  expect(matchColumns(['clip', 'hero clip'], ['hero_clip', 'clip'])).toEqual(['clip', 'hero_clip']);
});

test('a header that is a label matches the variable with that label', () => {
  const labels = new Map([
    ['role', ['About the author']],
    ['brand_accent', ['Akzentfarbe', 'Accent color']],
    ['one', ['Line']],
    ['two', ['Line']],
  ]);
  const columns = [' about the AUTHOR ', 'Accent color', 'Line'];
  expect(matchColumns(columns, [...labels.keys()], (name) => labels.get(name) ?? [])).toEqual([
    ...['role', 'brand_accent', null],
  ]);
});

test('short names match only exactly', () => {
  expect(matchColumns(['a', 'xy'], ['b', 'xz'])).toEqual([null, null]);
});

test('assigning a variable to a column removes it from other columns', () => {
  expect(withUse(['a', 'b', null], 2, 'a')).toEqual([null, 'b', 'a']);
  expect(withUse(['a', null, null], 0, null)).toEqual([null, null, null]);
});

test('a column of a live table fills the chosen variable, or the one with its name', () => {
  const variables = ['hero_clip', 'Title', 'title'].map((name) => ({ name }));
  expect(usesOf(['Hero clip', 'title', 'TITLE', 'note'], {}, variables)).toEqual(['hero_clip', 'title', 'Title', null]);
  expect(usesOf(['title', 'name', 'Hero-Clip'], { name: 'title', 'Hero-Clip': null }, variables)).toEqual([
    ...['Title', 'title', null],
  ]);
});
