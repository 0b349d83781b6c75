import { expect, test } from 'vitest';
import { toBt709 } from '#shared/template/values/color.ts';
import type { PixelPicture } from '../pixels/picture.ts';
import { pictureOf, pixelOf, type Rgba, rgbOf } from '../testing/effect-pictures.ts';
import { openCompiled } from '../testing/open-compositors.ts';
import type { PictureEffect } from './picture-effect.ts';

const open = await openCompiled();
const SIZE = { width: 24, height: 20 };
/**
 * The tolerance: colors are stored as integer luma and color differences, which limits their precision. The test
 * converts colors twice in each direction.
 */
const BY_CODES = 5;

/** Returns colors without sharp edges. A blur changes them evenly. */
const waves = (x: number, y: number): Rgba => [
  Math.round(128 + 90 * Math.sin(x / 2)),
  Math.round(128 + 60 * Math.cos(y / 3)),
  Math.round(100 + 4 * x),
  255,
];

function changed(
  colorAt: (x: number, y: number) => Rgba,
  effects: readonly PictureEffect[],
  isOpaque = true,
  frame = 0,
) {
  const picture = pictureOf(open, SIZE, colorAt, isOpaque);
  const result = open.compositor.withEffects(picture, SIZE, effects, frame);
  open.compositor.pictures.release(picture);
  return result;
}

/** Returns R'G'B' and opacity of a pixel without premultiplication, in doubles. */
function colorOf(picture: PixelPicture, x: number, y: number): readonly number[] {
  const [luma = 0, cb = 0, cr = 0, opacity = 0] = pixelOf(open, picture, x, y);
  const unweighted = (part: number) => (opacity === 0 ? 0 : (part * 255) / opacity);
  return [...rgbOf([unweighted(luma), unweighted(cb), unweighted(cr)]), opacity];
}

const clipped = (value: number) => Math.max(0, Math.min(255, value));
const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Compares the color of every pixel with a formula of the colors before the effect. */
function expectColors(
  before: PixelPicture,
  after: PixelPicture,
  formula: (color: number, part: number, x: number, y: number) => number,
  most = BY_CODES,
) {
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const [old, now] = [colorOf(before, x, y), colorOf(after, x, y)];
      for (const part of [0, 1, 2])
        expect(Math.abs((now[part] ?? 0) - clipped(formula(old[part] ?? 0, part, x, y))), `${x}, ${y}`).toBeLessThan(
          most,
        );
    }
  for (const each of [before, after]) open.compositor.pictures.release(each);
}

test('sharpening moves each color away from its blur', () => {
  const soft = changed(waves, [{ type: 'blur', parameters: { radius: 2, edge: 'auto' } }]);
  const blurs = Array.from({ length: SIZE.height }, (_, y) =>
    Array.from({ length: SIZE.width }, (__, x) => colorOf(soft, x, y)),
  );
  open.compositor.pictures.release(soft);
  const after = changed(waves, [{ type: 'sharpen', parameters: { amount: 1.5, radius: 2 } }]);
  // The amount multiplies the rounding error of one code.
  expectColors(
    changed(waves, []),
    after,
    (color, part, x, y) => color + 1.5 * (color - (blurs[y]?.[x]?.[part] ?? 0)),
    15,
  );
});

test('glow screens with the blur of the colors above the threshold', () => {
  const lit = (x: number, y: number): Rgba => (x > 8 && x < 15 && y > 5 ? [250, 240, 200, 255] : [60, 30, 90, 255]);
  const threshold = 0.5;
  const bright = (x: number, y: number): Rgba => {
    const color = lit(x, y);
    const shines = Math.max(0, Math.min(1, (luminance(color) - 255 * threshold) / (255 - 255 * threshold)));
    return [Math.round(color[0] * shines), Math.round(color[1] * shines), Math.round(color[2] * shines), 255];
  };
  const soft = changed(bright, [{ type: 'blur', parameters: { radius: 3, edge: 'auto' } }]);
  const light = Array.from({ length: SIZE.height }, (_, y) =>
    Array.from({ length: SIZE.width }, (__, x) => colorOf(soft, x, y)),
  );
  open.compositor.pictures.release(soft);
  const after = changed(lit, [{ type: 'glow', parameters: { threshold, radius: 3, intensity: 1.4 } }]);
  expectColors(
    changed(lit, []),
    after,
    (color, part, x, y) => {
      const other = Math.min(255, 1.4 * (light[y]?.[x]?.[part] ?? 0));
      return color + other - (color * other) / 255;
    },
    8,
  );
});

test('glow does not affect colors below the threshold', () => {
  const dim = (): Rgba => [60, 60, 60, 120];
  const after = changed(dim, [{ type: 'glow', parameters: { threshold: 0.6, radius: 3, intensity: 4 } }], false);
  expect(after).toMatchObject(SIZE);
  expect(pixelOf(open, after, 3, 3)[3]).toBe(120);
  expectColors(changed(dim, [], false), after, (color) => color, 8);
});

