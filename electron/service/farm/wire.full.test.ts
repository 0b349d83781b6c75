import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Issue } from '#service/errors/service-error.ts';
import { redisProcess } from '#service/testing/redis-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { FilmContext, PartsContext } from './making/job-processor.ts';
import { readSourceManifest, sourceManifestText } from './making/source-manifest.ts';
import { openFarmQueue } from './open-farm.ts';
import type { FilmAnswer, FilmJob, PartsJob } from './protocol/job.ts';
import { cancelChannel, cancelledKey, queueName, reportKey, triesKey } from './protocol/queue-names.ts';
import { connectToQueue } from './queue/connection.ts';
import { blobKey, damagedKey, filmKey, partKey, sourceManifestKey, templateKey } from './storage/object-storage.ts';
import { SHORT_LEASE } from './testing/test-farm.ts';
import { openLeaseJournal } from './worker/leases.ts';
import { type OpenWorkerOptions, openWorker } from './worker/open-worker.ts';
import { createCapacity } from './worker/take-jobs.ts';

/**
 * The folder with the content of Redis, the leases of a worker, and a source manifest, written by version 0.1.0. It has
 * recordings after a film was submitted, divided, and answered.
 */
const FIXTURES = join(import.meta.dirname, 'testing/wire');
const PREFIX = 'scenewright';
const TOOLCHAIN = { engine: 3, ffmpeg: '7.1', canvasKit: '0.42.0', svg: 'resvg 0.48.1' };
const QUEUE = `${PREFIX}:${queueName(TOOLCHAIN)}`;
const FILM = '0b7e4e7e-6d3c-4c44-9f3e-2f1d0c9b8a71-2';

type Recording = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const readRecording = async (name: string) => JSON.parse(await readFile(join(FIXTURES, `${name}.json`), 'utf8'));
const jobIn = (content: Recording): FilmJob => {
  const { divided: _, ...job } = JSON.parse((content[`${QUEUE}:${FILM}`] as { hash: { data: string } }).hash.data);
  return job;
};

