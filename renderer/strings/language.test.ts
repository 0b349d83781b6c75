import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

test.each([
  [['en-GB', 'de'], 'en'],
  [['de-CH', 'en'], 'de'],
  [['tlh', 'EN-us'], 'en'],
  [['tlh', 'DE'], 'de'],
  [['tlh'], 'en'],
  [['constructor', 'toString'], 'en'],
  [[], 'en'],
])('the language for the preferences %j is %s', (wishes, language) => {
  expect(chooseLanguage(wishes)).toBe(language);
});
