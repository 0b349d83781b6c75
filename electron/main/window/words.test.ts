import { expect, test } from 'vitest';
import { dialogWords, wordsIn } from './words.ts';

test.each([
  ['system', ['de-AT', 'en'], 'de'],
  ['system', ['fr', 'en-US'], 'en'],
  ['system', ['tlh'], 'en'],
  ['de', ['en'], 'de'],
  ['en', ['de'], 'en'],
] as const)('who chose %s on a machine that asks for %j reads %s', (choice, preferred, language) => {
  expect(wordsIn(choice, () => preferred)).toBe(dialogWords[language]);
});
