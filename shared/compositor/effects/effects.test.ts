import { expect, test } from 'vitest';
import { percent, pixels } from '#shared/template/values/lengths.ts';
import type { PixelPicture } from '../pixels/picture.ts';
import { pictureOf, pixelOf, type Rgba, rgbOf } from '../testing/effect-pictures.ts';
import { openCompiled, openReference } from '../testing/open-compositors.ts';
import { sizeWithEffects } from './apply-effects.ts';
import type { PictureEffect } from './picture-effect.ts';

const compiled = await openCompiled();
const reference = openReference();

const COLOR: Rgba = [200, 90, 40, 255];
const LUMINANCE = 0.2126 * 200 + 0.7152 * 90 + 0.0722 * 40;

const colorEffects: readonly (readonly [PictureEffect, readonly number[]])[] = [
  [{ type: 'brightness', parameters: { intensity: 1.2 } }, [240, 108, 48]],
  [{ type: 'brightness', parameters: { intensity: 3 } }, [255, 255, 120]],
  [{ type: 'contrast', parameters: { intensity: 0.5 } }, [163.75, 108.75, 83.75]],
  [{ type: 'gamma', parameters: { gamma: 2 } }, [225.8, 151.5, 101]],
  [{ type: 'invert', parameters: { amount: 1 } }, [55, 165, 215]],
  [{ type: 'invert', parameters: { amount: 0.5 } }, [127.5, 127.5, 127.5]],
  [{ type: 'grayscale', parameters: { amount: 1 } }, [LUMINANCE, LUMINANCE, LUMINANCE]],
  [
    { type: 'grayscale', parameters: { amount: 0.5 } },
    [0.5 * (200 + LUMINANCE), 0.5 * (90 + LUMINANCE), 0.5 * (40 + LUMINANCE)],
  ],
  [
    { type: 'tint', parameters: { color: { red: 255, green: 128, blue: 0 }, amount: 1 } },
    [LUMINANCE, LUMINANCE / 2, 0],
  ],
  [{ type: 'sepia', parameters: { amount: 1 } }, [155.4, 138.3, 107.7]],
  [{ type: 'colormatrix', parameters: { matrix: [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0.5] } }, [90, 200, 127.5]],
  [{ type: 'hue', parameters: { angle: 0 } }, [200, 90, 40]],
  [{ type: 'saturation', parameters: { intensity: 0 } }, [LUMINANCE, LUMINANCE, LUMINANCE]],
];

test.each(colorEffects)(
  'an effect changes a color according to its definition: $0.type $0.parameters',
  (effect, expected) => {
    for (const opacity of [1, 0.5]) {
      const part = (value: number) => Math.round(value * opacity);
      const color: Rgba = [part(COLOR[0]), part(COLOR[1]), part(COLOR[2]), part(255)];
      const size = { width: 7, height: 3 };
      const picture = pictureOf(compiled, size, () => color);
      const changed = compiled.compositor.withEffects(picture, size, [effect]);
      const found = pixelOf(compiled, changed, 6, 2);
      expect(found[3]).toBe(color[3]);
      const rgb = rgbOf(found.slice(0, 3).map((value) => value / (part(255) / 255)));
      // Colors are stored as integer luma and color differences, so the tolerance is larger than one.
      for (const [index, value] of expected.entries())
        expect(Math.abs((rgb[index] ?? 0) - value)).toBeLessThan(opacity === 1 ? 4 : 7);
      for (const each of [picture, changed]) compiled.compositor.pictures.release(each);
    }
  },
);

const lights: readonly PictureEffect[] = [
  { type: 'rotate', parameters: { angle: 90 } },
  { type: 'rotate', parameters: { angle: -33.3 } },
  { type: 'sharpen', parameters: { amount: 1.3, radius: 1.2 } },
  { type: 'glow', parameters: { threshold: 0.3, radius: 2, intensity: 1.5 } },
  { type: 'tiltshift', parameters: { focusheight: 0.4, focussize: 0.2, transitionwidth: 0.3, radius: 2 } },
  {
    type: 'chromakey',
    parameters: { color: { red: 60, green: 200, blue: 30 }, tolerance: 0.2, softness: 0.4, spill: 0.7 },
  },
  { type: 'noise', parameters: { amount: 0.6, size: 1, color: true, seed: 5 } },
  { type: 'noise', parameters: { amount: 0.6, size: 2.5, color: false, seed: 4_294_967_295 } },
];

