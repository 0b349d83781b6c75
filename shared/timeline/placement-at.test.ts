import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import type { Affine } from './layer-state.ts';
import { FRAME, filmOf } from './testing/layer-states.ts';

const matrix = (attributes: string, inside = '') => filmOf(`<solid ${attributes}>${inside}</solid>`, 10)(0).matrix;

function where({ a, b, c, d, e, f }: Affine, x: number, y: number): readonly number[] {
  return [a * x + c * y + e, b * x + d * y + f].map((value) => Number(value.toFixed(9)) + 0);
}

describe('the position of a picture in a frame of 100 × 50', () => {
  test('is the center without attributes', () => {
    expect(where(matrix('width="20" height="10"'), 0, 0)).toEqual([40, 20]);
  });

  test.each([
    ['position="10, -5"', [50, 15]],
    ['position="10% -10%"', [50, 15]],
    ['origin="topleft" position="10, 5"', [0, 0]],
    ['origin="bottomright" position="-10, -5"', [80, 40]],
    ['origin="25%, 20" position="0, 0"', [15, 15]],
    ['anchor="-50%, -50%"', [50, 25]],
    ['anchor="10, 5"', [30, 15]],
  ])('a layer is placed by %s', (attributes, corner) => {
    expect(where(matrix(`width="20" height="10" ${attributes}`), 0, 0)).toEqual(corner);
  });

  test('results from a clockwise rotation around the pivot', () => {
    const rotated = matrix('width="20" height="10" rotation="90"');
    expect(where(rotated, 0, 0)).toEqual([55, 15]);
    expect(where(rotated, 20, 0)).toEqual([55, 35]);
  });

  test('results from scaling around the pivot, mirrored if negative', () => {
    expect(where(matrix('width="20" height="10" scale="2"'), 0, 0)).toEqual([30, 15]);
    const mirrored = matrix('width="20" height="10" scale="-1, 1"');
    expect(where(mirrored, 0, 0)).toEqual([60, 20]);
    expect(where(mirrored, 20, 10)).toEqual([40, 30]);
  });

  test('equals the formula in the language reference', () => {
    const number = fc.double({ min: -500, max: 500, noNaN: true, noDefaultInfinity: true });
    const written = number.map((value) => Number(value.toFixed(3)));
    fc.assert(
      fc.property(fc.tuple(written, written, written, written, written, written), (numbers) => {
        const [px, py, ax, ay, degrees, scale100] = numbers;
        const scale = scale100 / 100;
        fc.pre(scale !== 1 || degrees !== 0);
        const actual = matrix(
          `width="20" height="10" position="${px}, ${py}" anchor="${ax}, ${ay}" rotation="${degrees}" scale="${scale.toFixed(5)}, 0.5"`,
        );
        const s = Number(scale.toFixed(5));
        const angle = (degrees * Math.PI) / 180;
        const [qx, qy] = [3, 7];
        const [dx, dy] = [qx - (10 + ax), qy - (5 + ay)];
        const x = FRAME.width / 2 + px + Math.cos(angle) * s * dx - Math.sin(angle) * 0.5 * dy;
        const y = FRAME.height / 2 + py + Math.sin(angle) * s * dx + Math.cos(angle) * 0.5 * dy;
        expect(actual.a * qx + actual.c * qy + actual.e).toBeCloseTo(x, 6);
        expect(actual.b * qx + actual.d * qy + actual.f).toBeCloseTo(y, 6);
      }),
    );
  });
});

describe('a layer at rest', () => {
  test.each([
    ['width="21" height="11"', [39, 19]],
    ['width="20" height="10" position="0.4, 0.6"', [40, 21]],
    ['width="20" height="10" position="0.5, -0.5"', [40, 19]],
    ['width="20" height="10" position="33.3%, 0"', [73, 20]],
  ])('snaps to whole pixels with halves toward the upper left: %s', (attributes, corner) => {
    expect(where(matrix(attributes), 0, 0)).toEqual(corner);
  });

  test('keeps its exact position if it is scaled or rotated', () => {
    expect(where(matrix('width="21" height="11" scale="2"'), 0, 0)).toEqual([29, 14]);
    expect(where(matrix('width="20" height="10" position="0.4, 0" scale="2"'), 0, 0)).toEqual([30.4, 15]);
  });

  test('keeps its rounding offset during movement', () => {
    const moving = filmOf(
      '<solid width="21" height="10"><animation><key time="0" position="0, 0"/><key time="10" position="5, 0"/></animation></solid>',
      20,
    );
    expect([0, 1, 2, 10].map((frame) => where(moving(frame).matrix, 0, 0)[0])).toEqual([39, 39.5, 40, 44]);
  });
});
