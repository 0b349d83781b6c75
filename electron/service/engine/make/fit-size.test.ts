import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import type { Sizing } from '../formats/format.ts';
import { sizedByQuality, sizedByRate, sizedByWholeQuality } from '../formats/picture-formats.ts';
import { createSizeSearch } from './fit-size.ts';

/** Returns the result of a search over films whose size has a fixed part and a part that falls with the level. */
function searchOver(sizing: Sizing, maxBytes: number, sizeAt: (level: number) => number, fixed = 0) {
  const search = createSizeSearch({ maxBytes, fixed, sizing, quality: 20 });
  search.add(0, sizeAt(0));
  let trials = 0;
  for (let level = search.next(); level !== null && trials < 20; level = search.next()) {
    trials += 1;
    search.add(level, sizeAt(level));
  }
  return { best: search.best(), trials };
}

test('a film that is small enough is made only once', () => {
  expect(searchOver(sizedByQuality, 1000, () => 1000)).toEqual({ best: 0, trials: 0 });
});

test('the result is null for an unreachable size', () => {
  const { best, trials } = searchOver(sizedByWholeQuality, 1000, () => 2000);
  expect(best).toBeNull();
  expect(trials).toBeLessThanOrEqual(20);
});

test.each([
  ['quality', sizedByQuality],
  ['rate', sizedByRate],
] as const)('few trials find a size within the tolerance: %s', (_, sizing) => {
  const slopes = fc.double({ min: 0.12, max: 0.55, noNaN: true });
  fc.assert(
    fc.property(
      slopes,
      fc.double({ min: 0.3, max: 0.99, noNaN: true }),
      fc.integer({ min: 0, max: 50_000 }),
      (slope, share, fixed) => {
        const sizeAt = (level: number) => fixed + Math.round(1e6 * 2 ** (-slope * level * (1 + 0.01 * level)));
        const maxBytes = Math.round(sizeAt(0) * share);
        const { best, trials } = searchOver(sizing, maxBytes, sizeAt, fixed);
        const bytes = sizeAt(best ?? Number.NaN);
        expect(bytes).toBeLessThanOrEqual(maxBytes);
        expect(bytes).toBeGreaterThanOrEqual(maxBytes * 0.96);
        expect(trials).toBeLessThanOrEqual(7);
      },
    ),
  );
});

test('a search by bit rate goes beyond a first film that has a constant quality', () => {
  // With the bit rate of the first film, VP9 made a film of 0.79 of its size.
  const sizeAt = (level: number) => (level === 0 ? 100_000 : Math.round(79_000 * 2 ** (-0.07 * level)));
  const { best, trials } = searchOver(sizedByRate, 85_000, sizeAt);
  expect(best).toBeLessThan(0);
  expect(sizeAt(best ?? 0)).toBeGreaterThanOrEqual(85_000 * 0.96);
  expect(sizeAt(best ?? 0)).toBeLessThanOrEqual(85_000);
  expect(trials).toBeLessThanOrEqual(8);
});

test('an integer quality is tried at most once per level', () => {
  const levels: number[] = [];
  const { best } = searchOver(sizedByWholeQuality, 500_000, (level) => {
    levels.push(level);
    return Math.round(1e6 * 0.7 ** level);
  });
  expect(new Set(levels).size).toBe(levels.length);
  expect(best).toBe(2);
});
