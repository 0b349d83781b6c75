import { expect, test } from 'vitest';
import { displayedFill } from './fill-control.tsx';

const white = { red: 255, green: 255, blue: 255, alpha: 1 };

test('a shape without a fill is white unless it has a stroke', () => {
  expect(displayedFill('', { initial: '#ffffff', hasStroke: false })).toEqual(white);
  expect(displayedFill('', { initial: '#ffffff', hasStroke: true })).toBeNull();
  expect(displayedFill('#ff000080', { initial: '#ffffff', hasStroke: true })).toMatchObject({ red: 255, green: 0 });
  expect(displayedFill('no colour', { initial: '#ffffff', hasStroke: false })).toBeNull();
});
