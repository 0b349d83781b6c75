import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { factsOf, graphPart, planFilm } from '#service/testing/plan-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { Part } from '../parts/part.ts';
import { runJobs, unfinishedPath, watchWritten } from './make-parts.ts';

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

test('pictures are reported when their files receive bytes, until all have bytes or the watch ends', async () => {
  await using folder = await temporaryFolder();
  const scenes = [0, 50].map((skip) => `<scene duration="50"><video src="take.mp4" skip="${skip}"/></scene>`);
  const plan = planFilm(`<movie width="1280" height="720" framerate="25">${scenes.join('')}</movie>`, {
    facts: { 'take.mp4': factsOf({ keyFrames: [0] }) },
  });
  const parts = plan.scenes.flatMap(({ picture }) =>
    picture === null ? [] : [{ key: picture.key, part: graphPart(picture) }],
  );
  const [first = '', second = ''] = parts.map(({ key }) => unfinishedPath(folder.path, key));
  const calls: Part[][] = [];
  let arrived = Promise.withResolvers<void>();
  using _watch = watchWritten(parts, folder.path, (written) => {
    calls.push([...written]);
    arrived.resolve();
  });
  // FFmpeg creates all files at its start.
  await writeFile(second, '');
  await writeFile(first, 'a');
  await arrived.promise;
  arrived = Promise.withResolvers();
  await writeFile(second, 'b');
  await arrived.promise;
  expect(calls).toEqual([[parts[0]?.part], parts.map(({ part }) => part)]);
});
