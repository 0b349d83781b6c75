import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { drawGeneratedImage } from './still.ts';

const still = (
  width: number,
  height: number,
  aperture: number,
  [red = 0, green = 0, blue = 0]: readonly number[] = [],
) => ({ kind: 'vignette', width, height, aperture, color: { red, green, blue } }) as const;
const alphaOf = (bytes: Uint8Array) => bytes.subarray((bytes.length / 4) * 3);

test('the weight of each pixel is 1 − cos⁴(aperture × distance)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: Math.PI / 2, noNaN: true }),
      (width, height, aperture) => {
        const alpha = alphaOf(drawGeneratedImage(still(width, height, aperture)));
        expect(alpha.length).toBe(width * height);
        for (const [index, weight] of alpha.entries()) {
          const x = (index % width) + 0.5 - width / 2;
          const y = Math.floor(index / width) + 0.5 - height / 2;
          const distance = Math.hypot(x, y) / Math.hypot(width / 2, height / 2);
          expect(Math.abs(weight - 255 * (1 - Math.cos(aperture * distance) ** 4))).toBeLessThanOrEqual(0.5 + 1e-9);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('a vignette has one color in BT.709 limited range', () => {
  const planes = (color: readonly number[]) => {
    const bytes = drawGeneratedImage(still(4, 2, 0.7, color));
    return [0, 8, 16].map((start) => [...new Set(bytes.subarray(start, start + 8))]);
  };
  expect(planes([0, 0, 0])).toEqual([[16], [128], [128]]);
  expect(planes([255, 255, 255])).toEqual([[235], [128], [128]]);
  expect(planes([255, 0, 0])).toEqual([[63], [102], [240]]);
  expect(planes([0, 255, 0])).toEqual([[173], [42], [26]]);
  expect(planes([0, 0, 255])).toEqual([[32], [240], [118]]);
});

test('every pixel has the weight 0 with an aperture of 0', () => {
  expect([...new Set(alphaOf(drawGeneratedImage(still(9, 7, 0))))]).toEqual([0]);
});
