import { expect, it } from 'vitest';
import { chooseText, findSections } from './guide-texts.ts';

it('a page without a translation is in English', () => {
  expect(chooseText({ en: 'Text', de: 'Wörter' }, 'de')).toEqual({ language: 'de', text: 'Wörter' });
  expect(chooseText({ en: 'Text', de: 'Wörter' }, 'en')).toEqual({ language: 'en', text: 'Text' });
  expect(chooseText({ en: 'Text' }, 'de')).toEqual({ language: 'en', text: 'Text' });
});

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
