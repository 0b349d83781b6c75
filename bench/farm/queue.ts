import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Queue, QueueEvents } from 'bullmq';
import { PRIORITY, queueName } from '#service/farm/protocol/queue-names.ts';
import { type RedisProcess, redisProcess } from '#service/testing/redis-process.ts';
import { promisedRow } from '../promised.ts';
import type { Row } from '../report.ts';
import { fakeFilmJob } from './pretended-jobs.ts';

const PROGRAM = join(import.meta.dirname, 'pretended-workers.ts');
const PREFIX = 'bench';
const NAME = queueName({
  engine: 1,
  ffmpeg: 'of the benchmark',
  canvasKit: 'of the benchmark',
  svg: 'of the benchmark',
});
const WORKERS = 100;
const PROCESSES = 2;
const PARTS = 100_000;
const PARTS_OF_A_FILM = 100;
/** The maximum number of films in the queue: twice the number of workers. */
const GIVEN = 2 * WORKERS;
const PROMISED_PARTS_A_SECOND = 2000;
/** The ticks per second in `/proc` on Linux (USER_HZ). */
const TICKS_A_SECOND = 100;
/**
 * The limit of the memory growth in MiB. It covers the buffers of the queue; growth with the number of parts would be
 * far larger.
 */
const PROMISED_GROWTH = 32;

/**
 * Measures a hundred fake workers that take the parts of a thousand films. The workers do no work, so that the measured
 * time is the time of the queue.
 */
export async function benchFarmQueue(): Promise<readonly Row[]> {
  await using redis = await redisProcess({ keeps: true, args: ['--appendfsync', 'everysec'] });
  const children = await Promise.all(Array.from({ length: PROCESSES }, () => startWorkers(redis)));
  try {
    // Warm up with a tenth of the films, so that programs are compiled and buffers have their final size.
    await giveFilms(redis, PARTS / PARTS_OF_A_FILM / 10);
    const before = usedMebibytes();
    const processors = await processorSeconds(redis, children);
    const startedAt = performance.now();
    await giveFilms(redis, PARTS / PARTS_OF_A_FILM);
    const seconds = (performance.now() - startedAt) / 1000;
    const used = (await processorSeconds(redis, children)).map((each, index) => each - (processors[index] ?? 0));
    console.log(
      `farm-queue: seconds of processors for 1,000 parts: queue, workers, control ${used.map((each) => ((1000 * each) / PARTS).toFixed(3)).join(', ')}`,
    );
    const growth = usedMebibytes() - before;
    console.log(
      `farm-queue: ${(PARTS / seconds).toFixed()} parts a second; the control's memory ${before.toFixed(1)} MiB, ${growth.toFixed(1)} more at the end`,
    );
    console.log(
      `farm-queue: the queue's own memory at its largest ${await peakOf(redis)}, ${await keysOf(redis)} keys left`,
    );
    return [
      promisedRow(
        { name: 'farm-queue', what: `${PARTS} parts by ${WORKERS} workers that make nothing` },
        PARTS / PROMISED_PARTS_A_SECOND,
        [seconds],
      ),
      promisedRow(
        { name: 'farm-queue, memory', what: 'that the control took more at the end', unit: 'MiB' },
        PROMISED_GROWTH,
        [Math.max(0, growth)],
      ),
    ];
  } finally {
    for (const child of children) await end(child);
  }
}

/** Adds films as the control of a farm does, with a limited number in the queue, until all are finished. */
async function giveFilms(redis: RedisProcess, films: number): Promise<void> {
  const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null };
  const queue = new Queue(NAME, { connection, prefix: PREFIX });
  const events = new QueueEvents(NAME, { connection, prefix: PREFIX });
  await events.waitUntilReady();
  const done = Promise.withResolvers<void>();
  const open = new Set<string>();
  const first = given;
  const giveSome = async (): Promise<void> => {
    while (open.size < GIVEN && given < first + films) {
      const film = fakeFilmJob(given++);
      open.add(film.id);
      await queue.add('film', film, {
        jobId: film.id,
        priority: PRIORITY.film,
        removeOnComplete: true,
        removeOnFail: true,
      });
    }
    if (open.size === 0) done.resolve();
  };
  events.on('completed', ({ jobId }) => {
    if (open.delete(jobId)) giveSome().catch(done.reject);
  });
  events.on('failed', ({ failedReason }) => done.reject(new Error(failedReason)));
  events.on('error', done.reject);
  await giveSome();
  await done.promise;
  await events.close();
  await queue.close();
}

let given = 0;

async function startWorkers(redis: RedisProcess): Promise<ChildProcess> {
  const line = [PROGRAM, String(redis.port), PREFIX, NAME, String(WORKERS / PROCESSES), String(PARTS_OF_A_FILM)];
  const child = spawn(process.execPath, line, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Returns the used memory after a garbage collection. */
function usedMebibytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** Returns the processor seconds that the queue, all workers, and the control have used. */
async function processorSeconds(redis: RedisProcess, children: readonly ChildProcess[]): Promise<readonly number[]> {
  const info = await redis.command('INFO', 'cpu');
  const ofQueue = ['user', 'sys'].map((kind) => Number(new RegExp(`used_cpu_${kind}:(\\S+)`).exec(info)?.[1] ?? 0));
  const ofWorkers = await Promise.all(children.map(({ pid = 0 }) => processTicks(pid)));
  const { user, system } = process.cpuUsage();
  const sum = (values: readonly number[]) => values.reduce((left, right) => left + right, 0);
  return [sum(ofQueue), sum(ofWorkers) / TICKS_A_SECOND, (user + system) / 1e6];
}

/**
 * Returns the processor ticks of a process: the sum of fields 14 (user) and 15 (system) of `/proc/PID/stat`. Returns 0
 * on systems other than Linux.
 */
async function processTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

async function peakOf(redis: RedisProcess): Promise<string> {
  return /used_memory_peak_human:(\S+)/.exec(await redis.command('INFO', 'memory'))?.[1] ?? 'unknown';
}

async function keysOf(redis: RedisProcess): Promise<string> {
  return redis.command('DBSIZE');
}
