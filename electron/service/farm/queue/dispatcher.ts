import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '../../waiting/with-timeout.ts';
import { type FilmAnswer, type FilmJob, type JobProgress, readJobProgress, type Toolchain } from '../protocol/job.ts';
import { queueName } from '../protocol/queue-names.ts';
import type { FarmJobQueue, JobQueueListener } from './job-queue.ts';
import { type DesiredJob, type JobAction, type ObservedJob, type QueueName, reconcile } from './reconcile.ts';

/**
 * Keeps the queue in step with the jobs that the service needs. The loop observes the jobs, compares them
 * ({@link reconcile}), carries out the actions, and waits for a change or for five seconds. The queue may therefore
 * lose its content, its events, or its connection at any time, because the next round finds the difference.
 */
export interface FarmDispatcher {
  /** Submits a job as soon as a queue takes it. A job replaces an earlier job with the same id. */
  submit(job: FilmJob, onProgress: (progress: JobProgress) => void): SubmittedJob;
  /** Observes all jobs now, for example after the toolchain changed. */
  observeAll(): void;
  /** Returns the ids of all unanswered jobs, including jobs that are not in a queue yet. */
  ids(): Iterable<string>;
  /** Stops. The jobs stay in the queue. */
  close(): Promise<void>;
}

/** A job that waits for its answer. */
export interface SubmittedJob {
  /**
   * Resolves with the answer, once. Rejects with `farm/failed` if the workers could not make the film, and with the
   * reason of {@link withdraw} or {@link leave}.
   */
  readonly answer: Promise<FilmAnswer>;
  /**
   * Removes the job from the queue and stops the worker that makes it. The answer then rejects, at the latest after ten
   * seconds.
   */
  withdraw(reason: unknown): void;
  /** Stops waiting. The job stays in the queue, and a later submission finds it there. */
  leave(reason: unknown): void;
  /** Removes the job from the queue after its answer was used. */
  done(): void;
}

export interface DispatcherOptions {
  /** Returns the toolchain whose queue gets the jobs; null if there is none. */
  readonly toolchain: () => Toolchain | null;
  /** Opens a queue. Rejects if it is unreachable. */
  readonly open: (toolchain: Toolchain, listener: JobQueueListener) => Promise<FarmJobQueue>;
  /** Announces a canceled job to all workers. */
  readonly announceCancellation: (id: string) => Promise<void>;
  /** Called after each round with its error; null if no step failed. */
  readonly onRound: (error: unknown) => void;
  /** The milliseconds between two observations of all jobs; 5 s by default. */
  readonly observationMilliseconds?: number;
}

const OBSERVATION_MILLISECONDS = 5000;
/** The milliseconds until the next round while removals wait for workers to stop. */
const REMOVAL_MILLISECONDS = 500;
/** The milliseconds until the next round after an error. */
const BACKOFF_MILLISECONDS = 1000;
const CLOSING_MILLISECONDS = 2000;
const NEVER = new AbortController().signal;

