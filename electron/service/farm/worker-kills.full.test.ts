import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { BlobDigest } from '#service/storage/ports.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { amount } from '#shared/testing/scale.ts';
import { below, seeded } from '#shared/testing/seeded.ts';
import type { FarmJob, FilmJob, PartsJob } from './protocol/job.ts';
import { partsJob } from './testing/jobs.ts';
import { type FakeProcessor, jobOf, MADE, type SubmittedFilm, type TestWorker, testFarm } from './testing/test-farm.ts';
import type { LeaseTimes } from './worker/leases.ts';

const KILLS = amount('workerKills');
const SEED = Number(process.env['SCENEWRIGHT_FARM_SEED'] ?? Date.now() % 1_000_000);
const WORKERS = 5;
/** The number of films that are made at the same time. */
const FILMS = 40;
/**
 * The lease times. A lease expires soon after a kill, but a busy machine still renews it in time, because ten losses of
 * a job fail its film.
 */
const LEASE: LeaseTimes = { duration: 3000, renewal: 300, check: 100 };
/** The milliseconds between two kills. */
const QUIET = { least: 5, most: 60 };
/** Generous limits in seconds. They end a hanging test and measure nothing. */
const SECONDS = { kill: 3, end: 300 };

test(`${KILLS} kills of workers answer each film once (SCENEWRIGHT_FARM_SEED=${SEED})`, {
  tags: ['promise:P8', 'promise:P9', 'promise:F24', 'promise:F27', 'promise:F29'],
  timeout: 1000 * (SECONDS.kill * KILLS + SECONDS.end),
}, async () => {
  const random = seeded(SEED);
  await using farm = await testFarm();
  const workers: TestWorker[] = [];
  const openings = new Set<Promise<void>>();
  const openWorker = async (): Promise<void> => {
    const worker = await farm.worker(processor(random), { lease: LEASE });
    // Wait for the first answer, because BullMQ does not handle a connection that ends before it.
    await waitUntil(() => worker.idleReason() === null);
    workers.push(worker);
  };
  const open = (): void => {
    const opening: Promise<void> = openWorker().finally(() => openings.delete(opening));
    openings.add(opening);
  };
  for (let each = 0; each < WORKERS; each++) open();
  const films: SubmittedFilm[] = [];
  let ended = 0;
  const submit = async (): Promise<void> => {
    const film = await farm.submit();
    films.push(film);
    const done = (): void => {
      ended += 1;
    };
    void film.film.then((made) => made[Symbol.asyncDispose]()).then(done, done);
  };
  for (let kills = 0; kills < KILLS; ) {
    while (films.length - ended < FILMS) await submit();
    await pause(QUIET.least + below(random, QUIET.most - QUIET.least));
    if (workers.length === 0) await Promise.race(openings);
    const fault = random();
    const index = below(random, workers.length);
    const worker = required(workers[index], 'a worker');
    if (fault < 0.9) {
      kills += 1;
      farm.kill(worker);
      workers.splice(index, 1);
      open();
    } else if (fault < 0.97) {
      // The worker works while its lease expires, and then tries to answer.
      worker.sleep();
      void pause(2 * LEASE.duration).then(() => worker.wake());
    } else await farm.redis.flush();
  }
  await Promise.all(openings);
  await waitUntil(() => ended === films.length, SECONDS.end);
  for (const film of films) await farm.expectAnswer(film, { sha256: digestOf(jobOf(film.work)) });
  expect(farm.accepted.toSorted()).toEqual(films.map(({ work }) => digestOf(jobOf(work))).toSorted());
  await waitUntil(async () => Object.values(await farm.queue.getJobCounts()).every((count) => count === 0));
});

/** Returns a processor whose jobs take up to 40 ms. It divides some films into three parts. */
function processor(random: () => number): Pick<FakeProcessor, 'film' | 'parts'> {
  const work = (signal: AbortSignal) => pause(below(random, 40), undefined, { signal });
  return {
    film: async (job: FilmJob, { divide, signal, onProgress }) => {
      await work(signal);
      onProgress({ done: 50, total: 100, framesPerSecond: null, etaSeconds: null, by: 'a worker' });
      if (divide !== null && random() < 0.3) {
        const jobs: readonly PartsJob[] = [1, 2, 3].map((number) => partsJob(job, number));
        await divide({ jobs, frames: 300, divided: { scenes: { total: 3, cached: 0 }, question: null, warnings: [] } });
      }
      return { ...MADE, sha256: digestOf(job) };
    },
    parts: async (_, { signal, onFrames }) => {
      await work(signal);
      onFrames(100);
      return { state: 'made' };
    },
  };
}

/** Returns the digest of the only correct film of a job. */
function digestOf({ id }: Pick<FarmJob, 'id'>): BlobDigest {
  return createHash('sha256').update(id).digest('hex') as BlobDigest;
}