/** Opens a queue, a service, and workers with the options of the recording. */
async function openWire() {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await redisProcess());
  const config = { url: redis.url, username: null, password: null, authority: null, prefix: PREFIX };
  const connection = await connectToQueue(config, 'asking');
  stack.defer(() => connection.disconnect());
  const folder = stack.use(await temporaryFolder());
  const resources = stack.move();
  return {
    connection,
    leases: folder.path,
    service: async () =>
      resources.use(
        await openFarmQueue(config, {
          requested: { engine: 3, canvasKit: '0.42.0', svg: 'resvg 0.48.1' },
          ...{ clock: Date.now, onWorkers: ignore, onReachability: ignore, onFault: ignore },
          ...{ observationMilliseconds: 300, readMilliseconds: 100 },
        }),
      ),
    worker: async (
      processor: ReturnType<OpenWorkerOptions['createProcessor']>,
      options: Partial<OpenWorkerOptions> = {},
    ) => {
      const worker = await openWorker({
        queue: config,
        identity: { name: 'worker-before', version: '1.0.0', maker: TOOLCHAIN, cores: 2, memoryBytes: 2 ** 32 },
        capacity: createCapacity({ cores: 2, memoryBytes: 2 ** 32 }),
        createProcessor: () => processor,
        check: async () => undefined,
        logger: pino({ level: 'silent' }),
        leaseFolder: folder.path,
        ...{ clock: Date.now, beatMilliseconds: 100, firstPause: 20, ...options },
      });
      resources.defer(async () => void (await worker.drain(0)));
      return worker;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function ignore(): void {
  // Ignore all events in these tests.
}

/** Returns the content of Redis, without the keys that BullMQ alone uses. */
async function contentOf(connection: Redis): Promise<Recording> {
  const content: Record<string, Record<string, unknown>> = {};
  for (const key of (await connection.keys('*')).toSorted()) {
    const type = await connection.type(key);
    if (/:(stalled|stalled-check|events|marker)$/.test(key)) continue;
    if (type === 'hash') content[key] = { hash: await connection.hgetall(key) };
    if (type === 'string') content[key] = { string: await connection.get(key) };
    if (type === 'list') content[key] = { list: (await connection.lrange(key, 0, -1)).toSorted() };
    if (type === 'set') content[key] = { set: (await connection.smembers(key)).toSorted() };
    if (type === 'zset') content[key] = { zset: await connection.zrange(key, '0', '-1', 'WITHSCORES') };
  }
  return content;
}

/** Restores recorded content. Its leases have expired. */
async function restore(connection: Redis, content: Recording): Promise<void> {
  for (const [key, value] of Object.entries(content)) {
    if (key.endsWith(':lock') || key.endsWith(':stalled-check') || key.includes(':worker:')) continue;
    if (value['hash']) await connection.hset(key, value['hash'] as Record<string, string>);
    if (value['string']) await connection.set(key, value['string'] as string);
    if (value['list']) await connection.rpush(key, ...(value['list'] as string[]));
    if (value['set']) await connection.sadd(key, ...(value['set'] as string[]));
    const scores = (value['zset'] ?? []) as string[];
    for (let at = 0; at < scores.length; at += 2) await connection.zadd(key, Number(scores[at + 1]), scores[at] ?? '');
  }
}

/** Replaces the ids of workers and leases, the times, and the speeds, which differ in each run. */
function comparable(content: unknown): unknown {
  const text = JSON.stringify(content)
    .replaceAll(/(?!0b7e4e7e)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/<id>:\d+/g, '<token>')
    .replaceAll(/(PerSecond\\*":)\d+(\.\d+)?/g, '$1<speed>')
    .replaceAll(/\b\d{13}\b/g, '<time>');
  return JSON.parse(text, (key, value) =>
    Array.isArray(value) && (key === 'list' || key === 'set' || key === 'doing') ? value.toSorted() : value,
  );
}

/** Returns the recorded content of the keys that {@link contentOf} returns. */
function withoutBullKeys(content: Recording): Recording {
  return Object.fromEntries(
    Object.entries(content).filter(([key]) => !/:(stalled|stalled-check|events|marker)$/.test(key)),
  );
}

const MADE: FilmAnswer = {
  ...{ state: 'made', sha256: 'd'.repeat(64) as never, bytes: 1234, frames: 250, durationSeconds: 10 },
  ...{ warnings: [], scenes: { total: 5, cached: 1 }, by: 'worker-before' },
};
const DIVIDED = {
  ...{ scenes: { total: 5, cached: 1 }, question: 'e'.repeat(64) },
  warnings: [
    {
      ...{ code: 'film/long', severity: 'warning', message: 'x', reason: 'source/changed', values: {} },
      ...{ line: 1, column: 1, path: '/movie' },
    } as Issue,
  ],
};

/**
 * Returns a processor that divides a film into two parts and joins it afterward. The jobs of the parts wait for
 * `released`.
 */
function recordingProcessor(released: Promise<void>) {
  return {
    film: async (film: FilmJob, { divide, onProgress }: FilmContext): Promise<FilmAnswer> => {
      const jobs = [1, 2].map((number): PartsJob => {
        const keys = [String(number).repeat(64)];
        return { kind: 'parts', id: `${film.id}.${number}`, film, question: DIVIDED.question, keys, frames: 100 };
      });
      if (divide !== null) await divide({ jobs, frames: 250, divided: DIVIDED });
      const scenes = { total: 5, cached: 1 };
      onProgress({ done: 250, total: 250, framesPerSecond: 25, etaSeconds: 0, scenes, by: 'worker-before' });
      return MADE;
    },
    parts: async (_: PartsJob, { onFrames }: PartsContext) => {
      onFrames(40);
      await released;
      return { state: 'made' } as const;
    },
  };
}

test('queue and leases have the content that version 0.1.0 wrote', async () => {
  await using wire = await openWire();
  const { connection } = wire;
  const released = Promise.withResolvers<void>();
  const available = Promise.withResolvers<void>();
  const service = await wire.service();
  const worker = await wire.worker(recordingProcessor(released.promise), { check: () => available.promise });
  const report = async () => JSON.parse((await connection.get(reportKey(PREFIX, worker.identity.id))) ?? 'null');
  await waitUntil(() => service.registry.toolchain() !== null);
  const job = jobIn(await readRecording('film-submitted'));
  const submitted = service.dispatcher.submit(job, ignore);
  const expectRecorded = async (name: string) =>
    expect(comparable(await contentOf(connection)), name).toEqual(
      comparable(withoutBullKeys(await readRecording(name))),
    );
  await waitUntil(async () => (await connection.exists(`${QUEUE}:${FILM}`)) === 1);
  await waitUntil(async () => (await connection.exists(`${PREFIX}:reader`)) === 1);
  await expectRecorded('film-submitted');

  available.resolve();
  await waitUntil(async () => (await connection.hget(`${PREFIX}:divided:${FILM}`, 'done')) === '130');
  await waitUntil(async () => (await connection.hget(`${QUEUE}:${FILM}`, 'progress'))?.includes('130') === true);
  await waitUntil(async () => (await report())?.doing.length === 2 && (await report())?.made.frames === 80);
  await expectRecorded('film-divided');
  const leases = await Promise.all(
    (await readdir(wire.leases)).map((name) => readFile(join(wire.leases, name), 'utf8')),
  );
  expect(comparable(leases.toSorted())).toEqual(comparable(await readRecording('leases')));

  released.resolve();
  expect(await submitted.answer).toEqual(MADE);
  await waitUntil(async () => (await report())?.doing.length === 0 && (await report())?.made.films === 1);
  await expectRecorded('film-answered');
});

test('a worker makes a film that a service of version 0.1.0 submitted', async () => {
  await using wire = await openWire();
  const content = await readRecording('film-submitted');
  await restore(wire.connection, content);
  const jobs: FilmJob[] = [];
  const film = async (job: FilmJob) => {
    jobs.push(job);
    return MADE;
  };
  await wire.worker({ film, parts: async () => ({ state: 'made' }) });
  await waitUntil(async () => (await wire.connection.hexists(`${QUEUE}:${FILM}`, 'returnvalue')) === 1);
  expect(jobs).toEqual([jobIn(content)]);
  const answered = (await readRecording('film-answered'))[`${QUEUE}:${FILM}`].hash.returnvalue;
  expect(await wire.connection.hget(`${QUEUE}:${FILM}`, 'returnvalue')).toBe(answered);
});

test('a worker continues a film that version 0.1.0 divided', async () => {
  await using wire = await openWire();
  const content = await readRecording('film-divided');
  await restore(wire.connection, content);
  const made: unknown[] = [];
  await wire.worker(
    {
      film: async (job, { divided }) => {
        made.push(job, divided);
        return MADE;
      },
      parts: async ({ keys }) => {
        made.push(...keys);
        return { state: 'made' };
      },
    },
    // With a short lease, a busy machine would make a part twice.
    { lease: { ...SHORT_LEASE, duration: 30_000 } },
  );
  await waitUntil(async () => (await wire.connection.hexists(`${QUEUE}:${FILM}`, 'returnvalue')) === 1);
  expect(made.slice(0, 2).toSorted()).toEqual(['1'.repeat(64), '2'.repeat(64)]);
  expect(made.slice(2)).toEqual([jobIn(content), DIVIDED]);
});

test('a service reads answers and reports of version 0.1.0', async () => {
  await using wire = await openWire();
  const content: Recording = await readRecording('film-answered');
  await restore(wire.connection, content);
  const [key = '', report] = Object.entries(content).find(([name]) => name.includes(':worker:')) ?? [];
  await wire.connection.set(key, String(report?.['string']), 'PX', 60_000);
  const service = await wire.service();
  const submitted = service.dispatcher.submit(jobIn(await readRecording('film-submitted')), ignore);
  expect(await submitted.answer).toEqual(MADE);
  expect(service.registry.workers()).toEqual([JSON.parse(String(report?.['string']))]);
  expect(service.registry.toolchain()).toEqual(TOOLCHAIN);
});

test('a source manifest has the same text as version 0.1.0 wrote', async () => {
  const text = JSON.stringify(await readRecording('source-manifest'));
  const found = readSourceManifest(text);
  if (found === null) throw new Error('unreadable');
  expect([...found.keys()]).toEqual(['asset clip.mp4', 'asset font.ttf', 'asset gone.mp4']);
  expect(sourceManifestText(found)).toBe(text);
});

test('a worker reads the leases of version 0.1.0', async () => {
  await using folder = await temporaryFolder();
  const leases: readonly string[] = await readRecording('leases');
  for (const [index, lease] of leases.entries()) await writeFile(join(folder.path, `${index}.json`), lease);
  const read = openLeaseJournal(folder.path).takeEarlier();
  expect(read.map((lease) => JSON.stringify(lease)).toSorted()).toEqual(leases);
});

test('the keys of the storage and of cancellations stay the same', () => {
  const sha256 = `ab${'0'.repeat(62)}`;
  expect([blobKey, filmKey, partKey, damagedKey, templateKey, sourceManifestKey].map((keyOf) => keyOf(sha256))).toEqual(
    ['blobs/ab/', 'films/ab/', 'parts/ab/', 'damaged/ab/', 'templates/', 'questions/'].map((key) => key + sha256),
  );
  expect([cancelChannel(PREFIX), cancelledKey(PREFIX, FILM), triesKey(PREFIX, FILM)]).toEqual([
    'scenewright:cancelled',
    `scenewright:cancelled:${FILM}`,
    `scenewright:tries:${FILM}`,
  ]);
});
