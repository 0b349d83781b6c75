import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { FITS, placeSource } from './placement.ts';

const side = fc.integer({ min: 1, max: 8192 });
const even = fc.integer({ min: 8, max: 4096 }).map((half) => half * 2);
const size = (pixels: fc.Arbitrary<number>) => fc.record({ width: pixels, height: pixels });
const cases = fc.record({
  source: size(side),
  frame: size(even),
  fit: fc.constantFrom(...FITS.filter((fit) => fit !== 'none')),
});

describe('a source of any size in a frame of any size', () => {
  test('is within the frame, at whole chroma samples', () => {
    fc.assert(
      fc.property(cases, ({ source, frame, fit }) => {
        const { picture, left, top } = placeSource(source, frame, fit, 2);
        expect([left % 2, top % 2, picture.width % 2, picture.height % 2]).toEqual([0, 0, 0, 0]);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.min(picture.width, picture.height)).toBeGreaterThan(0);
        expect(left + picture.width).toBeLessThanOrEqual(frame.width);
        expect(top + picture.height).toBeLessThanOrEqual(frame.height);
      }),
    );
  });

  test('keeps its size in the center with fit none', () => {
    const source = { width: 300, height: 40 };
    expect(placeSource(source, { width: 200, height: 100 }, 'none', 1)).toEqual({
      scaled: source,
      picture: source,
      left: -50,
      top: 30,
    });
  });

  test('touches at least two sides of the frame', () => {
    fc.assert(
      fc.property(cases, ({ source, frame, fit }) => {
        const { picture, scaled } = placeSource(source, frame, fit, 2);
        if (fit === 'contain') {
          expect(picture).toEqual(scaled);
          expect(picture.width === frame.width || picture.height === frame.height).toBe(true);
          return;
        }
        expect(picture).toEqual(frame);
        expect(scaled.width).toBeGreaterThanOrEqual(frame.width);
        expect(scaled.height).toBeGreaterThanOrEqual(frame.height);
      }),
    );
  });

  test('keeps its aspect ratio within two pixels unless it is stretched', () => {
    fc.assert(
      fc.property(cases, ({ source, frame, fit }) => {
        fc.pre(fit !== 'stretch');
        const { scaled } = placeSource(source, frame, fit, 2);
        const height = Math.max(2, (scaled.width * source.height) / source.width);
        const width = Math.max(2, (scaled.height * source.width) / source.height);
        expect(Math.min(Math.abs(height - scaled.height), Math.abs(width - scaled.width))).toBeLessThanOrEqual(2);
      }),
    );
  });
});

test('a source has bars of equal width on both sides', () => {
  expect(placeSource({ width: 100, height: 100 }, { width: 320, height: 180 }, 'contain', 2)).toEqual({
    scaled: { width: 180, height: 180 },
    picture: { width: 180, height: 180 },
    left: 70,
    top: 0,
  });
});
