import { expect, test } from 'vitest';
import { withLanguage } from '#shared/template/variables/film-language.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { directionOf } from '../formats/languages.ts';
import { required } from '../lib/assert.ts';
import { resolveTemplate } from './resolve.ts';

/** Returns the findings of a movie with these attributes, for a request in a language. */
function findingsOf(attributes: string, language: string | null = null) {
  const xml = `<movie width="16" height="16" framerate="25" ${attributes}><scene duration="5"/></movie>`;
  const { document } = required(readTemplate(xml).source, 'source');
  const { movie, findings } = resolveTemplate(document, { values: withLanguage([], language), missing: 'error' });
  return {
    isWhole: movie !== null,
    findings: findings.map(({ code, at }) => [code, at?.attribute ?? null]),
  };
}

test.each(['', 'language="de"', 'language="de-LU"', 'language="ar-u-nu-arab"'])('accepts %j', (attributes) => {
  expect(findingsOf(attributes)).toEqual({ isWhole: true, findings: [] });
});

test('warns about a language without formats', () => {
  expect(findingsOf('language="xx"')).toEqual({ isWhole: true, findings: [['language/no-table', 'language']] });
});

test('refuses a malformed language tag', () => {
  expect(findingsOf('language="German!"')).toEqual({
    isWhole: false,
    findings: [['template/invalid-value', 'language']],
  });
});

test('the requested language replaces the language of the movie', () => {
  expect(findingsOf('language="xx"', 'de')).toEqual({ isWhole: true, findings: [] });
  expect(findingsOf('language="de"', 'xx')).toEqual({ isWhole: true, findings: [['language/no-table', null]] });
});

/** Returns the text in a movie with the language `de`, for a request with this language or without a language. */
function textIn(language: string | null): string | undefined {
  const xml = `<movie width="16" height="16" framerate="25" language="de"><scene duration="5">
    <text content="\${= money(1234.5, 'EUR')} \${= language}"/></scene></movie>`;
  const { document } = required(readTemplate(xml).source, 'source');
  const { movie } = resolveTemplate(document, { values: withLanguage([], language), missing: 'error' });
  const [layer] = movie?.scenes[0]?.layers ?? [];
  return layer?.kind === 'text' ? layer.content : undefined;
}

test.each([
  [null, '1.234,50\u00a0€ de'],
  ['en', '€1,234.50 en'],
  ['ja', '€1,234.50 ja'],
])('expressions format values in the language of the film: %s', (language, text) => {
  expect(textIn(language)).toBe(text);
});

test.each([
  ['ar', 'rtl'],
  ['ar-u-nu-latn', 'rtl'],
  ['en-u-nu-arab', 'ltr'],
  ['az-Arab-u-nu-latn', 'rtl'],
  ['ar-Latn', 'ltr'],
])('the digits of a tag do not change its direction: %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction);
});
