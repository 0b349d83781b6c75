import { expect, test } from 'vitest';
import { planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { partsOf } from '../plan/plan.ts';
import { planJobs } from './plan-jobs.ts';
import { sceneCounts } from './scene-counts.ts';

const film = (between: string) =>
  `<movie width="64" height="64" framerate="25">${['a', 'b', 'c']
    .map((name) => `<scene duration="50"><video src="${name}.mp4"/></scene>`)
    .join(between)}</movie>`;

/** Returns the counts of a film whose segments with these indices are cached. */
function countsOf(xml: string, cachedSegments: readonly number[]) {
  const plan = planFilm(xml);
  const ready = cachedSegments.flatMap((index) =>
    partsOf(required(plan.scenes[index], 'a segment')).map(({ key }) => key),
  );
  return { segments: plan.scenes.length, ...sceneCounts(plan, planJobs(plan, new Set(ready), 2)) };
}

test('each segment is one scene in a film without transitions', () => {
  expect(countsOf(film(''), [])).toEqual({ segments: 3, total: 3, cached: 0 });
  expect(countsOf(film(''), [0, 2])).toEqual({ segments: 3, total: 3, cached: 2 });
});

test('a scene is cached only if its transitions are also cached', () => {
  const joined = film('<transition duration="10"/>');
  expect(countsOf(joined, [])).toEqual({ segments: 5, total: 3, cached: 0 });
  expect(countsOf(joined, [0, 1])).toEqual({ segments: 5, total: 3, cached: 1 });
  expect(countsOf(joined, [0, 2, 4])).toEqual({ segments: 5, total: 3, cached: 0 });
  expect(countsOf(joined, [0, 1, 2, 3, 4])).toEqual({ segments: 5, total: 3, cached: 3 });
});
