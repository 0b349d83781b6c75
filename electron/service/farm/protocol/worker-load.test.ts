import { expect, test } from 'vitest';
import { loadOf, type WorkerTask } from './worker-report.ts';

const task = (kind: WorkerTask['kind'], job: string): WorkerTask => ({
  ...{ order: job, kind, render: job, done: 0, total: 100, since: 0 },
});

test('a parts job uses one core, and a film about two', () => {
  expect(loadOf({ cores: 8, doing: [] })).toBe(0);
  expect(loadOf({ cores: 8, doing: [task('film', 'a')] })).toBe(0.25);
  expect(loadOf({ cores: 8, doing: [task('parts', 'a.1'), task('parts', 'a.2')] })).toBe(0.25);
  expect(loadOf({ cores: 1, doing: [task('film', 'a')] })).toBe(0.5);
});

test('the load is at most 1', () => {
  expect(loadOf({ cores: 2, doing: Array.from({ length: 9 }, (_, index) => task('parts', `${index}`)) })).toBe(1);
});
