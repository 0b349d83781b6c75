import { afterEach, expect, test } from 'vitest';
import { variableWords } from './design-strings.ts';
import { defaultLanguage, languages } from './language.ts';
import { setPageLanguage } from './page-language.ts';

afterEach(() => setPageLanguage(defaultLanguage));

test("texts of a design's variables are translated", () => {
  const said = () => [variableWords('greeting', 'Greeting'), variableWords('greeting', 'Brand')];
  expect(said()).toEqual(['Greeting', 'Brand']);
  setPageLanguage('de');
  expect(said()).toEqual(['Gruß', 'Marke']);
});

test.each(languages)('texts of users stay unchanged in %s', (language) => {
  setPageLanguage(language);
  expect(variableWords('greeting', 'Our greeting')).toBe('Our greeting');
  expect(variableWords('salute', 'Greeting')).toBe('Greeting');
});
