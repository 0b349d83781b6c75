import { expect, test } from 'vitest';
import { readStableValue } from './editor-context.tsx';

const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join();
const words = (text: string) => text.trim().split(' ');

test('an equal value keeps its object identity', () => {
  const before = readStableValue<string, readonly string[]>(null, 'a b', words, same);
  const after = readStableValue(before, ' a b ', words, same);
  expect(after.value).toBe(before.value);
  expect(readStableValue(after, 'a c', words, same).value).toEqual(['a', 'c']);
});

test('the value is computed again only for another input or function', () => {
  let readings = 0;
  const read = (text: string) => {
    readings += 1;
    return words(text);
  };
  const before = readStableValue<string, readonly string[]>(null, 'a b', read, same);
  expect(readStableValue(before, 'a b', read, same)).toBe(before);
  expect(readings).toBe(1);
  expect(readStableValue(before, 'a b', (text) => [text], same).value).toEqual(['a b']);
});
