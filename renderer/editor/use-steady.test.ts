import { expect, test } from 'vitest';
import { readSteadily } from './editor-context.tsx';

const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join();
const words = (text: string) => text.trim().split(' ');

test('what says the same is the same, whatever it was read from', () => {
  const before = readSteadily<string, readonly string[]>(null, 'a b', words, same);
  const after = readSteadily(before, ' a b ', words, same);
  expect(after.value).toBe(before.value);
  expect(readSteadily(after, 'a c', words, same).value).toEqual(['a', 'c']);
});

test('is read anew only from another part, or in another way', () => {
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
