import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Job, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import { readFrameTimes } from '#service/testing/measure-film.ts';
import { type RedisProcess, redisProcess } from '#service/testing/redis-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { isRunning, waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { type FilmAnswer, type FilmJob, localToolchain } from '../protocol/job.ts';
import { PRIORITY, queueName } from '../protocol/queue-names.ts';
import { openFolderStorage } from '../storage/folder-storage.ts';
import { blobKey, type ObjectStorage, templateKey } from '../storage/object-storage.ts';
import { filmJob } from '../testing/jobs.ts';
import { startWorkerProcess } from './testing/worker-process.ts';

const PREFIX = 'scenewright';
const PASSWORD = 'a-password-of-tests';
const never = new AbortController().signal;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let redis: RedisProcess;
let connection: Redis;
let queue: Queue;
let storage: ObjectStorage;
let storeFolder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  storeFolder = join(folder.path, 'store');
  await mkdir(storeFolder);
  storage = await openFolderStorage(storeFolder);
  redis = await redisProcess({ password: PASSWORD });
  connection = new Redis(redis.port, '127.0.0.1', { password: PASSWORD, maxRetriesPerRequest: null });
  connection.on('error', () => undefined);
  const { version: ffmpeg } = await findMediaTools(process.env);
  queue = new Queue(queueName({ ...localToolchain(), ffmpeg }), { connection, prefix: PREFIX });
});

beforeEach(async () => {
  // The report of a killed worker lasts for 10 s. With it, the next film would be divided into parts.
  const reports = await connection.keys(`${PREFIX}:worker*`);
  if (reports.length > 0) await connection.del(reports);
});

