import { expect, test } from 'vitest';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { filmOf } from '../testing/film.ts';
import { blockBox, minimapBlocks } from './minimap.tsx';

test('the overview joins narrow scenes unless they are selected', () => {
  const movie = filmOf(Array.from({ length: 1000 }, () => 10));
  const chosen = movie.scenes.slice(500, 501).map(({ id }) => id);
  const blocks = minimapBlocks(timelineOf(movie), { selected: new Set(chosen), isMissing: () => false, least: 0.01 });
  expect(blocks.length).toBeLessThan(120);
  expect(blocks.filter(({ tone }) => tone === 'selected').map(({ from, to }) => [from, to])).toEqual([[0.5, 0.501]]);
  expect(blocks.at(-1)?.to).toBe(1);
});

test('a block of the overview is at least one pixel wide', () => {
  expect(blockBox({ from: 0, to: 0.5, tone: 'plain' }, 100)).toEqual({ left: 0, width: 49 });
  expect(blockBox({ from: 0.5, to: 0.505, tone: 'plain' }, 100)).toEqual({ left: 50, width: 1 });
});
