import { describe, expect, test } from 'vitest';
import type { DrawnPicture } from '../drawings/drawing/drawing.ts';
import { IDENTITY } from '../timeline/placement.ts';
import {
  commonInkShare,
  contrastRatio,
  edgeDifference,
  luminanceOfColor,
  type Raster,
  readLetters,
} from './letters.ts';

const color = (hex: string) =>
  luminanceOfColor(...([1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]));

// Well-known contrasts of WCAG 2: black on white, and the grays at the limits of 4.5 and 3.
test.each([
  ['#000000', '#ffffff', 21],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#949494', '#ffffff', 3.03],
  ['#959595', '#ffffff', 2.995],
  ['#ff0000', '#ffffff', 4],
  ['#0000ff', '#ffffff', 8.59],
])('computes the WCAG 2 contrast of %s and %s: %d', (one, other, expected) => {
  expect(contrastRatio(color(one), color(other))).toBeCloseTo(expected, 2);
  expect(contrastRatio(color(other), color(one))).toBeCloseTo(expected, 2);
});

const FILM = { width: 200, height: 100 };

/** Returns the drawing of a bar from `left` to `right` with a height of 20 pixels, which represents letters. */
function bar(left: number, right: number, [red, green, blue]: readonly number[]) {
  const width = right - left;
  const rgba = new Uint8Array(width * 20 * 4);
  for (let at = 0; at < width * 20; at++) rgba.set([red ?? 0, green ?? 0, blue ?? 0, 255], 4 * at);
  const picture = { width, height: 20, originX: 0, originY: 0, scaleX: 1, scaleY: 1, rgba } as unknown as DrawnPicture;
  return { picture, matrix: { ...IDENTITY, e: left, f: 40 }, opacity: 1 };
}

function raster(colorAt: (x: number, y: number) => readonly number[]): Raster {
  const [width, height] = [100, 50];
  const pixels = new Uint8Array(3 * width * height);
  for (let at = 0; at < width * height; at++) pixels.set(colorAt(at % width, Math.floor(at / width)), 3 * at);
  return { width, height, pixels };
}

describe('letters', () => {
  const WHITE = [255, 255, 255];
  const BLACK = [0, 0, 0];
  const isInBar = (x: number, y: number) => x >= 20 && x < 80 && y >= 20 && y < 30;
  const letters = bar(40, 160, WHITE);

  test('are compared with the frame without the letters', () => {
    const whole = raster((x, y) => (isInBar(x, y) ? WHITE : BLACK));
    const { contrast, covered } = readLetters(
      letters,
      null,
      whole,
      raster(() => BLACK),
      FILM,
    );
    expect(contrast).toBeCloseTo(21, 1);
    expect(covered).toBe(0);
  });

  test('report the share that other layers cover', () => {
    const whole = raster((x, y) => (isInBar(x, y) && x >= 50 ? WHITE : BLACK));
    expect(
      readLetters(
        letters,
        null,
        whole,
        raster(() => BLACK),
        FILM,
      ).covered,
    ).toBeCloseTo(0.5, 1);
  });

  test('have a contrast of 1 if their color equals the picture', () => {
    const same = raster(() => WHITE);
    expect(readLetters(letters, null, same, same, FILM)).toEqual({ contrast: 1, covered: 0, behind: [1, 1] });
  });

  test('have the contrast of their outline if it is higher', () => {
    const same = raster(() => WHITE);
    expect(readLetters(letters, [0, 0, 0, 1], same, same, FILM).contrast).toBeCloseTo(21, 1);
  });

  test('have a common fraction of their area where they overlap', () => {
    const half = { width: 100, height: 50 };
    expect(commonInkShare(letters, bar(100, 220, WHITE), FILM, half)).toBeCloseTo(0.6, 1);
    expect(commonInkShare(letters, bar(160, 190, WHITE), FILM, half)).toBe(0);
  });
});

test('the strip at an edge is compared with the pixels beside it', () => {
  const strip = raster((x) => (x < 2 ? [255, 255, 255] : [0, 0, 0]));
  expect(edgeDifference(strip, 'left', 2)).toBeCloseTo(1);
  expect(edgeDifference(strip, 'right', 2)).toBe(0);
});
