import { setTimeout as pause } from 'node:timers/promises';
import { DelayedError, WaitingChildrenError, WaitingError } from 'bullmq';
import type { Logger } from 'pino';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import { failureOf, type RenderFailure } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import type { DividedFilm, FilmContext, JobProcessor } from '../making/job-processor.ts';
import type { FilmAnswer, JobProgress, PartsAnswer, PartsJob } from '../protocol/job.ts';
import { type ActiveJobs, cancellationIds, ENDINGS, type Task } from './active-jobs.ts';
import type { Availability } from './availability.ts';
import {
  type JobLease,
  NOTHING_TO_WAIT_FOR,
  readJob,
  submitParts,
  UndividedError,
  waitForChildren,
} from './read-job.ts';
import type { CountTry, SharedProgress } from './shared-progress.ts';
import type { WorkerStatistics } from './worker-statistics.ts';

export interface RunJobOptions {
  readonly processor: JobProcessor;
  readonly activeJobs: ActiveJobs;
  readonly availability: Availability;
  readonly statistics: WorkerStatistics;
  readonly sharedProgress: SharedProgress;
  readonly workerId: string;
  /** Returns whether one of these ids was canceled; false if the queue does not answer. */
  readonly isCancelled: (ids: readonly string[]) => Promise<boolean>;
  readonly countTry: CountTry;
  /** Returns the milliseconds since 1970 by the queue's clock; null if it does not answer. */
  readonly queueNow: () => Promise<number | null>;
  readonly isStopping: () => boolean;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export type JobAnswer = FilmAnswer | PartsAnswer;

/**
 * Runs a job and returns the answer, which becomes the job's result. Throws BullMQ's errors for a job that was moved in
 * the queue, or {@link ENDINGS}.leaseLost if another worker has the job.
 */
export type JobRunner = (lease: JobLease) => Promise<JobAnswer>;

/** A running job with its latest lease. */
interface Run {
  lease: JobLease;
  readonly task: Task;
}

interface Running {
  readonly run: Run;
  readonly answer: Promise<JobAnswer>;
}

/**
 * The first delay of a job after a fault of this machine or the store; each delay is twice as long as the previous one.
 */
const FIRST_DELAY_MILLISECONDS = 1000;
const MAX_DELAY_MILLISECONDS = 30_000;
/** The maximum number of attempts of a job from a newer service. They take at least an hour and a half in total. */
const MAX_TRIES = 200;

export function createJobRunner(options: RunJobOptions): JobRunner {
  const { activeJobs, availability, statistics, logger } = options;
  const running = new Map<string, Running>();
  return async (lease) => {
    const read = readJob(lease.job);
    if (!read.ok && read.isNewer && lease.job.attemptsStarted < MAX_TRIES) {
      logger.warn({ order: lease.job.id, fault: read.error }, 'a job from a newer service waits for a newer worker');
      return await tryLater(lease, options);
    }
    if (!read.ok) {
      logger.error({ order: lease.job.id, fault: read.error }, 'a job is invalid');
      statistics.countFailure('request/invalid');
      return failed(new ServiceError('request/invalid', `(${read.error})`));
    }
    if (!availability.isAvailable || options.isStopping()) return await giveBack(lease);
    const { job, divided } = read;
    const earlier = running.get(job.id);
    if (earlier !== undefined) {
      logger.info({ order: job.id }, 'received a job that is already running here');
      return await continueRunning(earlier, lease, options);
    }
    // Begin before the first await, because BullMQ checks the concurrency in this turn of the event loop.
    using task = activeJobs.begin(job);
    using _timed = statistics.begin(job.kind);
    logger.info({ order: job.id }, 'job started');
    const run: Run = { lease, task };
    const answering = answerTo(run, divided, options);
    running.set(job.id, { run, answer: answering });
    try {
      const answer = await answering;
      // A newer lease gives the answer, because this lease is obsolete.
      if (run.lease !== lease) throw new WaitingError();
      if (job.kind === 'film') await waitForChildren(lease);
      return answer;
    } finally {
      running.delete(job.id);
    }
  };
}

/**
 * Continues a job that is already running here and lets the new lease answer it. This happens if the queue was emptied
 * or unreachable and the job was dispatched again.
 */
async function continueRunning({ run, answer }: Running, lease: JobLease, options: RunJobOptions): Promise<JobAnswer> {
  if (run.task.signal.aborted) return await tryLater(lease, options);
  run.lease = lease;
  const answered = await answer;
  if (run.task.job.kind === 'film') await waitForChildren(lease);
  return answered;
}

async function answerTo(run: Run, divided: DividedFilm | null, options: RunJobOptions): Promise<JobAnswer> {
  const { statistics, logger } = options;
  const { job } = run.task;
  try {
    const answer = await runTask(run, divided, options);
    if (answer.state === 'made') statistics.countMade(job);
    else statistics.countFailure(answer.error.code);
    const failure = answer.state === 'made' ? {} : { code: answer.error.code };
    logger.info({ order: job.id, ...failure }, `job ${answer.state}`);
    return answer;
  } catch (error) {
    return await finishJob(error, run, options);
  }
}

async function runTask(run: Run, divided: DividedFilm | null, options: RunJobOptions): Promise<JobAnswer> {
  const { signal, job } = run.task;
  if (await options.isCancelled(cancellationIds(job))) throw ENDINGS.cancelled;
  signal.throwIfAborted();
  if (job.kind === 'parts') return await runParts(job, run, options);
  await using reporter = createProgressReporter<JobProgress>((progress) =>
    run.lease.job.updateProgress({ ...progress }),
  );
  const onProgress = (progress: JobProgress): void => {
    const { done, total, scenes } = progress;
    options.statistics.countFrames(run.task.progress({ done, total, isAllNew: scenes?.cached === 0 }));
    reporter.report(progress);
  };
  const make = (divide: FilmContext['divide'], earlier: DividedFilm | null) =>
    options.processor.film(job, { signal, onProgress, divide, ...(earlier !== null && { divided: earlier }) });
  const join = async (first: DividedFilm | null) => {
    const answer = await make(null, first);
    await options.sharedProgress.end(job.id).catch(() => undefined);
    return answer;
  };
  if (divided !== null) return await join(divided);
  let record: DividedFilm | null = null;
  try {
    return await make((division) => {
      record = division.divided;
      return submitParts(job, division, run.lease, options.sharedProgress);
    }, null);
  } catch (error) {
    if (error !== NOTHING_TO_WAIT_FOR) throw error;
    return await join(record);
  }
}

/** Runs a parts job and reports the progress of its film, whose own job waits for the parts. */
async function runParts(job: PartsJob, run: Run, options: RunJobOptions): Promise<PartsAnswer> {
  const { statistics, sharedProgress, workerId: by } = options;
  let madeFrames = 0;
  let reportedFrames = 0;
  const report = async (): Promise<void> => {
    const now = madeFrames;
    const all = await sharedProgress.report(job, now);
    if (all !== null) {
      const progress: JobProgress = { ...all, framesPerSecond: null, etaSeconds: null, by };
      await run.lease.queue.updateJobProgress(job.film.id, { ...progress });
    }
    // Update this after the request, so that a failed report is repeated at the end.
    reportedFrames = Math.max(reportedFrames, now);
  };
  await using reporter = createProgressReporter(report);
  const onFrames = (done: number): void => {
    statistics.countFrames(run.task.progress({ done, total: job.frames, isAllNew: true }));
    madeFrames = Math.max(madeFrames, done);
    reporter.report(undefined);
  };
  const answer = await options.processor.parts(job, { signal: run.task.signal, onFrames });
  // Report the remaining frames now: after this job ends, its film can continue before another report.
  if (answer.state === 'made') madeFrames = job.frames;
  if (madeFrames > reportedFrames) await report().catch(() => undefined);
  return answer;
}

/** Returns the answer for a failed job, or moves the job in the queue and throws. */
async function finishJob(error: unknown, { lease, task }: Run, options: RunJobOptions): Promise<JobAnswer> {
  const { logger, statistics, availability } = options;
  const { job, signal } = task;
  if (error instanceof WaitingChildrenError) {
    logger.info({ order: job.id }, 'divided a film into parts');
    throw error;
  }
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason === ENDINGS.leaseLost) throw reason;
  if (reason === ENDINGS.givenBack) return await giveBack(lease);
  if (reason === ENDINGS.cancelled) {
    logger.info({ order: job.id }, 'job canceled');
    return failed(new ServiceError('render/cancelled'));
  }
  if (error instanceof UndividedError) {
    logger.warn({ order: job.id, err: error.cause }, 'failed to divide a film; trying again later');
    return await tryLater(lease, options);
  }
  const failure = storageFailure(error);
  const { code } = failureOf(failure);
  const fault = faultOfFailure(failure, await options.countTry(job.id, code));
  statistics.countFailure(code);
  if (fault === 'job' || fault === 'ours') {
    logger.error({ order: job.id, err: error }, 'job failed');
    return failed(failure);
  }
  logger.warn({ order: job.id, err: error }, 'job postponed; trying again later');
  if (fault === 'surroundings') availability.suspend(error);
  return await tryLater(lease, options);
}