afterAll(async () => {
  await queue.close();
  connection.disconnect();
  await redis[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function worker(cache: string, args: readonly string[] = []) {
  return startWorkerProcess({
    args: ['--queue', redis.url, '--store', storeFolder, ...args],
    cache: join(folder.path, cache),
    environment: { SCENEWRIGHT_QUEUE_PASSWORD: PASSWORD },
  });
}

/** Puts a template with these scenes into the store and adds its film job to the queue. */
async function orderFilm(render: string, scenes: readonly string[], size = 64): Promise<FilmJob> {
  const xml = `<movie width="${size}" height="${size}" framerate="25">${scenes.join('')}</movie>`;
  const sha256 = createHash('sha256').update(xml).digest('hex');
  const path = join(folder.path, `${render}.xml`);
  await writeFile(path, xml);
  await storage.put(templateKey(sha256), { path, bytes: Buffer.byteLength(xml), sha256 }, { signal: never });
  const job = filmJob(render, { template: sha256, variables: [], inputs: [], quality: 'high' });
  await queue.add('film', job, { jobId: job.id, priority: PRIORITY.film });
  return job;
}

const scene = (text: string, frames: number) =>
  `<scene duration="${frames}"><solid color="#203040"/><text content="${text}" size="20" color="#ffffff"/></scene>`;
/** Adds a film that uses all cores for many seconds. */
const longFilm = (name: string) =>
  orderFilm(
    name,
    [1, 2, 3, 4].map((n) => scene(`${name} ${n}`, 1500)),
    1280,
  );

async function answerTo({ id }: FilmJob): Promise<FilmAnswer> {
  let job: Job | undefined;
  await waitUntil(async () => {
    job = await Job.fromId(queue, id);
    return job?.finishedOn !== undefined;
  }, 240);
  return job?.returnvalue;
}

test('a worker process makes a film and puts it into the store', async () => {
  await using one = worker('first');
  await one.isHere;
  const answer = await answerTo(await orderFilm('whole', [scene('one', 10), scene('two', 15)]));
  if (answer.state !== 'made') throw new Error(JSON.stringify(answer));
  expect(answer).toMatchObject({ frames: 25, durationSeconds: 1, scenes: { total: 2, cached: 0 } });
  const film = join(folder.path, 'film.mp4');
  expect(await storage.fetch(blobKey(answer.sha256), film, { signal: never })).toMatchObject({ bytes: answer.bytes });
  expect(await readFrameTimes(film)).toHaveLength(25);

  const metrics = await (await fetch(`${one.metrics()}/metrics`)).text();
  expect(metrics).toMatch(/^scenewright_worker_films_made_total 1$/m);
  expect(metrics).toMatch(/^scenewright_worker_frames_total 25$/m);
  expect(metrics).toMatch(/^scenewright_worker_put_bytes_total [1-9]/m);
  expect(metrics).toMatch(/^scenewright_worker_order_seconds_count\{kind="film"\} 1$/m);
  expect((await fetch(`${one.metrics()}/healthz`)).status).toBe(200);
  expect((await fetch(`${one.metrics()}/other`)).status).toBe(404);
  // Check that the run leaves no unfinished files, and that the output omits secrets.
  expect(await readdir(join(folder.path, 'first/1/unfinished'))).toEqual([]);
  expect(one.output()).not.toContain(PASSWORD);

  one.signal('SIGTERM');
  expect(await one.ended).toBe(0);
  expect(one.messages().at(-1)).toBe('the worker has stopped; all its jobs are finished');
});

full.test('a worker finishes its film after SIGTERM', async () => {
  await using one = worker('drained');
  await one.isHere;
  const job = await orderFilm('finished', [scene('a', 150), scene('b', 150)], 480);
  await waitUntil(async () => (await one.tools()).length > 0);
  one.signal('SIGTERM');
  expect(await one.ended).toBe(0);
  expect(await answerTo(job)).toMatchObject({ state: 'made', frames: 300 });
});

full.test('a film that exceeds the drain time moves to another worker', async () => {
  await using first = worker('given-back', ['--drain-time', '0']);
  await first.isHere;
  const job = await orderFilm('given', [scene('c', 150), scene('d', 150)], 480);
  await waitUntil(async () => (await first.tools()).length > 0);
  const tools = await first.tools();
  first.signal('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.messages().at(-1)).toContain('returned its unfinished jobs');
  expect(tools.filter(isRunning)).toEqual([]);
  expect(await queue.getJobState(job.id)).toBe('prioritized');
  await using second = worker('given-back');
  await second.isHere;
  expect(await answerTo(job)).toMatchObject({ state: 'made', frames: 300 });
});

full.test('a killed worker ends its FFmpeg; the next run resumes its job', async () => {
  await using first = worker('killed');
  await first.isHere;
  const job = await longFilm('killed');
  await waitUntil(async () => (await first.tools()).length > 0);
  const tools = await first.tools();
  first.signal('SIGKILL');
  expect(await first.ended).toBe(null);
  await waitUntil(() => !tools.some(isRunning));
  const runFolder = join(folder.path, 'killed/1');
  const leftFolders = await readdir(join(runFolder, 'workshop/work'));
  expect(leftFolders).not.toEqual([]);

  await using second = worker('killed');
  await second.isHere;
  // The lock of the killed run is released, and its folder has no unfinished files.
  expect(await readdir(runFolder)).not.toContain('2');
  const remaining: readonly string[] = await readdir(join(runFolder, 'workshop/work')).catch(() => []);
  expect(leftFolders.filter((name) => remaining.includes(name))).toEqual([]);
  await waitUntil(() => second.messages().includes('job started'), 120);
  // The lease had not expired yet.
  expect(second.messages()).toContain('returned a job of an earlier run of this worker');
  await connection.set(`${PREFIX}:cancelled:${job.id}`, '1');
  expect(await answerTo(job)).toMatchObject({ state: 'failed', error: { code: 'render/cancelled' } });
});

test("a second worker takes a killed worker's job after 10 s", async () => {
  await using first = worker('lost-first');
  await first.isHere;
  const job = await longFilm('lost');
  await waitUntil(async () => (await first.tools()).length > 0);
  const lease = await connection.pttl(`${queue.toKey(job.id)}:lock`);
  expect(lease).toBeGreaterThan(0);
  expect(lease).toBeLessThanOrEqual(10_000);
  await using second = worker('lost-second');
  await second.isHere;
  await waitUntil(async () => (await connection.pttl(queue.toKey('stalled-check'))) > 0);
  expect(await connection.pttl(queue.toKey('stalled-check'))).toBeLessThanOrEqual(1000);
  first.signal('SIGKILL');
  await waitUntil(() => second.messages().includes('a lost worker’s job returned to the queue'));
  await waitUntil(() => second.messages().includes('job started'));
  await connection.set(`${PREFIX}:cancelled:${job.id}`, '1');
  expect(await answerTo(job)).toMatchObject({ state: 'failed', error: { code: 'render/cancelled' } });
});

test('a suspended worker loses its job and answers nothing when it continues', async () => {
  await using first = worker('slept-first');
  await first.isHere;
  const job = await orderFilm('slept', [scene('u', 150), scene('v', 150)], 480);
  await waitUntil(async () => (await first.tools()).length > 0);
  first.signal('SIGSTOP');
  await using second = worker('slept-second');
  const answer = await answerTo(job);
  expect(answer).toMatchObject({ state: 'made', frames: 300 });
  expect(second.messages()).toContain('job started');
  first.signal('SIGCONT');
  await waitUntil(() => /lost the lease of a job|the queue rejected a result/.test(first.output()));
  expect(await answerTo(job)).toEqual(answer);
  first.signal('SIGTERM');
  expect(await first.ended).toBe(0);
});

full.test('two workers with one cache use separate folders and share a film', async () => {
  await using first = worker('both', ['--cores', '1']);
  await using second = worker('both', ['--cores', '1']);
  await Promise.all([first.isHere, second.isHere]);
  expect((await readdir(join(folder.path, 'both'))).toSorted()).toEqual(['1', '2']);
  const job = await orderFilm(
    'shared',
    ['e', 'f', 'g', 'h', 'i', 'j'].map((name) => scene(name, 120)),
    640,
  );
  expect(await answerTo(job)).toMatchObject({ state: 'made', frames: 720 });
  const messages = [...first.messages(), ...second.messages()];
  expect(messages.filter((text) => text === 'divided a film into parts')).toHaveLength(1);
  expect(first.messages().filter((text) => text === 'job started').length).toBeGreaterThan(0);
  expect(second.messages().filter((text) => text === 'job started').length).toBeGreaterThan(0);
});

full.test('a worker takes no more jobs after its FFmpeg was replaced', async () => {
  const ffmpeg = join(folder.path, 'ffmpeg');
  const { ffmpeg: real } = await findMediaTools(process.env);
  await writeFile(ffmpeg, `#!/bin/sh\nexec '${real}' "$@"\n`, { mode: 0o755 });
  await using replaced = startWorkerProcess({
    args: ['--queue', redis.url, '--store', storeFolder],
    cache: join(folder.path, 'replaced'),
    environment: { SCENEWRIGHT_QUEUE_PASSWORD: PASSWORD, SCENEWRIGHT_FFMPEG: ffmpeg },
  });
  await replaced.isHere;
  const health = async () => (await fetch(`${replaced.metrics()}/healthz`)).status;
  await waitUntil(async () => (await health()) === 200);
  await writeFile(ffmpeg, `#!/bin/sh\n# A newer one.\nexec '${real}' "$@"\n`);
  const job = await orderFilm('newer', [scene('k', 10)]);
  await waitUntil(async () => (await health()) === 503);
  await waitUntil(() => replaced.output().includes('It was replaced since this worker was started'));
  await using other = worker('replaced');
  await other.isHere;
  expect(await answerTo(job)).toMatchObject({ state: 'made', frames: 10 });
});

full.test('a second signal ends the worker immediately', async () => {
  await using one = worker('impatient');
  await one.isHere;
  const job = await longFilm('impatient');
  await waitUntil(async () => (await one.tools()).length > 0);
  const tools = await one.tools();
  one.signal('SIGTERM');
  await waitUntil(() => one.messages().some((text) => text.startsWith('the worker is stopping')));
  one.signal('SIGTERM');
  expect(await one.ended).toBe(130);
  await waitUntil(() => !tools.some(isRunning));
  await queue.remove(job.id).catch(() => undefined);
});

test.each(
  cases(2, [
    [
      ['--queue', 'redis://127.0.0.1:1', '--store', '/nowhere'],
      { SCENEWRIGHT_FFMPEG: '/no/ffmpeg' },
      1,
      /FFmpeg wasn’t found/,
    ],
    [['--store', '/nowhere'], {}, 2, /queue/],
    [['--cores', '0'], {}, 2, /--cores 0: use a number from 1 to 1024/],
    [['--queue', 'redis://user:secret@127.0.0.1:1', '--store', '/nowhere'], {}, 2, /scenewright: /],
  ] as const),
)('invalid settings end the worker with a one-line message: %j with %j', async (args, environment, code, sentence) => {
  await using one = startWorkerProcess({ args, cache: join(folder.path, 'refused'), environment });
  expect(await one.ended).toBe(code);
  expect(one.output()).toMatch(sentence);
  expect(one.output()).not.toContain('secret@');
});
