import { setTimeout as pause } from 'node:timers/promises';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import {
  type FilmAnswer,
  type FilmJob,
  type JobProgress,
  readFilmAnswer,
  readOrderProgress,
  type Toolchain,
  toolchainId,
} from '../protocol/job.ts';
import type { FarmJobQueue, ObservedJob, OrderQueueListener } from './job-queue.ts';

/** An order that was given and is waited for. */
export interface DispatchedJob {
  /**
   * Rejects with `farm/failed` where workers could not answer it, and with what {@link withdraw} or {@link leave} was
   * given.
   */
  readonly answer: Promise<FilmAnswer>;
  /** Takes it out of the queue, and has whoever works on it stop. The answer rejects when that is done or takes long. */
  withdraw(reason: unknown): void;
  /** Waits for it no more; it stays in the queue, and may be given again, which finds it there. */
  leave(reason: unknown): void;
  /** Takes it out of the queue, now that its answer is taken. */
  done(): void;
}

/**
 * Gives orders to the queue of the maker that films are made with, and looks after them: whatever the queue forgets is
 * given again, whatever it does not tell is looked for.
 */
export interface Dispatch {
  give(job: FilmJob, onProgress: (progress: JobProgress) => void): DispatchedJob;
  /** Looks at everything, as after the maker has changed. */
  look(): void;
  /** Ids of the orders that are waited for, those among them that are in no queue yet. */
  ids(): Iterable<string>;
  /** Those that are waited for are left. */
  close(): Promise<void>;
}

export interface DispatchOptions {
  /** Whose queue orders go to now; null while there is none. */
  readonly maker: () => Toolchain | null;
  /** Rejects where nobody answers. */
  readonly open: (toolchain: Toolchain, listener: OrderQueueListener) => Promise<FarmJobQueue>;
  /** Tells all workers that an order was cancelled. */
  readonly tellCancelled: (id: string) => Promise<void>;
  /** Told after each round; null where the queue answered. */
  readonly onRound: (error: unknown) => void;
  /** Between looks at everything; 5 s unless given. */
  readonly lookMilliseconds?: number;
}

interface Given {
  readonly order: FilmJob;
  readonly onProgress: (progress: JobProgress) => void;
  readonly ending: PromiseWithResolvers<FilmAnswer>;
  /** Where it is; null while it is in no queue. */
  place: FarmJobQueue | null;
  toldAt: number;
}

const NEVER = new AbortController().signal;
const LOOK_MILLISECONDS = 5000;
const STALE_MILLISECONDS = 500;
const AWAY_MILLISECONDS = 1000;
/** How long somebody who cancels waits for whoever works on the order. */
const WITHDRAWN_MILLISECONDS = 10_000;
const CLOSING_MILLISECONDS = 2000;
/** A few milliseconds' worth each. */
const GIVEN_AT_ONCE = 100;
const LOOKED_AT_ONCE = 500;
const REPORT_MILLISECONDS = 250;

