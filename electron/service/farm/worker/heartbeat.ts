import type { Redis } from 'ioredis';
import { cancelChannel, cancelledKey, reportKey, toolchainWorkersKey, workersKey } from '../protocol/queue-names.ts';
import { readWorkerReport, type WorkerReport } from '../protocol/worker-report.ts';
import type { ActiveJobs } from './active-jobs.ts';
import type { WorkerCounters } from './worker-statistics.ts';

const BEAT_MILLISECONDS = 2000;
/** A worker counts as gone after this time without a report. */
const GONE_MILLISECONDS = 10_000;
/** The maximum number of workers for a divided film, which equals the maximum number of pieces. */
const MAX_WORKERS = 256;

export interface HeartbeatOptions {
  /**
   * A connection with the use `asking`, so that a beat fails quickly while the queue is unreachable. The caller closes
   * it.
   */
  readonly connection: Redis;
  /**
   * A separate connection, because a connection with a subscription accepts no other commands. The caller closes it.
   */
  readonly listener: Redis;
  readonly prefix: string;
  readonly identity: WorkerIdentity;
  readonly activeJobs: ActiveJobs;
  readonly counters: WorkerCounters;
  readonly isDraining: () => boolean;
  /** The interval in milliseconds; for tests. */
  readonly beatMilliseconds?: number;
}

/** A timer that reports the state of this worker every two seconds. It also receives cancellations. */
export interface Heartbeat {
  /**
   * Returns the reports of at most 256 workers that can take parts: living workers of the same toolchain that take new
   * jobs, including this one. Returns an empty list while the queue is unreachable.
   */
  workers(): Promise<readonly WorkerReport[]>;
  /** Returns whether one of these jobs was canceled; false if the queue does not answer. */
  isCancelled(jobs: readonly string[]): Promise<boolean>;
  /** Returns the milliseconds since 1970 by the queue's clock; null if the queue does not answer. */
  queueNow(): Promise<number | null>;
  /** Reports now, after a change. */
  beat(): Promise<void>;
  /** Removes the worker from the list if the queue is reachable. */
  stop(): Promise<void>;
}

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { connection, listener, prefix, identity, activeJobs, counters, isDraining } = options;
  const toolchainKey = toolchainWorkersKey(prefix, identity.maker);
  let running: Promise<void> | null = null;

  const time = async (): Promise<number> => {
    const [seconds, microseconds] = await connection.time();
    return Math.floor(Number(seconds) * 1000 + Number(microseconds) / 1000);
  };
  const beat = async (): Promise<void> => {
    const seenAt = await time();
    const report = workerReport(identity, { activeJobs, counters, isDraining: isDraining(), seenAt });
    const batch = connection
      .multi()
      .set(reportKey(prefix, identity.id), JSON.stringify(report), 'PX', GONE_MILLISECONDS)
      .zadd(workersKey(prefix), seenAt, identity.id);
    // A draining worker takes no parts.
    if (isDraining()) batch.zrem(toolchainKey, identity.id);
    else batch.zadd(toolchainKey, seenAt, identity.id);
    for (const key of [workersKey(prefix), toolchainKey])
      batch.zremrangebyscore(key, '-inf', `(${seenAt - 6 * GONE_MILLISECONDS}`);
    await batch.exec();
    for (const id of await cancelledAmong(activeJobs.cancellable())) activeJobs.cancel(id);
  };
  const readWorkers = async (): Promise<readonly WorkerReport[]> => {
    const since = (await time()) - GONE_MILLISECONDS;
    const ids = await connection.zrangebyscore(toolchainKey, since, '+inf', 'LIMIT', 0, MAX_WORKERS);
    if (ids.length === 0) return [];
    const reports = await connection.mget(ids.map((id) => reportKey(prefix, id)));
    return reports.flatMap((json) => (json === null ? [] : (readWorkerReport(json) ?? [])));
  };
  const cancelledAmong = async (ids: readonly string[]): Promise<readonly string[]> => {
    if (ids.length === 0) return [];
    const marks = await connection.mget(ids.map((id) => cancelledKey(prefix, id)));
    return ids.filter((_, index) => marks[index] !== null);
  };
  const beatOnce = (): Promise<void> => {
    // Ignore a failed beat, because the next beat reports the whole state.
    running ??= beat()
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void beatOnce(), options.beatMilliseconds ?? BEAT_MILLISECONDS);
  listener.on('message', (_channel, id) => activeJobs.cancel(id));
  // Subscribe after each connection: ioredis drops the subscription with its connection, and `connectionOptions` turns
  // off its resubscription.
  const subscribe = (): void => void listener.subscribe(cancelChannel(prefix)).catch(() => undefined);
  listener.on('ready', subscribe);
  if (listener.status === 'ready') subscribe();
  void beatOnce();
  return {
    workers: () => readWorkers().catch(() => []),
    isCancelled: async (ids) => (await cancelledAmong(ids).catch(() => [])).length > 0,
    queueNow: () => time().catch(() => null),
    beat: beatOnce,
    stop: async () => {
      clearInterval(timer);
      await running;
      await connection
        .multi()
        .del(reportKey(prefix, identity.id))
        .zrem(workersKey(prefix), identity.id)
        .zrem(toolchainKey, identity.id)
        .exec()
        .catch(() => undefined);
    },
  };
}

/** The fixed facts about a run of a worker. */
export type WorkerIdentity = Pick<
  WorkerReport,
  'id' | 'name' | 'version' | 'maker' | 'cores' | 'memoryBytes' | 'startedAt'
>;

function workerReport(
  identity: WorkerIdentity,
  {
    activeJobs,
    counters,
    isDraining,
    seenAt,
  }: { activeJobs: ActiveJobs; counters: WorkerCounters; isDraining: boolean; seenAt: number },
): WorkerReport {
  return { ...identity, seenAt, isDraining, doing: activeJobs.tasks(), made: counters.totals, ...counters.speed() };
}
