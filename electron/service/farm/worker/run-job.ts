import { setTimeout as pause } from 'node:timers/promises';
import { DelayedError, WaitingChildrenError, WaitingError } from 'bullmq';
import type { Logger } from 'pino';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import { failureOf, type RenderFailure } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import type { DividedFilm, FilmContext, JobProcessor } from '../making/job-processor.ts';
import type { FilmAnswer, JobProgress, PartsAnswer, PartsJob } from '../protocol/job.ts';
import { type ActiveJobs, ENDINGS, namesOf, type Task } from './active-jobs.ts';
import type { Availability } from './availability.ts';
import type { WorkerStatistics } from './heartbeat.ts';
import { divideFilm, type Held, NOTHING_TO_WAIT_FOR, readOrder, UndividedError, waitForChildren } from './read-job.ts';
import type { CountTry, SharedProgress } from './shared-progress.ts';

export interface RunJobOptions {
  readonly processor: JobProcessor;
  readonly activeJobs: ActiveJobs;
  readonly availability: Availability;
  readonly figures: WorkerStatistics;
  readonly together: SharedProgress;
  readonly workerId: string;
  /** Whether one of these ids was cancelled; false where the queue does not say. */
  readonly isCancelled: (ids: readonly string[]) => Promise<boolean>;
  readonly countTry: CountTry;
  /** Milliseconds since 1970 by the queue's clock; null where it does not answer. */
  readonly queueNow: () => Promise<number | null>;
  /** Whether it has to stop. */
  readonly isStopping: () => boolean;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export type OrderAnswer = FilmAnswer | PartsAnswer;

/**
 * Runs what a job of the queue orders; the answer is the job's result. What it throws is BullMQ's, for a job that was
 * moved elsewhere in the queue, or {@link ENDINGS}.leaseLost, for one that is not ours any more.
 */
export type OrderRun = (held: Held) => Promise<OrderAnswer>;

/** An order that runs, and the latest hold on it. */
interface Run {
  held: Held;
  readonly task: Task;
}

interface Running {
  readonly run: Run;
  readonly answer: Promise<OrderAnswer>;
}

/** Until an order is tried again whose trouble is this machine's or the store's; longer each time. */
const FIRST_DELAY_MILLISECONDS = 1000;
const LONGEST_DELAY_MILLISECONDS = 30_000;
/** Of an order that nobody here understands: for an hour and a half at least. */
const MOST_TRIES = 200;

export function createOrderRun(options: RunJobOptions): OrderRun {
  const { activeJobs, availability, figures, logger } = options;
  const running = new Map<string, Running>();
  return async (held) => {
    const read = readOrder(held.job);
    if (!read.ok && read.isNewer && held.job.attemptsStarted < MOST_TRIES) {
      logger.warn({ order: held.job.id, fault: read.error }, 'a job from a newer service waits for a newer worker');
      return await tryLater(held, options);
    }
    if (!read.ok) {
      logger.error({ order: held.job.id, fault: read.error }, 'a job is invalid');
      figures.failed('request/invalid');
      return failed(new ServiceError('request/invalid', `(${read.error})`));
    }
    if (!availability.isAvailable || options.isStopping()) return await giveBack(held);
    const { order, divided } = read;
    const earlier = running.get(order.id);
    if (earlier !== undefined) {
      logger.info({ order: order.id }, 'received a job that is already running here');
      return await goOnWith(earlier, held, options);
    }
    // Before anything is waited for: by it the loop sees how much more there is room for.
    using task = activeJobs.begin(order);
    using _timed = figures.begin(order.kind);
    logger.info({ order: order.id }, 'job started');
    const run: Run = { held, task };
    const answering = answerTo(run, divided, options);
    running.set(order.id, { run, answer: answering });
    try {
      const answer = await answering;
      // The other hold has its answer too; this one is nobody's any more.
      if (run.held !== held) throw new WaitingError();
      if (order.kind === 'film') await waitForChildren(held);
      return answer;
    } finally {
      running.delete(order.id);
    }
  };
}

/**
 * The queue gave an order that runs here already, because it was emptied or slept, and the order was given to it again:
 * what runs goes on, and is answered by the new hold.
 */
async function goOnWith({ run, answer }: Running, held: Held, options: RunJobOptions): Promise<OrderAnswer> {
  if (run.task.signal.aborted) return await tryLater(held, options);
  run.held = held;
  const answered = await answer;
  if (run.task.order.kind === 'film') await waitForChildren(held);
  return answered;
}

async function answerTo(run: Run, divided: DividedFilm | null, options: RunJobOptions): Promise<OrderAnswer> {
  const { figures, logger } = options;
  const { order } = run.task;
  try {
    const answer = await runTask(run, divided, options);
    if (answer.state === 'made') figures.made(order);
    else figures.failed(answer.error.code);
    const failure = answer.state === 'made' ? {} : { code: answer.error.code };
    logger.info({ order: order.id, ...failure }, `job ${answer.state}`);
    return answer;
  } catch (error) {
    return await finishJob(error, run, options);
  }
}

async function runTask(run: Run, divided: DividedFilm | null, options: RunJobOptions): Promise<OrderAnswer> {
  const { signal, order } = run.task;
  if (await options.isCancelled(namesOf(order))) throw ENDINGS.cancelled;
  signal.throwIfAborted();
  if (order.kind === 'parts') return await runParts(order, run, options);
  await using teller = createProgressReporter<JobProgress>((progress) => run.held.job.updateProgress({ ...progress }));
  const onProgress = (progress: JobProgress): void => {
    const { done, total, scenes } = progress;
    options.figures.frames(run.task.progress({ done, total, isAllNew: scenes?.cached === 0 }));
    teller.tell(progress);
  };
  const make = (divide: FilmContext['divide'], left: DividedFilm | null) =>
    options.processor.film(order, { signal, onProgress, divide, ...(left !== null && { left }) });
  const join = async (first: DividedFilm | null) => {
    const answer = await make(null, first);
    await options.together.end(order.id).catch(() => undefined);
    return answer;
  };
  if (divided !== null) return await join(divided);
  let left: DividedFilm | null = null;
  try {
    return await make((division) => {
      left = division.left;
      return divideFilm(order, division, run.held, options.together);
    }, null);
  } catch (error) {
    if (error !== NOTHING_TO_WAIT_FOR) throw error;
    return await join(left);
  }
}

/** While parts are made their film waits, and is told of by those who make them. */
async function runParts(job: PartsJob, run: Run, options: RunJobOptions): Promise<PartsAnswer> {
  const { figures, together, workerId: by } = options;
  let made = 0;
  let told = 0;
  const tell = async (): Promise<void> => {
    const now = made;
    const all = await together.tell(job, now);
    if (all !== null) {
      const progress: JobProgress = { ...all, framesPerSecond: null, etaSeconds: null, by };
      await run.held.queue.updateJobProgress(job.film.id, { ...progress });
    }
    // Only now: what the queue did not take is told once more at the end.
    told = Math.max(told, now);
  };
  await using teller = createProgressReporter(tell);
  const onFrames = (done: number): void => {
    figures.frames(run.task.progress({ done, total: job.frames, isAllNew: true }));
    made = Math.max(made, done);
    teller.tell(undefined);
  };
  const answer = await options.processor.parts(job, { signal: run.task.signal, onFrames });
  // Its film may go on before anybody asks again.
  if (answer.state === 'made') made = job.frames;
  if (made > told) await tell().catch(() => undefined);
  return answer;
}

/** What comes of an order that was not made. */
async function finishJob(error: unknown, { held, task }: Run, options: RunJobOptions): Promise<OrderAnswer> {
  const { logger, figures, availability } = options;
  const { order, signal } = task;
  if (error instanceof WaitingChildrenError) {
    logger.info({ order: order.id }, 'divided a film into parts');
    throw error;
  }
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason === ENDINGS.leaseLost) throw reason;
  if (reason === ENDINGS.givenBack) return await giveBack(held);
  if (reason === ENDINGS.cancelled) {
    logger.info({ order: order.id }, 'job canceled');
    return failed(new ServiceError('render/cancelled'));
  }
  if (error instanceof UndividedError) {
    logger.warn({ order: order.id, err: error.cause }, 'failed to divide a film; trying again later');
    return await tryLater(held, options);
  }
  const failure = storageFailure(error);
  const { code } = failureOf(failure);
  const fault = whoseFault(failure, await options.countTry(order.id, code));
  figures.failed(code);
  if (fault === 'order' || fault === 'ours') {
    logger.error({ order: order.id, err: error }, 'job failed');
    return failed(failure);
  }
  logger.warn({ order: order.id, err: error }, 'job postponed; trying again later');
  if (fault === 'surroundings') availability.suspend(error);
  return await tryLater(held, options);
}

