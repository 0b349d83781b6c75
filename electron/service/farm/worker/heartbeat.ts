import type { Redis } from 'ioredis';
import type { FarmJob } from '../protocol/job.ts';
import { cancelChannel, cancelledKey, reportKey, toolchainWorkersKey, workersKey } from '../protocol/queue-names.ts';
import type { WorkerReport, WorkerTotals } from '../protocol/worker-report.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { ActiveJobs } from './active-jobs.ts';

const BEAT_MILLISECONDS = 2000;
/** After so long without a word a worker is gone. */
const GONE_MILLISECONDS = 10_000;

export interface HeartbeatOptions {
  /** Of the use `asking`, so that a beat ends while the queue is away. Stays open. */
  readonly connection: Redis;
  /** Of its own: one that listens is asked nothing else. Stays open. */
  readonly listener: Redis;
  readonly prefix: string;
  readonly identity: WorkerIdentity;
  readonly activeJobs: ActiveJobs;
  readonly counters: WorkerCounters;
  readonly isDraining: () => boolean;
  /** Milliseconds, for tests. */
  readonly every?: number;
}

/** Says every two seconds what this worker does, and hears which orders were cancelled. */
export interface Heartbeat {
  /** Workers of the same maker that were heard of lately and stay, this one among them. */
  livingWorkers(): number;
  /** Whether one of these orders was cancelled; false where the queue does not answer. */
  isCancelled(jobs: readonly string[]): Promise<boolean>;
  /** Milliseconds since 1970 by the queue's clock; null where it does not answer. */
  queueNow(): Promise<number | null>;
  /** Says so now, for what has just changed. */
  beat(): Promise<void>;
  /** Takes the worker off the list, as far as the queue is there. */
  stop(): Promise<void>;
}

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { connection, listener, prefix, identity, activeJobs, counters, isDraining } = options;
  const ofMaker = toolchainWorkersKey(prefix, identity.maker);
  let living = 1;
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
    // One that drains takes no parts of others' films.
    if (isDraining()) batch.zrem(ofMaker, identity.id);
    else batch.zadd(ofMaker, seenAt, identity.id);
    for (const key of [workersKey(prefix), ofMaker])
      batch.zremrangebyscore(key, '-inf', `(${seenAt - 6 * GONE_MILLISECONDS}`);
    batch.zcount(ofMaker, seenAt - GONE_MILLISECONDS, '+inf');
    const answers = await batch.exec();
    living = Math.max(1, Number(answers?.at(-1)?.[1] ?? 1));
    for (const id of await cancelledAmong(activeJobs.cancellable())) activeJobs.cancel(id);
  };
  const cancelledAmong = async (ids: readonly string[]): Promise<readonly string[]> => {
    if (ids.length === 0) return [];
    const found = await connection.mget(ids.map((id) => cancelledKey(prefix, id)));
    return ids.filter((_, at) => found[at] !== null);
  };
  const beatOnce = (): Promise<void> => {
    // While the queue is away, who waits for a beat is told nothing: the next one says it.
    going ??= beat()
      .catch(() => undefined)
      .finally(() => {
        going = null;
      });
    return going;
  };
  const timer = setInterval(() => void beatOnce(), options.every ?? BEAT_MILLISECONDS);
  listener.on('message', (_channel, id) => activeJobs.cancel(id));
  // Subscribed again by itself whenever the connection is.
  void listener.subscribe(cancelChannel(prefix)).catch(() => undefined);
  void beatOnce();
  return {
    livingWorkers: () => living,
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

/** What does not change of a run of a worker. */
export type WorkerIdentity = Pick<
  WorkerReport,
  'id' | 'name' | 'version' | 'maker' | 'cores' | 'memoryBytes' | 'startedAt'
>;

/** What a worker says of itself now. */
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

/** Over so long the speed is told. */
const SPAN_MILLISECONDS = 10_000;
const SLOT_MILLISECONDS = 250;
/** In its first second a worker is not quicker than it is. */
const LEAST_MILLISECONDS = 1000;

/** What a worker has made since it started, and how quickly it makes something now. */
export interface WorkerCounters {
  /** Adds to totals. */
  count(what: Partial<WorkerTotals>): void;
  readonly totals: WorkerTotals;
  /** A second, over the last ten. */
  speed(): { readonly framesPerSecond: number; readonly partsPerSecond: number };
}

/** @param now Milliseconds of a clock that never goes back. */
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
  // What comes in thousands a second is kept as its sums.
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

/** A store that counts the bytes that come and go. */
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

/** What is counted of a worker: for its report, and for its metrics where somebody asks for them. */
export interface WorkerStatistics {
  readonly counters: WorkerCounters;
  /** How often orders were not made, by the failure's code. */
  readonly failures: ReadonlyMap<string, number>;
  /** Until its scope ends an order is worked on. */
  begin(kind: FarmJob['kind']): Disposable;
  made(job: FarmJob): void;
  failed(code: string): void;
  frames(made: number): void;
  /** Tells the kind and seconds of each order that has ended. */
  onEnd(listener: (kind: FarmJob['kind'], seconds: number) => void): void;
}

/** @param now Milliseconds of a clock that never goes back. */
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
