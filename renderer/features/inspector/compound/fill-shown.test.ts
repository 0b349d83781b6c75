import { expect, test } from 'vitest';
import { shownFill } from './fill-control.tsx';

const white = { red: 255, green: 255, blue: 255, alpha: 1 };

test('a shape without a fill is white, or unfilled with a stroke', () => {
  expect(shownFill('', { initial: '#ffffff', isLine: false })).toEqual(white);
  expect(shownFill('', { initial: '#ffffff', isLine: true })).toBeNull();
  expect(shownFill('#ff000080', { initial: '#ffffff', isLine: true })).toMatchObject({ red: 255, green: 0 });
  expect(shownFill('no colour', { initial: '#ffffff', isLine: false })).toBeNull();
});
