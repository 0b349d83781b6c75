import { expect, test } from 'vitest';
import { frames } from '#shared/template/values/frame-rate.ts';
import { duckingGain } from '#shared/timeline/levels.ts';
import { levelFactor, levelLine } from './ducked-spans.ts';

const PLAIN = { fadeIn: frames(0), fadeOut: frames(0) };
const dip = { from: 0, until: 150, ramp: 9, to: 0.25, by: [] };
const music = { start: 0, end: 300 };

test('a volume line that starts inside a dip starts low', () => {
  expect(levelLine(music, PLAIN, [dip])).toEqual([
    { frame: 0, factor: 0.25 },
    { frame: 150, factor: 0.25 },
    { frame: 159, factor: 1 },
    { frame: 300, factor: 1 },
  ]);
});

test('a volume line that ends inside a dip ends low', () => {
  const end = levelLine({ start: 0, end: 100 }, PLAIN, [{ ...dip, from: 60 }]).slice(-2);
  expect(end).toEqual([
    { frame: 60, factor: 0.25 },
    { frame: 100, factor: 0.25 },
  ]);
});

test('the volume line has the gain of the mix in each frame', () => {
  const late = { ...dip, from: 40, until: 80 };
  for (let frame = 0; frame < 300; frame++)
    expect(levelFactor(music, PLAIN, [late], frame)).toBeCloseTo(duckingGain(late, frame), 9);
});

test('a dip during a fade does not replace the fade', () => {
  const line = levelLine(music, { fadeIn: frames(50), fadeOut: frames(0) }, [dip]);
  expect(line.slice(0, 2)).toEqual([
    { frame: 0, factor: 0 },
    { frame: 50, factor: 0.25 },
  ]);
});
