import type { Redis } from 'ioredis';
import { cancelChannel, cancelledKey, makerWorkersKey, reportKey, workersKey } from '../../queue/queue-names.ts';
import type { Doing } from './doing.ts';
import type { Tally } from './tally.ts';
import { type WorkerIdentity, workerReport } from './worker-report.ts';

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
  readonly doing: Doing;
  readonly tally: Tally;
  readonly isDraining: () => boolean;
  /** Milliseconds, for tests. */
  readonly every?: number;
}

/** Says every two seconds what this worker does, and hears which orders were cancelled. */
export interface Heartbeat {
  /** Workers of the same maker that were heard of lately and stay, this one among them. */
  livingWorkers(): number;
  /** Whether one of these orders was cancelled; false where the queue does not answer. */
  isCancelled(orders: readonly string[]): Promise<boolean>;
  /** Milliseconds since 1970 by the queue's clock; null where it does not answer. */
  queueNow(): Promise<number | null>;
  /** Says so now, for what has just changed. */
  beat(): Promise<void>;
  /** Takes the worker off the list, as far as the queue is there. */
  stop(): Promise<void>;
}

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { connection, listener, prefix, identity, doing, tally, isDraining } = options;
  const ofMaker = makerWorkersKey(prefix, identity.maker);
  let living = 1;
  let going: Promise<void> | null = null;

  const time = async (): Promise<number> => {
    const [seconds, microseconds] = await connection.time();
    return Math.floor(Number(seconds) * 1000 + Number(microseconds) / 1000);
  };
  const beat = async (): Promise<void> => {
    const seenAt = await time();
    const report = workerReport(identity, { doing, tally, isDraining: isDraining(), seenAt });
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
    for (const id of await cancelledAmong(doing.cancellable())) doing.cancel(id);
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
  listener.on('message', (_channel, id) => doing.cancel(id));
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
