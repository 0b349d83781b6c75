import { expect, test } from 'vitest';
import { readSteadily } from './editor-context.tsx';

const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join();
const words = (text: string) => text.trim().split(' ');

test('an equal value is the same object', () => {
  const before = readSteadily<string, readonly string[]>(null, 'a b', words, same);
  const after = readSteadily(before, ' a b ', words, same);
  expect(after.value).toBe(before.value);
  expect(readSteadily(after, 'a c', words, same).value).toEqual(['a', 'c']);
});

test('a value is read again only for another part or reader', () => {
  let readings = 0;
  const read = (text: string) => {
    readings += 1;
    return words(text);
  };
  const before = readSteadily<string, readonly string[]>(null, 'a b', read, same);
  expect(readSteadily(before, 'a b', read, same)).toBe(before);
  expect(readings).toBe(1);
  expect(readSteadily(before, 'a b', (text) => [text], same).value).toEqual(['a b']);
});