export function createFarmDispatcher(options: DispatcherOptions): FarmDispatcher {
  const { toolchain, onRound, observationMilliseconds = OBSERVATION_MILLISECONDS } = options;
  const tracked = createTrackedJobs(() => wake.resolve());
  const queues = createQueues(options.open, tracked.listener);
  const closing = new AbortController();
  let wake = Promise.withResolvers<void>();
  let observedAt = Number.NEGATIVE_INFINITY;

  const round = async (): Promise<void> => {
    const observesAll = performance.now() - observedAt >= observationMilliseconds;
    const refusals: unknown[] = [];
    const observed = new Map<string, ObservedJob>();
    await tolerate(refusals, [observeJobs(tracked.takeObservable(observesAll), queues, observed)]);
    const chosen = toolchain();
    const actions = reconcile(tracked.jobs, observed, chosen && queueName(chosen));
    for (const slice of slicesOf(actions))
      await tolerate(
        refusals,
        slice.map((action) => carryOut(action, { chosen, tracked, queues, ...options })),
      );
    if (observesAll) await queues.closeUnused(tracked.jobs.values(), chosen);
    if (refusals.length > 0) throw refusals[0];
    if (observesAll) observedAt = performance.now();
  };
  const rounds = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      wake = Promise.withResolvers();
      let hasFailed = false;
      try {
        await round();
        onRound(null);
      } catch (error) {
        hasFailed = true;
        observedAt = Number.NEGATIVE_INFINITY;
        onRound(error);
      }
      const idleMilliseconds = tracked.hasRemovals() ? REMOVAL_MILLISECONDS : observationMilliseconds;
      const timer = new AbortController();
      const signal = AbortSignal.any([timer.signal, closing.signal]);
      const delay = pause(hasFailed ? BACKOFF_MILLISECONDS : idleMilliseconds, undefined, { signal }).catch(
        () => undefined,
      );
      // While the queue is unreachable, wait the full interval even if new jobs arrive.
      await (hasFailed ? delay : Promise.race([delay, wake.promise]));
      timer.abort();
    }
  };
  const running = rounds();

  return {
    submit: tracked.submit,
    observeAll: () => {
      observedAt = Number.NEGATIVE_INFINITY;
      wake.resolve();
    },
    ids: () => [...tracked.jobs].flatMap(([id, { isAwaited }]) => (isAwaited ? [id] : [])),
    close: async () => {
      closing.abort();
      await running;
      // Remove the answered jobs while the queue still responds.
      const removals = reconcile(tracked.jobs, new Map(), null);
      const removing = Promise.all(
        removals.map((action) => carryOut(action, { chosen: null, tracked, queues, ...options })),
      );
      await withTimeout(
        removing.catch(() => undefined),
        CLOSING_MILLISECONDS,
        NEVER,
      );
      await queues.close();
    },
  };
}

/**
 * Waits for steps of a round. Collects the refusals of the queue, because the other steps can continue: a full queue
 * refuses new jobs but still returns answers. Throws if the queue is unreachable.
 */
async function tolerate(refusals: unknown[], steps: readonly Promise<void>[]): Promise<void> {
  for (const step of await Promise.allSettled(steps)) {
    if (step.status === 'fulfilled') continue;
    const error: unknown = step.reason;
    // ioredis gives this name to an error that the server returned.
    if (!(error instanceof Error && error.name === 'ReplyError')) throw error;
    refusals.push(error);
  }
}

const ACTIONS_AT_ONCE = 100;

/** Returns the actions in slices. The submission is the last action and has a separate slice. */
function* slicesOf(actions: readonly JobAction[]): Generator<readonly JobAction[]> {
  const others = actions.filter((action) => action.do !== 'submit');
  for (let start = 0; start < others.length; start += ACTIONS_AT_ONCE)
    yield others.slice(start, start + ACTIONS_AT_ONCE);
  if (others.length < actions.length) yield actions.slice(others.length);
}

const OBSERVED_AT_ONCE = 500;

/** Adds the state of each job to `observed`. */
async function observeJobs(
  jobs: readonly TrackedJob[],
  queues: Queues,
  observed: Map<string, ObservedJob>,
): Promise<void> {
  for (const [name, group] of Map.groupBy(jobs, ({ queue }) => queue)) {
    const queue = name === null ? undefined : queues.get(name);
    if (queue === undefined) continue;
    for (let start = 0; start < group.length; start += OBSERVED_AT_ONCE) {
      const slice = group.slice(start, start + OBSERVED_AT_ONCE).map(({ job }) => job.id);
      const states = await queue.observe(slice);
      for (const [index, id] of slice.entries()) {
        const state = states[index];
        if (state !== undefined) observed.set(id, state);
      }
    }
  }
}

interface Round extends Pick<DispatcherOptions, 'announceCancellation'> {
  readonly chosen: Toolchain | null;
  readonly tracked: TrackedJobs;
  readonly queues: Queues;
}

const SUBMITTED_AT_ONCE = 100;

async function carryOut(action: JobAction, round: Round): Promise<void> {
  const { chosen, tracked, queues } = round;
  switch (action.do) {
    case 'answer':
      return tracked.answer(action.id, action.answer);
    case 'fail':
      return tracked.fail(action.id, action.error);
    case 'remove':
      return await remove(action, round);
    case 'submit': {
      if (chosen === null) return;
      const queue = await queues.open(chosen);
      for (let start = 0; start < action.jobs.length; start += SUBMITTED_AT_ONCE) {
        const slice = action.jobs.slice(start, start + SUBMITTED_AT_ONCE);
        await queue.submit(tracked.beginSubmission(slice, action.queue));
      }
    }
  }
}

