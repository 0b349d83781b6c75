import { expect, test } from 'vitest';
import { dialogWords, dialogWordsFor } from './words.ts';

test.each([
  ['system', ['de-AT', 'en'], 'de'],
  ['system', ['fr', 'en-US'], 'en'],
  ['system', ['tlh'], 'en'],
  ['de', ['en'], 'de'],
  ['en', ['de'], 'en'],
] as const)('the dialogs have the right language: %s with %j gives %s', (choice, preferred, language) => {
  expect(dialogWordsFor(choice, () => preferred)).toBe(dialogWords[language]);
});