const effects: readonly PictureEffect[] = [
  ...lights,
  ...colorEffects.map(([effect]) => effect),
  { type: 'hue', parameters: { angle: 77 } },
  { type: 'colormatrix', parameters: { matrix: [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0.2, 0, 0, 0.5, 0.1] } },
  { type: 'saturation', parameters: { intensity: 10_000 } },
  { type: 'vignette', parameters: { color: { red: 255, green: 0, blue: 0 }, aperture: 1.2 } },
  { type: 'flip', parameters: { axis: 'x' } },
  { type: 'flip', parameters: { axis: 'y' } },
  { type: 'blur', parameters: { radius: 0.2, edge: 'auto' } },
  { type: 'blur', parameters: { radius: 3, edge: 'auto' } },
  { type: 'blur', parameters: { radius: 21, edge: 'auto' } },
  { type: 'blur', parameters: { radius: 3, edge: 'spread' } },
  { type: 'blur', parameters: { radius: 21, edge: 'clamp' } },
  { type: 'crop', parameters: { top: pixels(2), right: percent(10), bottom: pixels(0.4), left: pixels(3) } },
  {
    type: 'dropshadow',
    parameters: {
      offset: { across: pixels(4.5), down: pixels(-3) },
      radius: 2,
      color: { red: 0, green: 0, blue: 0, alpha: 0.5 },
    },
  },
];

test.each(effects)('WebAssembly and TypeScript draw an identical picture: $type $parameters', (effect) => {
  for (const isOpaque of [true, false]) {
    const made = [compiled, reference].map((open) => {
      const size = { width: 37, height: 22 };
      const picture = pictureOf(
        open,
        size,
        (x, y) => {
          const opacity = isOpaque ? 255 : ([0, 128, 255][(x + y) % 3] ?? 0);
          return [(x * 9 * opacity) / 400, (y * 11 * opacity) / 300, ((x ^ y) * 5 * opacity) / 255, opacity];
        },
        isOpaque,
      );
      const changed = open.compositor.withEffects(picture, size, [effect]);
      const length = 4 * (changed.width + 2) * (changed.height + 2);
      const bytes = open.memory.bytes().slice(changed.at, changed.at + length);
      const { at: _, ...rest } = changed;
      for (const each of [picture, changed]) open.compositor.pictures.release(each);
      return { bytes, rest };
    });
    expect(made[0]).toEqual(made[1]);
  }
});

test.each([0.3, 1, 4, 8, 13, 40, 250])(
  'a blur leaves an opaque picture of one color unchanged: radius %d',
  (radius) => {
    const size = { width: 61, height: 35 };
    const picture = pictureOf(compiled, size, () => [60, 120, 180, 255], true);
    const changed = compiled.compositor.withEffects(picture, size, [
      { type: 'blur', parameters: { radius, edge: 'auto' } },
    ]);
    expect({ width: changed.width, height: changed.height }).toEqual(size);
    const expected = pixelOf(compiled, picture, 0, 0);
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++) expect(pixelOf(compiled, changed, x, y)).toEqual(expected);
    for (const each of [picture, changed]) compiled.compositor.pictures.release(each);
  },
);

test.each([1, 4, 13])('a spreading blur is equal for opaque and other pictures: radius %d', (radius) => {
  const size = { width: 30, height: 20 };
  const pictures = [true, false].map((isOpaque) => pictureOf(compiled, size, () => [60, 120, 180, 255], isOpaque));
  const soft: PictureEffect = { type: 'blur', parameters: { radius, edge: 'spread' } };
  const [opaque, other] = pictures.map((picture) => compiled.compositor.withEffects(picture, size, [soft]));
  const bytesOf = (picture: PixelPicture | undefined) =>
    picture &&
    Array.from({ length: picture.width * picture.height }, (_, at) =>
      pixelOf(compiled, picture, at % picture.width, Math.floor(at / picture.width)),
    );
  expect(opaque).toMatchObject({ isOpaque: false, box: other?.box });
  expect(bytesOf(opaque)).toEqual(bytesOf(other));
  expect(opaque?.width).toBeGreaterThan(size.width);
});

test('a clamped blur keeps the size of a partly transparent picture', () => {
  const size = { width: 30, height: 20 };
  const picture = pictureOf(compiled, size, (x) => (x < 15 ? [255, 255, 255, 255] : [0, 0, 0, 0]));
  const clamped: PictureEffect = { type: 'blur', parameters: { radius: 3, edge: 'clamp' } };
  const changed = compiled.compositor.withEffects(picture, size, [clamped]);
  expect(changed).toMatchObject({ ...size, isOpaque: false });
  expect([0, 29].map((x) => pixelOf(compiled, changed, x, 0)[3])).toEqual([255, 0]);
});

