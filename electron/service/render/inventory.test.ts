import { expect, test } from 'vitest';
import { required } from '../../../shared/lib/assert.ts';
import { frames } from '../../../shared/template/frame-rate.ts';
import { planFilm } from '../testing/plan-film.ts';
import { parallelismOf, threadsOf } from './inventory.ts';

/** Threads of a scene's picture and of its sound. */
function threads(length: number, cores: number): readonly number[] {
  const scene = `<scene duration="${frames(length)}"><video src="a.mp4"/></scene>`;
  const [planned] = planFilm(`<movie width="320" height="180" framerate="25">${scene}</movie>`).scenes;
  return [planned?.picture, planned?.sound].map((part) =>
    threadsOf(required(part ?? null, 'a part'), parallelismOf(cores)),
  );
}

test('short scenes share the cores, and a long one can fill them alone', () => {
  expect([1, 2, 4, 8, 32].map((cores) => threads(150, cores)[0])).toEqual([1, 2, 3, 4, 8]);
  expect([1, 2, 4, 8, 32].map((cores) => threads(240, cores)[0])).toEqual([2, 3, 6, 12, 16]);
});

test('very short ones have a thread each where there is a process for each core', () => {
  expect([1, 2, 4, 8, 32].map((cores) => threads(120, cores)[0])).toEqual([1, 1, 3, 4, 8]);
  expect(threads(121, 2)[0]).toBe(2);
});

test('sound has one thread, however long it is: its samples are not frames', () => {
  expect([60, 150, 240].map((length) => threads(length, 8)[1])).toEqual([1, 1, 1]);
});
