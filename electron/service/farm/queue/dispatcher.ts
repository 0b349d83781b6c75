import { setTimeout as pause } from 'node:timers/promises';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import {
  type FilmAnswer,
  type FilmJob,
  type JobProgress,
  readFilmAnswer,
  readJobProgress,
  type Toolchain,
  toolchainId,
} from '../protocol/job.ts';
import type { FarmJobQueue, JobQueueListener, ObservedJob } from './job-queue.ts';

/** A dispatched job that waits for its answer. */
export interface DispatchedJob {
  /**
   * Resolves with the answer. Rejects with `farm/failed` if the workers could not make it, and with the reason of
   * {@link withdraw} or {@link leave}.
   */
  readonly answer: Promise<FilmAnswer>;
  /**
   * Removes the job from the queue and stops the worker that makes it. The answer rejects when that is done or takes
   * too long.
   */
  withdraw(reason: unknown): void;
  /** Stops waiting. The job stays in the queue, and a later dispatch finds it there. */
  leave(reason: unknown): void;
  /** Removes the job from the queue after its answer was used. */
  done(): void;
}

/**
 * Dispatches jobs to the queue of the chosen toolchain and keeps the queue in step: jobs that the queue lost are
 * dispatched again, and missed events are found by polling. Each answer goes to the caller once.
 */
export interface FarmDispatcher {
  give(job: FilmJob, onProgress: (progress: JobProgress) => void): DispatchedJob;
  /** Checks all jobs now, for example after the toolchain changed. */
  look(): void;
  /** Returns the ids of all jobs without an answer, including jobs in no queue yet. */
  ids(): Iterable<string>;
  /** Stops. The jobs stay in the queue. */
  close(): Promise<void>;
}

export interface DispatchOptions {
  /** Returns the toolchain whose queue gets the jobs; null if there is none. */
  readonly maker: () => Toolchain | null;
  /** Opens a queue. Rejects if it is unreachable. */
  readonly open: (toolchain: Toolchain, listener: JobQueueListener) => Promise<FarmJobQueue>;
  /** Announces a canceled job to all workers. */
  readonly tellCancelled: (id: string) => Promise<void>;
  /** Called after each round with its error; null if the queue answered. */
  readonly onRound: (error: unknown) => void;
  /** The milliseconds between two checks of all jobs; 5 s by default. */
  readonly lookMilliseconds?: number;
}

interface Given {
  readonly order: FilmJob;
  readonly onProgress: (progress: JobProgress) => void;
  readonly ending: PromiseWithResolvers<FilmAnswer>;
  /** The queue that has the job; null if none has it. */
  place: FarmJobQueue | null;
  toldAt: number;
}

const NEVER = new AbortController().signal;
const LOOK_MILLISECONDS = 5000;
const STALE_MILLISECONDS = 500;
const AWAY_MILLISECONDS = 1000;
/** The maximum time that a cancellation waits for the worker to stop. */
const WITHDRAWN_MILLISECONDS = 10_000;
const CLOSING_MILLISECONDS = 2000;
/** The size of a slice. Each slice takes a few milliseconds. */
const GIVEN_AT_ONCE = 100;
const LOOKED_AT_ONCE = 500;
const REPORT_MILLISECONDS = 250;

