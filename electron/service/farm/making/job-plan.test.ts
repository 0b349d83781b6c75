import { expect, test } from 'vitest';
import type { PlannedFilm } from '#service/engine/plan/film-planner.ts';
import { planFilm } from '#service/testing/plan-film.ts';
import { createPlannedFilms } from './job-plan.ts';

const never = new AbortController().signal;
const FILM: PlannedFilm = {
  plan: planFilm(
    '<movie width="320" height="180" framerate="25"><scene duration="5"><video src="a.mp4"/></scene></movie>',
  ),
  keys: { film: 'f', track: null, all: ['f'] },
};

test('concurrent callers share one plan', async () => {
  const films = createPlannedFilms();
  const planned: string[] = [];
  const find = (name: string) =>
    films.find(name, never, () => {
      planned.push(name);
      return Promise.resolve(FILM);
    });
  await Promise.all([find('a'), find('a')]);
  await find('a');
  expect(planned).toEqual(['a']);
  for (const other of ['b', 'c', 'd']) await find(other);
  await find('a');
  await find('e');
  await find('a');
  expect(planned).toEqual(['a', 'b', 'c', 'd', 'e']);
  await find('b');
  expect(planned.at(-1)).toBe('b');
});

test('a stored plan is returned without planning', async () => {
  const films = createPlannedFilms();
  films.remember('a', FILM);
  expect(await films.find('a', never, () => Promise.reject(new Error('planned')))).toBe(FILM);
});

test('a failed plan is made again for the next caller', async () => {
  const films = createPlannedFilms();
  await expect(films.find('a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await films.find('a', never, () => Promise.resolve(FILM))).toBe(FILM);
});