/** The time after which a removal is abandoned. The worker missed the cancellation, and its answer is ignored. */
const MAX_REMOVAL_MILLISECONDS = 3_600_000;

async function remove(
  { id, queue: name, announce }: Extract<JobAction, { do: 'remove' }>,
  { tracked, queues, announceCancellation }: Round,
): Promise<void> {
  const queue = queues.get(name);
  if (queue === undefined || (await queue.remove(id))) return tracked.noteRemoved(id);
  const job = tracked.jobs.get(id);
  if (job === undefined || job.removal === null) return;
  if (performance.now() - job.removal.startedAt > MAX_REMOVAL_MILLISECONDS) return tracked.noteRemoved(id);
  if (!announce || job.removal.isAnnounced) return;
  await announceCancellation(id);
  job.removal.isAnnounced = true;
}

/** A job of the service, in the form that {@link reconcile} reads. */
interface TrackedJob extends DesiredJob {
  queue: QueueName | null;
  isAwaited: boolean;
  removal: Removal | null;
  readonly ending: PromiseWithResolvers<FilmAnswer>;
  readonly onProgress: (progress: JobProgress) => void;
  reportedAt: number;
}

interface Removal {
  readonly announce: boolean;
  readonly startedAt: number;
  isAnnounced: boolean;
  readonly completion: PromiseWithResolvers<void>;
}

interface TrackedJobs extends Pick<FarmDispatcher, 'submit'> {
  readonly jobs: ReadonlyMap<string, TrackedJob>;
  readonly listener: JobQueueListener;
  hasRemovals(): boolean;
  /** Returns the awaited jobs in a queue: all jobs, or the jobs that changed since the last call. */
  takeObservable(all: boolean): readonly TrackedJob[];
  answer(id: string, answer: FilmAnswer): void;
  fail(id: string, error: unknown): void;
  /** Returns the jobs that are still awaited. Records that the queue may have them from now on. */
  beginSubmission(jobs: readonly FilmJob[], queue: QueueName): readonly FilmJob[];
  /** Records that no queue has the job. */
  noteRemoved(id: string): void;
}

/** The minimum time between two reports of a job's progress. */
const REPORT_MILLISECONDS = 250;
/** The maximum time that a cancellation waits for the worker to stop. */
const WITHDRAWAL_MILLISECONDS = 10_000;
/**
 * The maximum number of scheduled removals. If there are more, the entries of the oldest removals stay in the queue
 * until they expire.
 */
const MAX_REMOVALS = 20_000;

