import { expect, test } from 'vitest';
import { sheetLimits } from '#shared/contract/shapes/package-shapes.ts';
import { sheetCell } from './package-pictures.ts';

test("a sheet picture has the requested width and the film's shape", () => {
  const sheet = { columns: 4, rows: 4, width: 320 };
  expect(sheetCell({ width: 1920, height: 1080 }, sheet)).toEqual({ width: 320, height: 180 });
  expect(sheetCell({ width: 1080, height: 1920 }, { ...sheet, width: 321 })).toEqual({ width: 322, height: 570 });
  expect(sheetCell({ width: 8192, height: 16 }, sheet)).toEqual({ width: 320, height: 2 });
});

test('the largest sheets of any film can be encoded', () => {
  const sides = [16, 64, 1080, 1920, 8192];
  for (const width of sides)
    for (const height of sides) {
      const { most, mostWidth } = sheetLimits;
      const cell = sheetCell({ width, height }, { columns: most, rows: most, width: mostWidth });
      expect(most * Math.max(cell.width, cell.height)).toBeLessThanOrEqual(65_535);
      expect(most * most * cell.width * cell.height).toBeLessThanOrEqual(210e6);
      expect([cell.width % 2, cell.height % 2]).toEqual([0, 0]);
    }
});
