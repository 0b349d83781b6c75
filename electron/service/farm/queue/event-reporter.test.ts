import { expect, test } from 'vitest';
import type { FilmEvent } from '#service/renders/records/render-worker.ts';
import { createEventReporter } from './farm-renderer.ts';

const progress = { total: 1000, framesPerSecond: null, etaSeconds: null, by: 'w' };

test('a divided film has the speed of all its workers', () => {
  const events: FilmEvent[] = [];
  let now = 0;
  const reporter = createEventReporter(
    (event) => events.push(event),
    () => now,
  );
  reporter.progress({ ...progress, done: 400 });
  now = 2000;
  reporter.progress({ ...progress, done: 500 });
  now = 4000;
  reporter.progress({ ...progress, done: 600 });
  expect(events).toEqual([
    { kind: 'rendering' },
    { kind: 'progress', done: 400, total: 1000, framesPerSecond: null, etaSeconds: null },
    { kind: 'progress', done: 500, total: 1000, framesPerSecond: 50, etaSeconds: 10 },
    { kind: 'progress', done: 600, total: 1000, framesPerSecond: 50, etaSeconds: 8 },
  ]);
});

test('the progress of a single worker is passed on unchanged', () => {
  const events: FilmEvent[] = [];
  const reporter = createEventReporter((event) => events.push(event));
  const scenes = { total: 3, cached: 1 };
  reporter.progress({ ...progress, done: 10, framesPerSecond: 25, etaSeconds: 39.6, scenes });
  reporter.progress({ ...progress, done: 1000, scenes });
  expect(events.slice(1)).toEqual([
    { kind: 'progress', done: 10, total: 1000, framesPerSecond: 25, etaSeconds: 39.6, scenes },
    { kind: 'progress', done: 1000, total: 1000, framesPerSecond: null, etaSeconds: null, scenes },
  ]);
});
