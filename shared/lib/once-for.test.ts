import { expect, test } from 'vitest';
import { onceFor } from './once-for.ts';

test('a result is computed once per object, even if it is undefined', () => {
  const computed: string[] = [];
  const firstOf = onceFor((words: readonly string[]) => {
    computed.push(words.join(' '));
    return words[0];
  });
  const [none, two] = [[], ['a', 'b']];
  expect([firstOf(none), firstOf(two), firstOf(none), firstOf(two)]).toEqual([undefined, 'a', undefined, 'a']);
  expect(computed).toEqual(['', 'a b']);
});
