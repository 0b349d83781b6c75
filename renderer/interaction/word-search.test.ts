import { expect, test } from 'vitest';
import { matchesWords, searchTerms } from './word-search.ts';

test.each([
  ['sunset', ['Sunset beach'], true],
  ['BEACH sun', ['Sunset', 'beach'], true],
  ['beach rain', ['Sunset', 'beach'], false],
  ['ÜBER', ['über uns'], true],
  ['setbea', ['Sunset', 'beach'], false],
  [' \t ', ['anything'], true],
  ['', [], true],
  ['a', [], false],
])('finds all words of a search in the texts: %j in %j', (query, texts, found) => {
  expect(matchesWords(query, texts)).toBe(found);
});

test('splits a search at white space', () => {
  expect(searchTerms('  Über  ALLES\n')).toEqual(['über', 'alles']);
});
