import { expect, it } from 'vitest';
import { findSections } from './find-sections.ts';

const section = (title: string, html: string) => ({ id: title, level: 2, title, html });
const sections = [
  section('Words', '<p>What a <code>&lt;blur&gt;</code> is</p>'),
  section('blur', '<p>Makes soft</p>'),
  section('Other', '<p class="blur">Nothing</p>'),
];
const found = (query: string) => findSections(sections, query).map(({ title }) => title);

it('a search finds titles before texts and ignores HTML element names', () => {
  expect(found('Blur')).toEqual(['blur', 'Words']);
});

it('a search requires every word, even inside angle brackets', () => {
  expect(found('<blur> what')).toEqual(['Words']);
  expect(found('blur nothing')).toEqual([]);
});

it('an empty search returns all sections', () => {
  expect(found('  ')).toHaveLength(3);
});