function failed(error: unknown): { readonly state: 'failed'; readonly error: RenderFailure } {
  return { state: 'failed', error: failureOf(error) };
}

/** Returns a job to the queue immediately, without counting a failure. */
async function giveBack({ job, token }: JobLease): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}

/**
 * Delays the job; any worker can take it afterward. The delay does not count as a failure, so jobs survive a long
 * outage.
 */
async function tryLater({ job, token, queue }: JobLease, { queueNow }: RunJobOptions): Promise<never> {
  const doublings = Math.min(10, Math.max(0, job.attemptsStarted - 1));
  const delay = Math.min(MAX_DELAY_MILLISECONDS, FIRST_DELAY_MILLISECONDS * 2 ** doublings);
  // Each worker compares the due time with its own clock. Use the earlier of both clocks. A clock that is ahead would
  // delay the job on other workers, and a clock that is behind would delay it here.
  const now = Math.min(Date.now(), (await queueNow()) ?? Number.POSITIVE_INFINITY);
  await queue.getBackend().moveToDelayed(job.id ?? '', now, delay, token, { skipAttempt: true });
  throw new DelayedError();
}

const PAUSE_MILLISECONDS = 500;

/** Sends the latest of many values without blocking the caller. */
export interface ProgressReporter<Value> extends AsyncDisposable {
  report(value: Value): void;
}

