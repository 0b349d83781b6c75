import { expect, test } from 'vitest';
import { differingMiddles, editDistance } from '#shared/lib/edit-distance.ts';
import { fc } from '#shared/testing/properties.ts';
import { nearNames } from './near-names.ts';

const among = (...names: readonly string[]) => nearNames(() => names);

test('nearNames finds names that differ in case, extension, or typing', () => {
  const names = among('Blossom.mp4', 'blossom.mov', 'petal.mp4', 'leaf.mp4');
  expect(names.of('blossom.mp4')).toEqual(['Blossom.mp4']);
  expect(names.of('Blossom.webm')).toEqual(['blossom.mov', 'Blossom.mp4']);
  expect(names.of('petla.mp4')).toEqual(['petal.mp4']);
  expect(names.of('nothing-like-it.mp4')).toEqual([]);
});

test('nearNames requests the names once and compares each missing name once', () => {
  let asked = 0;
  const names = nearNames(() => {
    asked += 1;
    return ['a.mp4', 'b.mp4'];
  });
  expect(asked).toBe(0);
  expect(names.of('a.mov')).toBe(names.of('a.mov'));
  expect(names.of('b.mov')).toEqual(['b.mp4']);
  expect(asked).toBe(1);
});

test('comparing stops if there are too many names', () => {
  // The names begin and end differently, but all have the same letters.
  const name = (index: number) => `${index}${'xyz'.repeat(80)}${index}`;
  const names = nearNames(() => Array.from({ length: 10_000 }, (_, index) => name(index)));
  expect(names.of(name(10_000))).toEqual([]);
  expect(names.of(name(10).toUpperCase())).toEqual([]);
  // A small set is compared completely.
  expect(nearNames(() => [name(10)]).of(name(10).toUpperCase())).toEqual([name(10)]);
});

test('the distance of words is their limited optimal string alignment', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 6 }), (left, right, limit) => {
      expect(editDistance(left, right, limit)).toBe(Math.min(limit, wholeDistance(left, right)));
      const [one, other] = differingMiddles(left, right);
      expect(wholeDistance(one, other)).toBe(wholeDistance(left, right));
    }),
  );
});

/** Computes the optimal string alignment by its definition, without a limit. */
function wholeDistance(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length;
  const [head, further] = [left.slice(0, -1), right.slice(0, -1)];
  const isSame = left.at(-1) === right.at(-1);
  if (isSame) return wholeDistance(head, further);
  const isSwapped = left.length > 1 && right.length > 1 && left.at(-1) === right.at(-2) && left.at(-2) === right.at(-1);
  return (
    1 +
    Math.min(
      wholeDistance(head, right),
      wholeDistance(left, further),
      wholeDistance(head, further),
      isSwapped ? wholeDistance(left.slice(0, -2), right.slice(0, -2)) : Number.POSITIVE_INFINITY,
    )
  );
}