function failed(error: unknown): { readonly state: 'failed'; readonly error: RenderFailure } {
  return { state: 'failed', error: failureOf(error) };
}

/** To be taken by anybody, at once, and not counted as a failure. */
async function giveBack({ job, token }: Held): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}

/** By whoever is there then. The queue counts no failure, so that an outage of a night spoils no order. */
async function tryLater({ job, token, queue }: Held, { queueNow }: RunJobOptions): Promise<never> {
  const doublings = Math.min(10, Math.max(0, job.attemptsStarted - 1));
  const delay = Math.min(LONGEST_DELAY_MILLISECONDS, FIRST_DELAY_MILLISECONDS * 2 ** doublings);
  // Each worker looks at its own clock whether an order is due. Where this one's is ahead, others would wait for hours;
  // where it is behind, so would this one, by the queue's.
  const now = Math.min(Date.now(), (await queueNow()) ?? Number.POSITIVE_INFINITY);
  await queue.getBackend().moveToDelayed(job.id ?? '', now, delay, token, { skipAttempt: true });
  throw new DelayedError();
}

const PAUSE_MILLISECONDS = 500;

/** Tells the latest of what comes often; nobody waits for it. */
export interface ProgressReporter<Value> extends AsyncDisposable {
  tell(value: Value): void;
}

