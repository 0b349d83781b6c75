import { describe, expect, it } from 'vitest';
import type { FarmTask, FarmWorker } from '#renderer/api/queries/use-farm.ts';
import { countStates, foundShare, shareOf, shownTasks } from './farm-view.ts';

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

describe('what a worker makes', () => {
  it('is told by its films first, and as many as there is room for', () => {
    const doing = [task('parts', '1'), task('parts', '2'), task('film', '3'), task('parts', '4')];
    const { shown, more } = shownTasks(doing);
    expect([shown.map(({ order }) => order), more]).toEqual([['3', '1', '2'], 1]);
  });

  it('is as far as its frames, also before there are any', () => {
    expect([shareOf({ done: 0, total: 0 }), shareOf({ done: 5, total: 10 }), shareOf({ done: 11, total: 10 })]).toEqual(
      [0, 0.5, 1],
    );
  });
});

it('workers are counted by their state', () => {
  const states: readonly FarmWorker['state'][] = ['idle', 'working', 'working', 'other'];
  const workers = states.map((state) => ({ state }) as FarmWorker);
  expect(countStates(workers)).toEqual({ working: 2, idle: 1, draining: 0, other: 1 });
});

it('what was found ready is a share of what was looked for, and nothing before', () => {
  const made = { films: 0, parts: 0, frames: 0, failures: 0, bytesFetched: 0, bytesPut: 0 };
  expect(foundShare({ made: { ...made, lookedFor: 0, found: 0 } })).toBeNull();
  expect(foundShare({ made: { ...made, lookedFor: 8, found: 2 } })).toBe(0.25);
});
