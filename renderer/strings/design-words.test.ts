import { afterEach, expect, test } from 'vitest';
import { variableLabel } from './design-strings.ts';
import { defaultLanguage, languages } from './language.ts';
import { setPageLanguage } from './page-language.ts';

afterEach(() => setPageLanguage(defaultLanguage));

test("the texts of a design's variables are translated", () => {
  const said = () => [variableLabel('greeting', 'Greeting'), variableLabel('greeting', 'Brand')];
  expect(said()).toEqual(['Greeting', 'Brand']);
  setPageLanguage('de');
  expect(said()).toEqual(['Gruß', 'Marke']);
});

test.each(languages)('the texts of users stay unchanged in %s', (language) => {
  setPageLanguage(language);
  expect(variableLabel('greeting', 'Our greeting')).toBe('Our greeting');
  expect(variableLabel('salute', 'Greeting')).toBe('Greeting');
});
