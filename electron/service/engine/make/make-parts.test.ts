import { expect, test } from 'vitest';
import { runJobs } from './make-parts.ts';

const signal = new AbortController().signal;

test('the last waiting job triggers onLastJobStarted when it begins', async () => {
  const steps: string[] = [];
  const run = { atOnce: 4, processesNow: () => 1, signal, onLastJobStarted: () => steps.push('all begun') };
  await runJobs(['a', 'b', 'c'], run, async (job) => {
    steps.push(job);
  });
  expect(steps).toEqual(['a', 'b', 'all begun', 'c']);
});

test('an empty list of jobs triggers onLastJobStarted immediately', async () => {
  const steps: string[] = [];
  const run = { atOnce: 3, processesNow: () => 1, signal, onLastJobStarted: () => steps.push('all begun') };
  await runJobs([], run, () => Promise.reject(new Error('there is no job')));
  expect(steps).toEqual(['all begun']);
});