/**
 * Sends one at a time, with half a second between them. What cannot be sent is left out: the next one says more. At the
 * end of the scope nothing is sent any more.
 */
function createProgressReporter<Value>(
  send: (value: Value) => Promise<void>,
  pauseMilliseconds = PAUSE_MILLISECONDS,
): ProgressReporter<Value> {
  const ended = new AbortController();
  let latest: { readonly value: Value } | null = null;
  let going: Promise<void> | null = null;

  const go = async (): Promise<void> => {
    while (latest !== null && !ended.signal.aborted) {
      const { value } = latest;
      latest = null;
      await send(value).catch(() => undefined);
      await pause(pauseMilliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
    }
    going = null;
  };
  return {
    tell: (value) => {
      latest = { value };
      going ??= go();
    },
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await going;
    },
  };
}

/**
 * Whose fault it is that an order was neither made nor refused. `surroundings`: this machine's disk or its way to the
 * store, so that it takes no others until they are mended. `machine`: another one may be able to, such as with more
 * memory. `order`: nobody was. `ours`: a mistake of the program.
 */
export type Fault = 'surroundings' | 'machine' | 'order' | 'ours';

const SURROUNDINGS: ReadonlySet<ErrorCode> = new Set([
  'destination/failed',
  'destination/refused',
  'storage/full',
  'storage/unwritable',
  'storage/missing',
  'storage/read-only',
  'ffmpeg/not-found',
]);

/** So many try what a machine is too small for, or does not find; then it is taken for the order's fault. */
const MOST_MACHINES = 3;
/** While a store is away hardly anything is begun. What always comes to grief with it does so at some object of its own. */
const MOST_SURROUNDINGS = 200;

/**
 * @param failure What the system says of a disk has a code of the catalogue by now.
 * @param tries How often the order was tried in vain with this failure, this time included.
 */
export function whoseFault(failure: unknown, tries: number): Fault {
  if (!(failure instanceof ServiceError)) return 'ours';
  if (SURROUNDINGS.has(failure.code)) return tries < MOST_SURROUNDINGS ? 'surroundings' : 'order';
  return tries < MOST_MACHINES ? 'machine' : 'order';
}