/** @param onChange Called when the next round has something to do. */
function createTrackedJobs(onChange: () => void): TrackedJobs {
  const jobs = new Map<string, TrackedJob>();
  const changed = new Set<string>();
  /** The ids of the jobs with a scheduled removal, oldest first. */
  const removing = new Set<string>();

  const noteRemoved = (id: string): void => {
    const job = jobs.get(id);
    removing.delete(id);
    if (job === undefined) return;
    job.removal?.completion.resolve();
    Object.assign(job, { queue: null, removal: null });
    if (job.isAwaited) onChange();
    else jobs.delete(id);
  };
  /** Schedules the removal of a job's entry. A removal that is already scheduled continues. */
  const scheduleRemoval = (job: TrackedJob, announce: boolean): Promise<void> => {
    const { id } = job.job;
    if (job.queue === null) {
      if (jobs.get(id) === job && !job.isAwaited) jobs.delete(id);
      return Promise.resolve();
    }
    const current = jobs.get(id) ?? job;
    const completion = current.removal?.completion ?? Promise.withResolvers<void>();
    current.queue ??= job.queue;
    current.removal = { announce, startedAt: performance.now(), isAnnounced: false, completion };
    jobs.set(id, current);
    removing.add(id);
    const [oldest] = removing;
    if (removing.size > MAX_REMOVALS && oldest !== undefined) noteRemoved(oldest);
    onChange();
    return completion.promise;
  };
  const end = (id: string): TrackedJob | undefined => {
    const job = jobs.get(id);
    if (job === undefined) return undefined;
    job.isAwaited = false;
    jobs.delete(id);
    return job;
  };
  const submit: FarmDispatcher['submit'] = (job, onProgress) => {
    const { id } = job;
    const { queue = null, removal = null } = jobs.get(id) ?? {};
    const ending = Promise.withResolvers<FilmAnswer>();
    const entry: TrackedJob = {
      ...{ job, onProgress, ending, isAwaited: true, reportedAt: Number.NEGATIVE_INFINITY },
      ...{ queue: removal === null ? null : queue, removal },
    };
    jobs.set(id, entry);
    onChange();
    const isCurrent = () => jobs.get(id) === entry && entry.isAwaited;
    return {
      answer: ending.promise,
      withdraw: (reason) => {
        if (!isCurrent()) return;
        entry.isAwaited = false;
        const completion = scheduleRemoval(entry, true);
        void withTimeout(completion, WITHDRAWAL_MILLISECONDS, NEVER).then(() => ending.reject(reason));
      },
      leave: (reason) => {
        if (isCurrent()) {
          entry.isAwaited = false;
          if (entry.removal === null) jobs.delete(id);
        }
        ending.reject(reason);
      },
      done: () => {
        if (!entry.isAwaited) void scheduleRemoval(entry, false);
      },
    };
  };
  return {
    jobs,
    submit,
    noteRemoved,
    hasRemovals: () => removing.size > 0,
    takeObservable: (all) => {
      const ids = all ? [...jobs.keys()] : [...changed];
      changed.clear();
      return ids
        .flatMap((id) => jobs.get(id) ?? [])
        .filter(({ isAwaited, queue, removal }) => isAwaited && queue !== null && removal === null);
    },
    answer: (id, answer) => end(id)?.ending.resolve(answer),
    fail: (id, error) => {
      const job = end(id);
      if (job === undefined) return;
      void scheduleRemoval(job, false);
      job.ending.reject(error);
    },
    beginSubmission: (slice, queue) =>
      slice.filter(({ id }) => {
        const job = jobs.get(id);
        if (job === undefined || !job.isAwaited || job.removal !== null) return false;
        // The queue may have accepted the job even if its reply was lost.
        job.queue = queue;
        return true;
      }),
    listener: {
      onChange: (id) => {
        if (!jobs.has(id)) return;
        changed.add(id);
        onChange();
      },
      onProgress: (id, data) => {
        const job = jobs.get(id);
        const progress = job?.isAwaited === true ? readJobProgress(data) : null;
        if (job === undefined || progress === null) return;
        const now = performance.now();
        if (now - job.reportedAt < REPORT_MILLISECONDS && progress.done < progress.total) return;
        job.reportedAt = now;
        job.onProgress(progress);
      },
      onError: () => undefined,
    },
  };
}

interface Queues {
  get(name: QueueName): FarmJobQueue | undefined;
  open(toolchain: Toolchain): Promise<FarmJobQueue>;
  /** Closes the queues without tracked jobs, except for the queue of the chosen toolchain. */
  closeUnused(jobs: Iterable<TrackedJob>, chosen: Toolchain | null): Promise<void>;
  close(): Promise<void>;
}

/** Creates the set of open queues, one for each toolchain. */
function createQueues(open: DispatcherOptions['open'], listener: JobQueueListener): Queues {
  const queues = new Map<QueueName, FarmJobQueue>();
  return {
    get: (name) => queues.get(name),
    open: async (toolchain) => {
      const name = queueName(toolchain);
      const queue = queues.get(name) ?? (await open(toolchain, listener));
      queues.set(name, queue);
      return queue;
    },
    closeUnused: async (jobs, chosen) => {
      if (chosen === null) return;
      const inUse = new Set([...[...jobs].map(({ queue }) => queue), queueName(chosen)]);
      for (const [name, queue] of queues) {
        if (inUse.has(name)) continue;
        queues.delete(name);
        await queue.close();
      }
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
