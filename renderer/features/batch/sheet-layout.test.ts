import { expect, it } from 'vitest';
import { frameAtShare, SHEET_GAP, sheetLayout } from './model/sheet-layout.ts';

it("columns of the film's aspect ratio fill the width", () => {
  const wide = sheetLayout(900, 16 / 9);
  expect(wide.columns).toBe(4);
  expect(wide.columns * wide.cellWidth + 3 * SHEET_GAP).toBeCloseTo(900);
  expect(wide.pictureHeight).toBe(Math.round((wide.cellWidth - 8) / (16 / 9)));
  expect(sheetLayout(900, 9 / 16).columns).toBe(8);
});

it('a narrow sheet has one column, and pictures a maximum height', () => {
  expect(sheetLayout(0, 16 / 9).columns).toBe(1);
  expect(sheetLayout(120, 1 / 40).pictureHeight).toBe(224);
});

it('share 0 is the first frame and share 1 the last', () => {
  expect(frameAtShare(0, 200)).toBe(0);
  expect(frameAtShare(0.5, 201)).toBe(100);
  expect(frameAtShare(1, 200)).toBe(199);
  expect(frameAtShare(1, 0)).toBe(0);
});
