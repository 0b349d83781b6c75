import { expect, it } from 'vitest';
import { frameAtShare, SHEET_GAP, sheetLayout } from './model/sheet-layout.ts';

it('the columns of the contact sheet fill its width', () => {
  const wide = sheetLayout(900, 16 / 9);
  expect(wide.columns).toBe(4);
  expect(wide.columns * wide.cellWidth + 3 * SHEET_GAP).toBeCloseTo(900);
  expect(wide.pictureHeight).toBe(Math.round((wide.cellWidth - 8) / (16 / 9)));
  expect(sheetLayout(900, 9 / 16).columns).toBe(8);
});

it('a narrow contact sheet has one column', () => {
  expect(sheetLayout(0, 16 / 9).columns).toBe(1);
  expect(sheetLayout(120, 1 / 40).pictureHeight).toBe(224);
});

it('the shares 0 and 1 are the first and the last frame', () => {
  expect(frameAtShare(0, 200)).toBe(0);
  expect(frameAtShare(0.5, 201)).toBe(100);
  expect(frameAtShare(1, 200)).toBe(199);
  expect(frameAtShare(1, 0)).toBe(0);
});