test('a tilt shift mixes the picture with its blur by row', () => {
  const blur: PictureEffect = { type: 'blur', parameters: { radius: 2, edge: 'auto' } };
  const parameters = { focusheight: 0.25, focussize: 0.2, transitionwidth: 0.4, radius: 2 };
  for (const isOpaque of [true, false]) {
    const [sharp, soft] = [changed(waves, [], isOpaque), changed(waves, [blur], isOpaque)];
    const after = changed(waves, [{ type: 'tiltshift', parameters }], isOpaque);
    expect(after).toMatchObject({ width: soft.width, height: soft.height, box: soft.box });
    const { left: remaining, top } = soft.box;
    for (let y = 0; y < soft.height; y++) {
      const place = (y - top + 0.5) / SIZE.height;
      const weight = Math.max(0, Math.min(1, (Math.abs(place - 0.25) - 0.1) / 0.4));
      for (let x = 0; x < soft.width; x++) {
        const isInside = x >= remaining && x < remaining + SIZE.width && y >= top && y < top + SIZE.height;
        const one = isInside ? pixelOf(open, sharp, x - remaining, y - top) : [0, 0, 0, 0];
        const other = pixelOf(open, soft, x, y);
        for (const [part, value] of pixelOf(open, after, x, y).entries())
          expect(Math.abs(value - ((one[part] ?? 0) * (1 - weight) + (other[part] ?? 0) * weight))).toBeLessThan(1.6);
      }
    }
    for (const each of [sharp, soft, after]) open.compositor.pictures.release(each);
  }
});

test.each([
  [0.2, 0.3, 0.6],
  [0.1, 0, 1],
  [0, 1, 0],
])('a key hides colors that resemble it: tolerance %d, softness %d, spill %d', (tolerance, softness, spill) => {
  const color = { red: 0, green: 0xb1, blue: 0x40 };
  const greens = (x: number, y: number): Rgba => [8 * y, Math.max(0, 177 - 5 * x), 64 + 6 * x, 255];
  const { differenceBlue, differenceRed } = toBt709(color);
  const [keyBlue, keyRed] = [differenceBlue - 128, differenceRed - 128];
  const length = Math.sqrt(keyBlue ** 2 + keyRed ** 2);
  const before = changed(greens, []);
  const after = changed(greens, [{ type: 'chromakey', parameters: { color, tolerance, softness, spill } }]);
  expect(after.isOpaque).toBe(false);
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const [luma = 0, cb = 0, cr = 0] = pixelOf(open, before, x, y);
      const distance = Math.sqrt((cb - 128 - keyBlue) ** 2 + (cr - 128 - keyRed) ** 2) / 128;
      const isBeyond = distance > tolerance ? 1 : 0;
      const opacity = softness === 0 ? isBeyond : Math.max(0, Math.min(1, (distance - tolerance) / softness));
      const along = Math.max(0, ((cb - 128) * keyBlue + (cr - 128) * keyRed) / length);
      const remaining = [luma, cb - (spill * along * keyBlue) / length, cr - (spill * along * keyRed) / length];
      const found = pixelOf(open, after, x, y);
      expect(Math.abs((found[3] ?? 0) - 255 * opacity)).toBeLessThan(1);
      for (const [part, value] of remaining.entries())
        expect(Math.abs((found[part] ?? 0) - value * opacity)).toBeLessThan(2);
    }
  for (const each of [before, after]) open.compositor.pictures.release(each);
});

/** Computes the pseudorandom number of a grain in unbounded integers. */
function grain(cellX: number, cellY: number, frame: number, part: number, seed: number): number {
  const all = 2n ** 32n;
  const sum =
    BigInt(cellX) * 374761393n +
    BigInt(cellY) * 668265263n +
    BigInt(3 * frame + part) * 362437n +
    BigInt(seed) * 1274126177n;
  const first = ((sum % all) + all) % all;
  const mixed = ((first ^ (first >> 13n)) * 1274126177n) % all;
  return Number((mixed ^ (mixed >> 16n)) & 255n);
}

test.each([
  { amount: 0.4, size: 1, color: false, seed: 0, frame: 0 },
  { amount: 0.3, size: 3, color: false, seed: 9, frame: 7 },
  { amount: 0.5, size: 1, color: true, seed: 3_000_000_000, frame: 100_000 },
])(
  'noise adds the pseudorandom numbers of its frame: $amount, $size, $color, $seed, $frame',
  ({ frame, ...parameters }) => {
    const gray = (): Rgba => [128, 128, 128, 255];
    const after = changed(gray, [{ type: 'noise', parameters }], true, frame);
    const { amount, size, color, seed } = parameters;
    expectColors(changed(gray, []), after, (value, part, x, y) => {
      const number = grain(Math.floor(x / size), Math.floor(y / size), frame, color ? part : 0, seed);
      return value + amount * (number - 127.5);
    });
  },
);

test('the grains of noise keep their positions in a larger drawing', () => {
  const large = pictureOf(open, { width: 48, height: 40 }, () => [128, 128, 128, 255], true);
  const noise: PictureEffect = { type: 'noise', parameters: { amount: 0.5, size: 2, color: false, seed: 1 } };
  const result = open.compositor.withEffects(large, SIZE, [noise], 3);
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 48; x++) {
      const number = grain(Math.floor(x / 4), Math.floor(y / 4), 3, 0, 1);
      expect(Math.abs((colorOf(result, x, y)[1] ?? 0) - 128 - 0.5 * (number - 127.5))).toBeLessThan(BY_CODES);
    }
  for (const each of [large, result]) open.compositor.pictures.release(each);
});
