import { expect, test } from 'vitest';
import { onceFor } from './once-for.ts';

test('an answer is made once for each thing, also one of nothing', () => {
  const asked: string[] = [];
  const firstOf = onceFor((words: readonly string[]) => {
    asked.push(words.join(' '));
    return words[0];
  });
  const [none, two] = [[], ['a', 'b']];
  expect([firstOf(none), firstOf(two), firstOf(none), firstOf(two)]).toEqual([undefined, 'a', undefined, 'a']);
  expect(asked).toEqual(['', 'a b']);
});
