import type { Redis } from 'ioredis';
import type { FarmJob } from '../protocol/job.ts';
import { cancelChannel, cancelledKey, reportKey, toolchainWorkersKey, workersKey } from '../protocol/queue-names.ts';
import { readWorkerReport, type WorkerReport, type WorkerTotals } from '../protocol/worker-report.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { ActiveJobs } from './active-jobs.ts';

const BEAT_MILLISECONDS = 2000;
/** A worker without a report for this time is gone. */
const GONE_MILLISECONDS = 10_000;
/** The number of workers among which a film is divided: as many as a film has pieces. */
const MAX_WORKERS = 256;

export interface HeartbeatOptions {
  /** A connection with the use `asking`, so that a beat ends while the queue is unreachable. It stays open. */
  readonly connection: Redis;
  /** A separate connection, because a subscribed one accepts no other commands. It stays open. */
  readonly listener: Redis;
  readonly prefix: string;
  readonly identity: WorkerIdentity;
  readonly activeJobs: ActiveJobs;
  readonly counters: WorkerCounters;
  readonly isDraining: () => boolean;
  /** The interval in milliseconds; for tests. */
  readonly every?: number;
}

/** Reports the state of this worker every two seconds and receives cancellations. */
export interface Heartbeat {
  /**
   * Returns the reports of at most 256 living workers with the same toolchain that are not draining, including this
   * one; none if the queue does not answer.
   */
  workers(): Promise<readonly WorkerReport[]>;
  /** Returns whether one of these jobs was canceled; false if the queue does not answer. */
  isCancelled(jobs: readonly string[]): Promise<boolean>;
  /** Returns the milliseconds since 1970 by the queue's clock; null if it does not answer. */
  queueNow(): Promise<number | null>;
  /** Reports now, after a change. */
  beat(): Promise<void>;
  /** Removes the worker from the list if the queue is reachable. */
  stop(): Promise<void>;
}

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { connection, listener, prefix, identity, activeJobs, counters, isDraining } = options;
  const ofMaker = toolchainWorkersKey(prefix, identity.maker);
  let going: Promise<void> | null = null;

  const time = async (): Promise<number> => {
    const [seconds, microseconds] = await connection.time();
    return Math.floor(Number(seconds) * 1000 + Number(microseconds) / 1000);
  };
  const beat = async (): Promise<void> => {
    const seenAt = await time();
    const report = workerReport(identity, { doing: activeJobs, tally: counters, isDraining: isDraining(), seenAt });
    const batch = connection
      .multi()
      .set(reportKey(prefix, identity.id), JSON.stringify(report), 'PX', GONE_MILLISECONDS)
      .zadd(workersKey(prefix), seenAt, identity.id);
    // A draining worker takes no parts.
    if (isDraining()) batch.zrem(ofMaker, identity.id);
    else batch.zadd(ofMaker, seenAt, identity.id);
    for (const key of [workersKey(prefix), ofMaker])
      batch.zremrangebyscore(key, '-inf', `(${seenAt - 6 * GONE_MILLISECONDS}`);
    await batch.exec();
    for (const id of await cancelledAmong(activeJobs.cancellable())) activeJobs.cancel(id);
  };
  const readWorkers = async (): Promise<readonly WorkerReport[]> => {
    const since = (await time()) - GONE_MILLISECONDS;
    const ids = await connection.zrangebyscore(ofMaker, since, '+inf', 'LIMIT', 0, MAX_WORKERS);
    if (ids.length === 0) return [];
    const reports = await connection.mget(ids.map((id) => reportKey(prefix, id)));
    return reports.flatMap((json) => (json === null ? [] : (readWorkerReport(json) ?? [])));
  };
  const cancelledAmong = async (ids: readonly string[]): Promise<readonly string[]> => {
    if (ids.length === 0) return [];
    const found = await connection.mget(ids.map((id) => cancelledKey(prefix, id)));
    return ids.filter((_, at) => found[at] !== null);
  };
  const beatOnce = (): Promise<void> => {
    // A failed beat is ignored: the next one reports everything.
    going ??= beat()
      .catch(() => undefined)
      .finally(() => {
        going = null;
      });
    return going;
  };
  const timer = setInterval(() => void beatOnce(), options.every ?? BEAT_MILLISECONDS);
  listener.on('message', (_channel, id) => activeJobs.cancel(id));
  // ioredis subscribes again after each reconnection.
  void listener.subscribe(cancelChannel(prefix)).catch(() => undefined);
  void beatOnce();
  return {
    workers: () => readWorkers().catch(() => []),
    isCancelled: async (ids) => (await cancelledAmong(ids).catch(() => [])).length > 0,
    queueNow: () => time().catch(() => null),
    beat: beatOnce,
    stop: async () => {
      clearInterval(timer);
      await going;
      await connection
        .multi()
        .del(reportKey(prefix, identity.id))
        .zrem(workersKey(prefix), identity.id)
        .zrem(ofMaker, identity.id)
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

/** Returns the current report of a worker. */
function workerReport(
  identity: WorkerIdentity,
  {
    doing,
    tally,
    isDraining,
    seenAt,
  }: { doing: ActiveJobs; tally: WorkerCounters; isDraining: boolean; seenAt: number },
): WorkerReport {
  return { ...identity, seenAt, isDraining, doing: doing.tasks(), made: tally.totals, ...tally.speed() };
}

/** The period of the reported speed. */
const SPAN_MILLISECONDS = 10_000;
const SLOT_MILLISECONDS = 250;
/** The minimum period, so that the speed in the first second is not extrapolated. */
const LEAST_MILLISECONDS = 1000;

/** The counters of a worker since its start, and its current speed. */
export interface WorkerCounters {
  /** Adds to the totals. */
  count(what: Partial<WorkerTotals>): void;
  readonly totals: WorkerTotals;
  /** Returns the averages per second over the last ten seconds. */
  speed(): { readonly framesPerSecond: number; readonly partsPerSecond: number };
}

/**
 * Creates counters.
 * @param now Returns milliseconds of a monotonic clock.
 */
export function createWorkerCounters(now: () => number): WorkerCounters {
  let totals: WorkerTotals = {
    films: 0,
    parts: 0,
    frames: 0,
    failures: 0,
    lookedFor: 0,
    found: 0,
    bytesFetched: 0,
    bytesPut: 0,
  };
  const startedAt = now();
  // Sums per slot, because there can be thousands of calls per second.
  const recent = new Map<number, { frames: number; parts: number }>();
  const forget = (): void => {
    const oldest = slotOf(now() - SPAN_MILLISECONDS);
    for (const slot of recent.keys()) if (slot <= oldest) recent.delete(slot);
  };
  return {
    count: (what) => {
      totals = added(totals, what);
      const { frames = 0, parts = 0 } = what;
      if (frames === 0 && parts === 0) return;
      forget();
      const slot = slotOf(now());
      const sums = recent.get(slot) ?? { frames: 0, parts: 0 };
      recent.set(slot, { frames: sums.frames + frames, parts: sums.parts + parts });
    },
    get totals() {
      return totals;
    },
    speed: () => {
      forget();
      const seconds = Math.min(Math.max(now() - startedAt, LEAST_MILLISECONDS), SPAN_MILLISECONDS) / 1000;
      const sums = [...recent.values()];
      return {
        framesPerSecond: sums.reduce((sum, { frames }) => sum + frames, 0) / seconds,
        partsPerSecond: sums.reduce((sum, { parts }) => sum + parts, 0) / seconds,
      };
    },
  };
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MILLISECONDS);
}

function added(totals: WorkerTotals, what: Partial<WorkerTotals>): WorkerTotals {
  const sum = (name: keyof WorkerTotals) => totals[name] + (what[name] ?? 0);
  return {
    films: sum('films'),
    parts: sum('parts'),
    frames: sum('frames'),
    failures: sum('failures'),
    lookedFor: sum('lookedFor'),
    found: sum('found'),
    bytesFetched: sum('bytesFetched'),
    bytesPut: sum('bytesPut'),
  };
}

/** Wraps a storage to count the transferred bytes. */
export function countedStorage(storage: ObjectStorage, counters: Pick<WorkerCounters, 'count'>): ObjectStorage {
  return {
    ...storage,
    put: async (key, file, options) => {
      await storage.put(key, file, options);
      counters.count({ bytesPut: file.bytes });
    },
    fetch: async (key, path, options) => {
      const facts = await storage.fetch(key, path, options);
      if (facts !== null) counters.count({ bytesFetched: facts.bytes });
      return facts;
    },
  };
}

/** The statistics of a worker, for its report and its metrics. */
export interface WorkerStatistics {
  readonly counters: WorkerCounters;
  /** The number of failed jobs by error code. */
  readonly failures: ReadonlyMap<string, number>;
  /** Times a job until the scope ends. */
  begin(kind: FarmJob['kind']): Disposable;
  made(job: FarmJob): void;
  failed(code: string): void;
  frames(made: number): void;
  /** Adds a listener for the kind and the seconds of each ended job. */
  onEnd(listener: (kind: FarmJob['kind'], seconds: number) => void): void;
}

/**
 * Creates the statistics.
 * @param now Returns milliseconds of a monotonic clock.
 */
export function createWorkerStatistics(counters: WorkerCounters, now: () => number): WorkerStatistics {
  const failures = new Map<string, number>();
  const listeners: ((kind: FarmJob['kind'], seconds: number) => void)[] = [];
  return {
    counters: counters,
    failures,
    begin: (kind) => {
      const begun = now();
      return {
        [Symbol.dispose]: () => {
          for (const listener of listeners) listener(kind, (now() - begun) / 1000);
        },
      };
    },
    made: (job) => counters.count(job.kind === 'film' ? { films: 1 } : { parts: job.keys.length }),
    failed: (code) => {
      counters.count({ failures: 1 });
      failures.set(code, (failures.get(code) ?? 0) + 1);
    },
    frames: (made) => counters.count({ frames: made }),
    onEnd: (listener) => void listeners.push(listener),
  };
}