/**
 * Creates a reporter that sends one value at a time, with a pause of 500 ms between two values. A failed value is
 * dropped, because the next value supersedes it. Sends nothing after the scope ends.
 */
function createProgressReporter<Value>(
  send: (value: Value) => Promise<void>,
  pauseMilliseconds = PAUSE_MILLISECONDS,
): ProgressReporter<Value> {
  const ended = new AbortController();
  let latest: { readonly value: Value } | null = null;
  let sending: Promise<void> | null = null;

  const sendLatest = async (): Promise<void> => {
    while (latest !== null && !ended.signal.aborted) {
      const { value } = latest;
      latest = null;
      await send(value).catch(() => undefined);
      await pause(pauseMilliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
    }
    sending = null;
  };
  return {
    report: (value) => {
      latest = { value };
      sending ??= sendLatest();
    },
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await sending;
    },
  };
}

/**
 * The cause of a job without an answer. `surroundings`: this machine's disk or network, so the worker pauses.
 * `machine`: another machine can succeed, for example with more memory. `job`: the job itself, after several machines
 * failed. `ours`: a bug.
 */
export type Fault = 'surroundings' | 'machine' | 'job' | 'ours';

const SURROUNDINGS: ReadonlySet<ErrorCode> = new Set([
  'destination/failed',
  'destination/refused',
  'storage/full',
  'storage/unwritable',
  'storage/missing',
  'storage/read-only',
  'ffmpeg/not-found',
]);

/**
 * The number of failed attempts after which a failure that another machine might avoid counts as a fault of the job.
 */
const MAX_MACHINES = 3;
/**
 * The number of attempts after which a failure of the store counts as a fault of the job. A job rarely starts while the
 * store is unreachable, so repeated failures come from one of its objects.
 */
const MAX_SURROUNDINGS = 200;

/**
 * Returns the fault of a failure.
 * @param failure The failure, with system errors already converted to catalogue errors.
 * @param tries The number of attempts that failed this way, including this one.
 */
export function faultOfFailure(failure: unknown, tries: number): Fault {
  if (!(failure instanceof ServiceError)) return 'ours';
  if (SURROUNDINGS.has(failure.code)) return tries < MAX_SURROUNDINGS ? 'surroundings' : 'job';
  return tries < MAX_MACHINES ? 'machine' : 'job';
}
