import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { filmJob } from '../testing/jobs.ts';
import { type TestFarm, testFarm } from '../testing/test-farm.ts';
import { type LeaseRecord, openLeaseJournal } from './leases.ts';

let farm: TestFarm;
beforeAll(async () => {
  farm = await testFarm();
});
afterAll(() => farm[Symbol.asyncDispose]());
beforeEach(() => farm.redis.flush());

/** Leases that do not expire within a test. */
const LONG_LEASE = { duration: 600_000, renewal: 300_000, check: 600_000 };

test('the next run reads the leases of unfinished jobs once', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'held');
  const leases: readonly LeaseRecord[] = ['a', '../b', 'c'].map((id) => ({
    queue: 'farm:work',
    id,
    token: `of ${id}`,
  }));
  const first = openLeaseJournal(path);
  expect(first.takeEarlier()).toEqual([]);
  const notes = leases.map((lease) => first.record(lease));
  notes[0]?.[Symbol.dispose]();
  await writeFile(join(path, 'half.json'), '{"queue":"farm');
  const found = openLeaseJournal(path).takeEarlier();
  expect(found.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([leases[1], leases[2]]);
  expect(await readdir(path)).toEqual([]);
});

test('a restarted worker returns the jobs of its killed run immediately', async () => {
  await using folder = await temporaryFolder();
  // Create the state that a killed worker leaves: its lease in the queue expires much later.
  const film = filmJob('left');
  await farm.add(film);
  await using killed = await farm.holder('of the one that was killed', LONG_LEASE.duration);
  expect((await killed.take())?.id).toBe(film.id);
  const entry = { queue: farm.queue.qualifiedName, id: film.id };
  openLeaseJournal(folder.path).record({ ...entry, token: 'of the one that was killed' });
  await using worker = await farm.worker({}, { leaseFolder: folder.path, lease: LONG_LEASE });
  await farm.expectAnswer(film.id, { state: 'made' });
  expect(worker.startedIds).toEqual([film.id]);
});

test('a job that another worker has leased is not returned', async () => {
  await using folder = await temporaryFolder();
  const film = filmJob('taken');
  await farm.add(film);
  await using other = await farm.holder('of another one', LONG_LEASE.duration);
  expect((await other.take())?.id).toBe(film.id);
  const entry = { queue: farm.queue.qualifiedName, id: film.id };
  openLeaseJournal(folder.path).record({ ...entry, token: 'of the one that was killed' });
  await using worker = await farm.worker({}, { leaseFolder: folder.path, lease: LONG_LEASE });
  await waitUntil(() => worker.lines.some((line) => line.includes('was not returned')));
  expect(await farm.queue.getJobState(film.id)).toBe('active');
});