test.each([2, 5, 8, 20])('a blur spreads a transparent picture evenly around its center: radius %d', (radius) => {
  const size = { width: 41, height: 41 };
  const picture = pictureOf(compiled, size, (x, y) =>
    Math.hypot(x - 20, y - 20) < 18 ? [255, 255, 255, 255] : [0, 0, 0, 0],
  );
  const changed = compiled.compositor.withEffects(picture, size, [
    { type: 'blur', parameters: { radius, edge: 'auto' } },
  ]);
  const spread = (each: PixelPicture) => {
    let [sum, first, second] = [0, 0, 0];
    for (let y = 0; y < each.height; y++)
      for (let x = 0; x < each.width; x++) {
        const opacity = pixelOf(compiled, each, x, y)[3] ?? 0;
        const place = x - each.box.left;
        sum += opacity;
        first += opacity * place;
        second += opacity * place * place;
      }
    return { middle: first / sum, variance: second / sum - (first / sum) ** 2 };
  };
  const [before, after] = [spread(picture), spread(changed)];
  expect(Math.abs(after.middle - before.middle)).toBeLessThan(0.1);
  const deviation = Math.sqrt(after.variance - before.variance);
  // Each mean of a blur covers an odd number of whole pixels, so the deviation differs slightly.
  expect(Math.abs(deviation - radius) / radius).toBeLessThan(0.25);
  expect(changed.box).toMatchObject(size);
  for (const each of [picture, changed]) compiled.compositor.pictures.release(each);
});

test('a drop shadow enlarges the picture but not its box', () => {
  const size = { width: 10, height: 8 };
  const picture = pictureOf(compiled, size, () => [255, 255, 255, 255]);
  const shadow: PictureEffect = {
    type: 'dropshadow',
    parameters: {
      offset: { across: pixels(6), down: pixels(-5) },
      radius: 0,
      color: { red: 0, green: 0, blue: 0, alpha: 0.5 },
    },
  };
  const changed = compiled.compositor.withEffects(picture, size, [shadow]);
  expect(changed).toMatchObject({ width: 16, height: 13, box: { left: 0, top: 5, width: 10, height: 8 } });
  expect(pixelOf(compiled, changed, 3, 7)).toEqual(pixelOf(compiled, picture, 3, 2));
  expect(pixelOf(compiled, changed, 14, 2)).toEqual([8, 64, 64, 128]);
  expect(pixelOf(compiled, changed, 2, 2)).toEqual([0, 0, 0, 0]);
  for (const each of [picture, changed]) compiled.compositor.pictures.release(each);
});

test('a crop is measured in pixels of the film', () => {
  const size = { width: 20, height: 10 };
  const crop: PictureEffect = {
    type: 'crop',
    parameters: { top: pixels(1), right: percent(25), bottom: pixels(0), left: pixels(2) },
  };
  const drawing = pictureOf(compiled, { width: 40, height: 20 }, (x, y) => [x, y, 0, 255]);
  const changed = compiled.compositor.withEffects(drawing, size, [crop]);
  expect(sizeWithEffects(size, [crop])).toEqual({ width: 13, height: 9 });
  expect(changed).toMatchObject({ width: 26, height: 18 });
  expect(pixelOf(compiled, changed, 0, 0)).toEqual(pixelOf(compiled, drawing, 4, 2));
  for (const each of [drawing, changed]) compiled.compositor.pictures.release(each);
});

test('effects free all memory that they allocate', () => {
  const size = { width: 64, height: 40 };
  const picture = pictureOf(compiled, size, () => [9, 9, 9, 99]);
  const run = () => compiled.compositor.pictures.release(compiled.compositor.withEffects(picture, size, effects));
  run();
  const before = compiled.memory.bytes().length;
  for (let time = 0; time < 20; time++) run();
  expect(compiled.memory.bytes().length).toBe(before);
  compiled.compositor.pictures.release(picture);
});

test('effects limit each side of a picture to 8192 pixels', () => {
  const size = { width: 6, height: 4 };
  const picture = pictureOf(compiled, size, () => COLOR);
  const far: PictureEffect = {
    type: 'dropshadow',
    parameters: {
      offset: { across: pixels(1e9), down: pixels(0) },
      radius: 0,
      color: { red: 0, green: 0, blue: 0, alpha: 1 },
    },
  };
  const wide: PictureEffect = { type: 'blur', parameters: { radius: 8, edge: 'auto' } };
  const result = compiled.compositor.withEffects(picture, size, [far, wide, far, wide]);
  expect(result.width).toBeLessThanOrEqual(8192);
  expect(result.height).toBeLessThan(200);
  compiled.compositor.pictures.release(result);
  compiled.compositor.pictures.release(picture);
});