export function createFarmDispatcher(options: DispatchOptions): Dispatch {
  const { maker, open, tellCancelled, onRound, lookMilliseconds = LOOK_MILLISECONDS } = options;
  const given = new Map<string, Given>();
  const changed = new Set<string>();
  const queues = new Map<string, FarmJobQueue>();
  const unwanted = createStaleJobs(tellCancelled);
  const closing = new AbortController();
  let nudge = Promise.withResolvers<void>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const soon = (): void => nudge.resolve();
  const lookAtAll = (): void => {
    lookedAt = Number.NEGATIVE_INFINITY;
    soon();
  };

  const listener: OrderQueueListener = {
    onChange: (id) => {
      if (!given.has(id)) return;
      changed.add(id);
      soon();
    },
    onProgress: (id, data) => {
      const job = given.get(id);
      const progress = job === undefined ? null : readOrderProgress(data);
      if (job === undefined || progress === null) return;
      const now = performance.now();
      if (now - job.toldAt < REPORT_MILLISECONDS && progress.done < progress.total) return;
      job.toldAt = now;
      job.onProgress(progress);
    },
    onError: () => undefined,
  };

  const queueOf = async (requested: Toolchain): Promise<FarmJobQueue> => {
    const name = toolchainId(requested);
    const queue = queues.get(name) ?? (await open(requested, listener));
    queues.set(name, queue);
    return queue;
  };

  const settle = (one: Given, found: ObservedJob): void => {
    if (found.state === 'open') return;
    if (found.state === 'gone') {
      one.place = null;
      return;
    }
    given.delete(one.order.id);
    const answer = found.state === 'completed' ? readFilmAnswer(found.answer) : null;
    if (answer !== null) {
      one.ending.resolve(answer);
      return;
    }
    if (one.place !== null) unwanted.add(one.order.id, one.place, false);
    one.ending.reject(found.state === 'failed' ? gaveUp(found.reason) : unreadable());
  };

  const lookAt = async (jobs: readonly Given[]): Promise<void> => {
    for (const [queue, those] of Map.groupBy(jobs, ({ place }) => place)) {
      if (queue === null) continue;
      for (let start = 0; start < those.length; start += LOOKED_AT_ONCE) {
        const slice = those.slice(start, start + LOOKED_AT_ONCE);
        const found = await queue.look(slice.map(({ order }) => order.id));
        for (const [index, one] of slice.entries()) {
          const state = found[index];
          // It may have been withdrawn meanwhile, or moved.
          if (state !== undefined && given.get(one.order.id) === one && one.place === queue) settle(one, state);
        }
      }
    }
  };

  const giveTo = async (target: FarmJobQueue): Promise<void> => {
    // One that is taken out first would only be answered as it was.
    const waiting = [...given.values()].filter(({ place, order }) => place === null && !unwanted.has(order.id));
    for (let start = 0; start < waiting.length; start += GIVEN_AT_ONCE) {
      const slice = waiting.slice(start, start + GIVEN_AT_ONCE).filter(({ order }) => given.has(order.id));
      await target.give(slice.map(({ order }) => order));
      for (const one of slice) {
        if (given.get(one.order.id) === one) one.place = target;
        // Withdrawn while it was on its way.
        else if (!given.has(one.order.id)) unwanted.add(one.order.id, target, true);
      }
    }
  };

  /** Orders follow the maker: those of one whose workers have all gone would wait for ever. */
  const moveTo = async (target: FarmJobQueue): Promise<void> => {
    for (const one of given.values())
      if (one.place !== null && one.place !== target && (await one.place.remove(one.order.id))) one.place = null;
    for (const [name, queue] of queues) {
      const isUsed = [...given.values()].some(({ place }) => place === queue) || unwanted.isIn(queue);
      if (queue === target || isUsed) continue;
      queues.delete(name);
      await queue.close();
    }
  };

  const round = async (): Promise<void> => {
    const refused: unknown[] = [];
    // What a queue refuses that is full keeps nobody from what it still does: answers that are taken make room.
    const step = (work: Promise<void>): Promise<void> =>
      work.catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        refused.push(error);
      });
    const isAll = performance.now() - lookedAt >= lookMilliseconds;
    const ids = isAll ? [...given.keys()] : [...changed];
    changed.clear();
    await step(lookAt(ids.flatMap((id) => given.get(id) ?? [])));
    if (unwanted.size > 0) await step(unwanted.removeAll());
    const requested = maker();
    if (requested !== null) await step(giveAll(await queueOf(requested), isAll));
    if (isAll) lookedAt = performance.now();
    if (refused.length > 0) throw refused[0];
  };
  const giveAll = async (target: FarmJobQueue, isAll: boolean): Promise<void> => {
    if (isAll) await moveTo(target);
    await giveTo(target);
  };

  const rounds = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      nudge = Promise.withResolvers();
      let isAway = false;
      try {
        await round();
        onRound(null);
      } catch (error) {
        isAway = true;
        lookedAt = Number.NEGATIVE_INFINITY;
        onRound(error);
      }
      const wait = isAway ? AWAY_MILLISECONDS : unwanted.size > 0 ? STALE_MILLISECONDS : lookMilliseconds;
      const waited = new AbortController();
      const signal = AbortSignal.any([waited.signal, closing.signal]);
      const timer = pause(wait, undefined, { signal }).catch(() => undefined);
      // One that nobody answers is not asked more often because more is wanted of it.
      await (isAway ? timer : Promise.race([timer, nudge.promise]));
      waited.abort();
    }
  };
  const running = rounds();

  return {
    give: (job, onProgress) => {
      const ending = Promise.withResolvers<FilmAnswer>();
      const one: Given = { order: job, onProgress, ending, place: null, toldAt: Number.NEGATIVE_INFINITY };
      const { id } = job;
      given.set(id, one);
      soon();
      const takeOut = (isTold: boolean): void => {
        if (one.place === null) return;
        unwanted.add(id, one.place, isTold);
        soon();
      };
      return {
        answer: ending.promise,
        withdraw: (reason) => {
          if (given.get(id) !== one) return;
          given.delete(id);
          takeOut(true);
          void unwanted.gone(id, WITHDRAWN_MILLISECONDS).then(() => ending.reject(reason));
        },
        leave: (reason) => {
          if (given.get(id) === one) given.delete(id);
          ending.reject(reason);
        },
        done: () => takeOut(false),
      };
    },
    look: lookAtAll,
    ids: () => given.keys(),
    close: async () => {
      closing.abort();
      soon();
      await running;
      // What is answered leaves nothing behind, as far as the queue can be told.
      await withTimeout(
        unwanted.removeAll().catch(() => undefined),
        CLOSING_MILLISECONDS,
        NEVER,
      );
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** What a queue says that is there, unlike what is said of one that is not. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

function unreadable(): ServiceError {
  return new ServiceError('farm/failed', message('farm/answer'));
}

const MOST_WORDS = 300;

/** Why the queue gave an order up: those are its own words, or those of a worker. */
function gaveUp(reason: string): ServiceError {
  if (/stalled more than/.test(reason)) return new ServiceError('farm/failed', message('farm/workers-lost'));
  const words = reason.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, MOST_WORDS);
  return new ServiceError('farm/failed', message('farm/worker-told', { words }));
}

/** Orders that nobody wants any more: answered ones, and those that were cancelled. */
export interface StaleJobs {
  /**
   * Has the order taken out of the queue: at the next look, again until it is gone. Whoever works on it is told to stop
   * where `isTold`.
   */
  add(id: string, queue: FarmJobQueue, isTold: boolean): void;
  has(id: string): boolean;
  readonly size: number;
  /** Waits until the order is out of the queue, but no longer than that. */
  gone(id: string, milliseconds: number): Promise<void>;
  /** Tries all. Rejects where the queue is away, or refused one; those stay. */
  removeAll(): Promise<void>;
  /** Whether one of them is in that queue. */
  isIn(queue: FarmJobQueue): boolean;
}

interface StaleJob {
  readonly queue: FarmJobQueue;
  readonly isTold: boolean;
  readonly since: number;
  wasTold: boolean;
  readonly gone: PromiseWithResolvers<void>;
}

/** A worker that does not hear of it in an hour never will; what it answers is not looked at. */
const PATIENCE_MILLISECONDS = 3_600_000;
/** Beyond that the oldest are left to the time after which the queue itself forgets them. */
const MOST = 20_000;
const AT_ONCE = 100;

/** @param tell Tells all workers that an order was cancelled. */
function createStaleJobs(tell: (id: string) => Promise<void>): StaleJobs {
  const jobs = new Map<string, StaleJob>();
  const drop = (id: string): void => {
    jobs.get(id)?.gone.resolve();
    jobs.delete(id);
  };
  const remove = async (id: string, unwanted: StaleJob): Promise<void> => {
    if (await unwanted.queue.remove(id)) return drop(id);
    if (performance.now() - unwanted.since > PATIENCE_MILLISECONDS) return drop(id);
    if (!unwanted.isTold || unwanted.wasTold) return;
    await tell(id);
    unwanted.wasTold = true;
  };
  return {
    add: (id, queue, isTold) => {
      const before = jobs.get(id);
      const gone = before?.gone ?? Promise.withResolvers<void>();
      jobs.set(id, { queue, isTold, since: performance.now(), wasTold: false, gone });
      const [oldest] = jobs.keys();
      if (jobs.size > MOST && oldest !== undefined) drop(oldest);
    },
    has: (id) => jobs.has(id),
    get size() {
      return jobs.size;
    },
    gone: async (id, milliseconds) => {
      await withTimeout(jobs.get(id)?.gone.promise ?? Promise.resolve(), milliseconds, NEVER);
    },
    removeAll: async () => {
      const all = [...jobs];
      for (let start = 0; start < all.length; start += AT_ONCE)
        await allOf(all.slice(start, start + AT_ONCE).map(([id, unwanted]) => remove(id, unwanted)));
    },
    isIn: (queue) => [...jobs.values()].some((unwanted) => unwanted.queue === queue),
  };
}

/** Waits for all of them, and rejects as the first of those that did. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
