import { expect, test } from 'vitest';
import { pixels } from '#shared/template/values/lengths.ts';
import { pictureOf, pixelOf, type Rgba } from '../testing/effect-pictures.ts';
import { openCompiled, openReference } from '../testing/open-compositors.ts';
import type { PictureEffect } from './picture-effect.ts';

const open = await openCompiled();
const SIZE = { width: 40, height: 30 };
type Corner = readonly [x: number, y: number];
type Quad = readonly [upperleft: Corner, upperright: Corner, lowerright: Corner, lowerleft: Corner];

function perspective([a, b, c, d]: Quad): PictureEffect {
  const point = ([x, y]: Corner) => ({ across: pixels(x), down: pixels(y) });
  const corners = { upperleft: point(a), upperright: point(b), lowerright: point(c), lowerleft: point(d) };
  return { type: 'perspective', parameters: corners };
}

/** Returns the mapping from the quadrilateral to the box. Solves its eight equations by elimination. */
function backFrom(quad: Quad): (x: number, y: number) => readonly [number, number] {
  const goals = [
    [0, 0],
    [SIZE.width, 0],
    [SIZE.width, SIZE.height],
    [0, SIZE.height],
  ];
  const rows = quad.flatMap(([x, y], index) => {
    const [u = 0, v = 0] = goals[index] ?? [];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let column = 0; column < 8; column++) {
    const best = rows
      .slice(column)
      .reduce((one, row) => (Math.abs(row[column] ?? 0) > Math.abs(one[column] ?? 0) ? row : one));
    rows.splice(rows.indexOf(best), 1);
    rows.splice(column, 0, best);
    const pivot = best[column] ?? 1;
    for (let at = 0; at < 9; at++) best[at] = (best[at] ?? 0) / pivot;
    for (const row of rows) {
      const factor = row[column] ?? 0;
      if (row !== best) for (let at = 0; at < 9; at++) row[at] = (row[at] ?? 0) - factor * (best[at] ?? 0);
    }
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = rows.map((row) => row[8] ?? 0);
  return (x, y) => [(a * x + b * y + c) / (g * x + h * y + 1), (d * x + e * y + f) / (g * x + h * y + 1)];
}

/** Returns the color of linear ramps. Interpolated pixels of ramps equal the formula. */
const ramps = (x: number, y: number): Rgba => [40 + 4 * x, 40 + 5 * y, 100, 255];
const lumaOf = (x: number, y: number) => 16 + (219 / 255) * (0.2126 * (38 + 4 * x) + 0.7152 * (37.5 + 5 * y) + 7.22);

test.each<readonly [string, Quad]>([
  [
    'a trapezium',
    [
      [10, 0],
      [30, 0],
      [40, 30],
      [0, 30],
    ],
  ],
  [
    'a skewed quadrilateral',
    [
      [4, 3],
      [38, 8],
      [35, 21],
      [1, 29],
    ],
  ],
  [
    'a quadrilateral beyond the box',
    [
      [-12, -7],
      [55, 4],
      [42, 38],
      [3, 25],
    ],
  ],
  [
    'a mirrored quadrilateral',
    [
      [40, 0],
      [0, 5],
      [0, 25],
      [40, 30],
    ],
  ],
])('a projection maps corners and the points between them: %s', (_, quad) => {
  const picture = pictureOf(open, SIZE, ramps, true);
  const result = open.compositor.withEffects(picture, SIZE, [perspective(quad)]);
  const back = backFrom(quad);
  const { left, top } = result.box;
  expect(result.box).toMatchObject(SIZE);
  expect(result.isOpaque).toBe(false);
  let inside = 0;
  for (let y = 0; y < result.height; y++)
    for (let x = 0; x < result.width; x++) {
      const [u, v] = back(x + 0.5 - left, y + 0.5 - top);
      const [luma = 0, , , opacity = 0] = pixelOf(open, result, x, y);
      if (u < -1 || v < -1 || u > 41 || v > 31) expect(opacity).toBe(0);
      if (u < 0.6 || v < 0.6 || u > 39.4 || v > 29.4) continue;
      inside += 1;
      expect(opacity, `${x}, ${y}: ${u}, ${v}`).toBe(255);
      expect(Math.abs(luma - lumaOf(u, v)), `${x}, ${y}`).toBeLessThan(2);
    }
  expect(inside).toBeGreaterThan(200);
  for (const each of [picture, result]) open.compositor.pictures.release(each);
});

test.each<readonly [string, Quad]>([
  [
    'on a line',
    [
      [0, 0],
      [10, 10],
      [20, 20],
      [30, 30],
    ],
  ],
  [
    'at one point',
    [
      [5, 5],
      [5, 5],
      [5, 5],
      [5, 5],
    ],
  ],
  [
    'far away',
    [
      [-1e9, 0],
      [1e9, 0],
      [1e9, 30],
      [-1e9, 30],
    ],
  ],
  [
    'crossed',
    [
      [0, 0],
      [40, 30],
      [40, 0],
      [0, 30],
    ],
  ],
])('WebAssembly and TypeScript limit the picture of degenerate corners: %s', (_, quad) => {
  const made = [open, openReference()].map((each) => {
    const picture = pictureOf(each, SIZE, ramps, true);
    const result = each.compositor.withEffects(picture, SIZE, [perspective(quad)]);
    expect(Math.max(result.width, result.height)).toBeLessThanOrEqual(8192);
    const { width, height } = result;
    const seen = [0, 7, 19].map((y) => pixelOf(each, result, Math.min(width - 1, 20), Math.min(height - 1, y)));
    for (const one of [picture, result]) each.compositor.pictures.release(one);
    return { width, height, seen };
  });
  expect(made[0]).toEqual(made[1]);
});
