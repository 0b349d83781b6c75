import { expect, test } from 'vitest';
import { createCompositor } from '../compositor.ts';
import { type Cube, readCube } from '../pixels/read-cube.ts';
import { pictureOf, pixelOf, type Rgba, rgbOf } from '../testing/effect-pictures.ts';
import { openCompiled } from '../testing/open-compositors.ts';

const SIZE = { width: 24, height: 20 };
const BY_CODES = 5;
const colors = (x: number, y: number): Rgba => [10 * x, 12 * y, (7 * x + 5 * y) % 256, 255];

/** Returns the text of a table whose entries are the values of a formula. */
function textOf(
  dimensions: 1 | 3,
  size: number,
  colorAt: (r: number, g: number, b: number) => readonly number[],
  head = '',
) {
  const lines = [`LUT_${dimensions}D_SIZE ${size}`, head];
  const at = (place: number) => place / (size - 1);
  if (dimensions === 1) for (let i = 0; i < size; i++) lines.push(colorAt(at(i), at(i), at(i)).join(' '));
  else
    for (let b = 0; b < size; b++)
      for (let g = 0; g < size; g++) for (let r = 0; r < size; r++) lines.push(colorAt(at(r), at(g), at(b)).join(' '));
  return lines.join('\n');
}

function cubeOf(text: string): Cube {
  const read = readCube(text);
  if (!read.ok) throw new Error(read.error.of);
  return read.value;
}

/** Interpolates between the eight neighbors in a three-dimensional table, in doubles. */
function between8({ size, values, least, most }: Cube, color: readonly number[]): readonly number[] {
  const places = color.map((value, axis) => {
    const [first, last] = [least[axis as 0 | 1 | 2], most[axis as 0 | 1 | 2]];
    return Math.max(0, Math.min(1, (value / 255 - first) / (last - first))) * (size - 1);
  });
  return [0, 1, 2].map((part) => {
    let sum = 0;
    for (let corner = 0; corner < 8; corner++) {
      let weight = 1;
      let at = 0;
      for (const axis of [2, 1, 0]) {
        const place = places[axis] ?? 0;
        const low = Math.min(size - 2, Math.floor(place));
        const isHigh = (corner >> axis) & 1;
        weight *= isHigh === 1 ? place - low : 1 - (place - low);
        at = at * size + low + isHigh;
      }
      sum += weight * (values[3 * at + part] ?? 0);
    }
    return Math.max(0, Math.min(255, 255 * sum));
  });
}

const curves = (r: number, g: number, b: number) => [g ** 2, 1.2 * b - 0.1 * r, Math.sin(r * 2)];

test.each([
  ['of 2', textOf(3, 2, curves), 1],
  ['of 17, mixed', textOf(3, 17, curves), 0.4],
  ['of 65', textOf(3, 65, curves), 1],
  ['with a domain', textOf(3, 5, curves, 'DOMAIN_MIN 0.1 0 -0.5\nDOMAIN_MAX 0.8 1 2'), 1],
])('a three-dimensional table interpolates between its eight neighbors: %s', async (_, text, amount) => {
  const { kernels, memory } = await openCompiled();
  const cube = cubeOf(text);
  const open = { kernels, memory, compositor: createCompositor(kernels, memory, () => cube) };
  const picture = pictureOf(open, SIZE, colors, true);
  const changed = open.compositor.withEffects(picture, SIZE, [{ type: 'cube', parameters: { src: 'a', amount } }]);
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const before = rgbOf(pixelOf(open, picture, x, y));
      const found = between8(cube, before);
      const after = rgbOf(pixelOf(open, changed, x, y));
      for (const [part, value] of before.entries()) {
        const expected = value + ((found[part] ?? 0) - value) * amount;
        expect(Math.abs((after[part] ?? 0) - expected)).toBeLessThan(BY_CODES);
      }
    }
});

test('a one-dimensional table maps red, green, and blue separately', async () => {
  const { kernels, memory } = await openCompiled();
  const cube = cubeOf(textOf(1, 256, (r) => [r ** 2, 1 - r, r]));
  const open = { kernels, memory, compositor: createCompositor(kernels, memory, () => cube) };
  const picture = pictureOf(open, SIZE, colors, true);
  const changed = open.compositor.withEffects(picture, SIZE, [{ type: 'cube', parameters: { src: 'a', amount: 0.5 } }]);
  for (let x = 0; x < SIZE.width; x++) {
    const [red = 0, green = 0, blue = 0] = rgbOf(pixelOf(open, picture, x, 9));
    const expected = [(red + red ** 2 / 255) / 2, 127.5, blue];
    const after = rgbOf(pixelOf(open, changed, x, 9));
    for (const [part, value] of expected.entries()) expect(Math.abs((after[part] ?? 0) - value)).toBeLessThan(BY_CODES);
    expect(green).toBeGreaterThan(0);
  }
});
