import { expect, it } from 'vitest';
import { filmsAtOnce, isCrowded } from './films-at-once.ts';

const SINGLE = { batch: null };
const ROW = { batch: 'b1' };

it('a machine makes one film per two cores', () => {
  expect([1, 2, 3, 4, 5, 8, 64].map((cores) => filmsAtOnce(cores).most)).toEqual([2, 2, 2, 2, 2, 4, 32]);
  expect([1, 2, 3, 4, 5, 8, 64].map((cores) => filmsAtOnce(cores).roomy)).toEqual([1, 1, 1, 2, 2, 4, 32]);
});

it('a machine is crowded if another film would slow a single film', () => {
  const small = filmsAtOnce(2);
  expect([[], [ROW], [SINGLE], [ROW, SINGLE]].map((making) => isCrowded(making, small))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const large = filmsAtOnce(8);
  expect(isCrowded([ROW, ROW, SINGLE], large)).toBe(false);
});
