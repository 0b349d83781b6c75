import { describe, expect, it } from 'vitest';
import type { FarmTask, FarmWorker } from '#renderer/api/queries/use-farm.ts';
import { cachedPartsShare, countStates, shownTasks, taskProgress } from './farm-view.ts';

const task = (kind: FarmTask['kind'], order: string): FarmTask => ({
  order,
  kind,
  render: order,
  project: 'p',
  name: order,
  done: 0,
  total: 100,
  film: null,
  since: '2026-01-01T00:00:00.000Z',
});

describe('the tasks of a worker', () => {
  it('are limited in number and start with films', () => {
    const tasks = [task('parts', '1'), task('parts', '2'), task('film', '3'), task('parts', '4')];
    const { shown, more } = shownTasks(tasks);
    expect([shown.map(({ order }) => order), more]).toEqual([['3', '1', '2'], 1]);
  });

  it('have a progress between 0 and 1, even before the first frame', () => {
    expect([
      taskProgress({ done: 0, total: 0 }),
      taskProgress({ done: 5, total: 10 }),
      taskProgress({ done: 11, total: 10 }),
    ]).toEqual([0, 0.5, 1]);
  });
});

it('the summary counts workers by state', () => {
  const states: readonly FarmWorker['state'][] = ['idle', 'working', 'working', 'other'];
  const workers = states.map((state) => ({ state }) as FarmWorker);
  expect(countStates(workers)).toEqual({ working: 2, idle: 1, draining: 0, other: 1 });
});

it('the share of reused parts is null before the first lookup', () => {
  const made = { films: 0, parts: 0, frames: 0, failures: 0, bytesFetched: 0, bytesPut: 0 };
  expect(cachedPartsShare({ made: { ...made, lookedFor: 0, found: 0 } })).toBeNull();
  expect(cachedPartsShare({ made: { ...made, lookedFor: 8, found: 2 } })).toBe(0.25);
});