export function createFarmDispatcher(options: DispatchOptions): FarmDispatcher {
  const { maker, open, tellCancelled, onRound, lookMilliseconds = LOOK_MILLISECONDS } = options;
  const given = new Map<string, Given>();
  const changed = new Set<string>();
  const queues = new Map<string, FarmJobQueue>();
  const stale = createStaleJobs(tellCancelled);
  const closing = new AbortController();
  let wake = Promise.withResolvers<void>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const wakeUp = (): void => wake.resolve();
  const lookAtAll = (): void => {
    lookedAt = Number.NEGATIVE_INFINITY;
    wakeUp();
  };

  const listener: JobQueueListener = {
    onChange: (id) => {
      if (!given.has(id)) return;
      changed.add(id);
      wakeUp();
    },
    onProgress: (id, data) => {
      const job = given.get(id);
      const progress = job === undefined ? null : readJobProgress(data);
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

  const applyState = (one: Given, found: ObservedJob): void => {
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
    if (one.place !== null) stale.add(one.order.id, one.place, false);
    one.ending.reject(found.state === 'failed' ? gaveUp(found.reason) : unreadable());
  };

  const lookAt = async (jobs: readonly Given[]): Promise<void> => {
    for (const [queue, group] of Map.groupBy(jobs, ({ place }) => place)) {
      if (queue === null) continue;
      for (let start = 0; start < group.length; start += LOOKED_AT_ONCE) {
        const slice = group.slice(start, start + LOOKED_AT_ONCE);
        const found = await queue.look(slice.map(({ order }) => order.id));
        for (const [index, one] of slice.entries()) {
          const state = found[index];
          // The job can have been withdrawn or moved meanwhile.
          if (state !== undefined && given.get(one.order.id) === one && one.place === queue) applyState(one, state);
        }
      }
    }
  };

  const giveTo = async (target: FarmJobQueue): Promise<void> => {
    // Skip jobs that are still being removed: they would return their old answer.
    const waiting = [...given.values()].filter(({ place, order }) => place === null && !stale.has(order.id));
    for (let start = 0; start < waiting.length; start += GIVEN_AT_ONCE) {
      const slice = waiting.slice(start, start + GIVEN_AT_ONCE).filter(({ order }) => given.has(order.id));
      await target.give(slice.map(({ order }) => order));
      for (const one of slice) {
        if (given.get(one.order.id) === one) one.place = target;
        // The job was withdrawn during the dispatch.
        else if (!given.has(one.order.id)) stale.add(one.order.id, target, true);
      }
    }
  };

  /** Moves jobs to the chosen toolchain. Otherwise jobs of a toolchain without workers would wait forever. */
  const moveTo = async (target: FarmJobQueue): Promise<void> => {
    for (const one of given.values())
      if (one.place !== null && one.place !== target && (await one.place.remove(one.order.id))) one.place = null;
    for (const [name, queue] of queues) {
      const isUsed = [...given.values()].some(({ place }) => place === queue) || stale.isIn(queue);
      if (queue === target || isUsed) continue;
      queues.delete(name);
      await queue.close();
    }
  };

  const round = async (): Promise<void> => {
    const refused: unknown[] = [];
    // A full queue refuses new jobs but still gives answers, and removing answered jobs frees memory. So the other
    // steps continue.
    const step = (work: Promise<void>): Promise<void> =>
      work.catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        refused.push(error);
      });
    const isAll = performance.now() - lookedAt >= lookMilliseconds;
    const ids = isAll ? [...given.keys()] : [...changed];
    changed.clear();
    await step(lookAt(ids.flatMap((id) => given.get(id) ?? [])));
    if (stale.size > 0) await step(stale.removeAll());
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
      wake = Promise.withResolvers();
      let isAway = false;
      try {
        await round();
        onRound(null);
      } catch (error) {
        isAway = true;
        lookedAt = Number.NEGATIVE_INFINITY;
        onRound(error);
      }
      const wait = isAway ? AWAY_MILLISECONDS : stale.size > 0 ? STALE_MILLISECONDS : lookMilliseconds;
      const waited = new AbortController();
      const signal = AbortSignal.any([waited.signal, closing.signal]);
      const timer = pause(wait, undefined, { signal }).catch(() => undefined);
      // Back off: while the queue is unreachable, wait the full interval even if new jobs arrive.
      await (isAway ? timer : Promise.race([timer, wake.promise]));
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
      wakeUp();
      const removeJob = (isTold: boolean): void => {
        if (one.place === null) return;
        stale.add(id, one.place, isTold);
        wakeUp();
      };
      return {
        answer: ending.promise,
        withdraw: (reason) => {
          if (given.get(id) !== one) return;
          given.delete(id);
          removeJob(true);
          void stale.gone(id, WITHDRAWN_MILLISECONDS).then(() => ending.reject(reason));
        },
        leave: (reason) => {
          if (given.get(id) === one) given.delete(id);
          ending.reject(reason);
        },
        done: () => removeJob(false),
      };
    },
    look: lookAtAll,
    ids: () => given.keys(),
    close: async () => {
      closing.abort();
      wakeUp();
      await running;
      // Remove answered jobs, as far as the queue responds.
      await withTimeout(
        stale.removeAll().catch(() => undefined),
        CLOSING_MILLISECONDS,
        NEVER,
      );
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** Returns whether the queue answered with an error, as opposed to being unreachable. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

function unreadable(): ServiceError {
  return new ServiceError('farm/failed', message('farm/answer'));
}

const MOST_WORDS = 300;

/** Returns the error for a job that the queue gave up. The reason is from BullMQ or a worker. */
function gaveUp(reason: string): ServiceError {
  if (/stalled more than/.test(reason)) return new ServiceError('farm/failed', message('farm/workers-lost'));
  const words = reason.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, MOST_WORDS);
  return new ServiceError('farm/failed', message('farm/worker-told', { words }));
}

/** Stale jobs: answered or canceled jobs to remove from the queue. */
export interface StaleJobs {
  /** Schedules the removal of a job, which is repeated until it succeeds. With `isTold`, its worker is told to stop. */
  add(id: string, queue: FarmJobQueue, isTold: boolean): void;
  has(id: string): boolean;
  readonly size: number;
  /** Waits until the job is removed, at most the given milliseconds. */
  gone(id: string, milliseconds: number): Promise<void>;
  /** Tries to remove all. Rejects if the queue is unreachable or refused a removal; those jobs stay scheduled. */
  removeAll(): Promise<void>;
  /** Returns whether one of them is in the queue. */
  isIn(queue: FarmJobQueue): boolean;
}

interface StaleJob {
  readonly queue: FarmJobQueue;
  readonly isTold: boolean;
  readonly since: number;
  wasTold: boolean;
  readonly gone: PromiseWithResolvers<void>;
}

/** The time after which a removal is given up. The worker missed the cancellation, and its answer is ignored. */
const LONGEST_REMOVAL_MILLISECONDS = 3_600_000;
/** The maximum number of scheduled removals. The oldest ones expire in the queue instead. */
const MOST_STALE = 20_000;
const REMOVALS_AT_ONCE = 100;

/**
 * Creates the set.
 * @param tell Announces a canceled job to all workers.
 */
function createStaleJobs(tell: (id: string) => Promise<void>): StaleJobs {
  const jobs = new Map<string, StaleJob>();
  const drop = (id: string): void => {
    jobs.get(id)?.gone.resolve();
    jobs.delete(id);
  };
  const remove = async (id: string, stale: StaleJob): Promise<void> => {
    if (await stale.queue.remove(id)) return drop(id);
    if (performance.now() - stale.since > LONGEST_REMOVAL_MILLISECONDS) return drop(id);
    if (!stale.isTold || stale.wasTold) return;
    await tell(id);
    stale.wasTold = true;
  };
  return {
    add: (id, queue, isTold) => {
      const before = jobs.get(id);
      const gone = before?.gone ?? Promise.withResolvers<void>();
      jobs.set(id, { queue, isTold, since: performance.now(), wasTold: false, gone });
      const [oldest] = jobs.keys();
      if (jobs.size > MOST_STALE && oldest !== undefined) drop(oldest);
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
      for (let start = 0; start < all.length; start += REMOVALS_AT_ONCE)
        await allOf(all.slice(start, start + REMOVALS_AT_ONCE).map(([id, stale]) => remove(id, stale)));
    },
    isIn: (queue) => [...jobs.values()].some((stale) => stale.queue === queue),
  };
}

/** Waits for all, then rejects with the first error. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
