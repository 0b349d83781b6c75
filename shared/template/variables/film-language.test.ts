import { expect, test } from 'vitest';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { required } from '../../lib/assert.ts';
import { filmLanguage, requestedLanguage, withLanguage } from './film-language.ts';

/** Returns the language of a movie with these attributes, for a request with values. */
function languageOf(attributes: string, values: ReadonlyMap<string, string> = new Map()): string {
  const { source } = readTemplate(`<movie width="16" height="16" framerate="25" ${attributes}/>`);
  return filmLanguage(required(source, 'source').document.root, { values, defaults: new Map([['spoken', 'it']]) });
}

test.each([
  ['', 'en'],
  ['language="de"', 'de'],
  ['language=" pt-BR "', 'pt-BR'],
  ['language="${spoken}"', 'it'],
  ['language="${other, fr}"', 'fr'],
  ['language="${other}"', 'en'],
  ['language="no tag"', 'en'],
])('the language of a movie with %j is %s', (attributes, language) => {
  expect(languageOf(attributes)).toBe(language);
});

test('the language of the request takes precedence', () => {
  expect(languageOf('language="de"', withLanguage([['spoken', 'nl']], 'ja'))).toBe('ja');
});

test('a value fills the placeholder in the language of the movie', () => {
  expect(languageOf('language="${spoken}"', withLanguage([['spoken', 'nl']], null))).toBe('nl');
});

test('values of variables never set the language of the request', () => {
  expect(requestedLanguage(new Map([['language', 'de']]))).toBeNull();
});
