import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

test.each([
  [['en-GB', 'de'], 'en'],
  [['tlh', 'EN-us'], 'en'],
  [['tlh'], 'en'],
  [[], 'en'],
])('for somebody who wishes for %j the language is %s', (wishes, language) => {
  expect(chooseLanguage(wishes)).toBe(language);
});
