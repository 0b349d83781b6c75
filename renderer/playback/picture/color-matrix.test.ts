import { describe, expect, test } from 'vitest';
import { toBt709 } from '#shared/template/values/color.ts';
import { type ColorTransform, fromWorkingColor, isIdentity, toWorkingColor } from './color-matrix.ts';

const apply = ({ matrix, offset }: ColorTransform, [x = 0, y = 0, z = 0]: readonly number[]) =>
  matrix.map((row, index) => Math.round(255 * ((row[0] * x + row[1] * y + row[2] * z) / 255 + (offset[index] ?? 0))));

describe('color conversion', () => {
  test('leaves colors in FFmpeg’s working color space unchanged', () => {
    expect(isIdentity(toWorkingColor({ matrix: 'bt709', range: 'limited' }))).toBe(true);
    expect(isIdentity(toWorkingColor({ matrix: 'bt709', range: 'full' }))).toBe(false);
  });

  test.each([
    [255, 255, 255],
    [0, 0, 0],
    [255, 128, 0],
    [16, 32, 48],
  ])('converts RGB exactly like the engine: %j, %j, %j', (red, green, blue) => {
    const { luma, differenceBlue, differenceRed } = toBt709({ red, green, blue });
    const codes = apply(toWorkingColor({ matrix: 'rgb', range: 'full' }), [red, green, blue]);
    expect(codes).toEqual([luma, differenceBlue, differenceRed]);
    for (const [index, value] of apply(fromWorkingColor(), codes).entries())
      expect(Math.abs(value - ([red, green, blue][index] ?? 0))).toBeLessThanOrEqual(2);
  });

  test('converts BT.601 red to BT.709 red', () => {
    expect(apply(toWorkingColor({ matrix: 'bt601', range: 'limited' }), [81, 90, 240])).toEqual([62, 102, 240]);
  });

  test('keeps gray neutral for every matrix', () => {
    for (const matrix of ['bt601', 'bt2020', 'smpte240m', 'fcc'] as const)
      expect(apply(toWorkingColor({ matrix, range: 'full' }), [255, 128, 128])).toEqual([235, 128, 128]);
  });
});
