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
])('the system preferences %j give the language %s', (requests, language) => {
  expect(chooseLanguage(requests)).toBe(language);
});
