import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { type FilmAnswer, type FilmJob, readFilmAnswer } from '../protocol/job.ts';

/** The name of a queue in Redis. There is one queue for each toolchain. */
export type QueueName = string;

/** A job that the service needs, or whose entry it removes. */
export interface DesiredJob {
  readonly job: FilmJob;
  /** The queue that may have an entry of the job; null if no queue has one. */
  readonly queue: QueueName | null;
  /** Whether the service still waits for the answer. */
  readonly isAwaited: boolean;
  /**
   * Set if the entry must be removed from the queue, because the job was withdrawn or its answer was used. A job that
   * is awaited again is submitted after its old entry has been removed. `announce` stops the worker that makes the job.
   */
  readonly removal: { readonly announce: boolean } | null;
}

/** The state of a job in its queue. */
export type ObservedJob =
  /** The job waits for a worker, or a worker makes it. */
  | { readonly state: 'waiting' }
  | { readonly state: 'missing' }
  /** `answer` is the unparsed answer of the worker. */
  | { readonly state: 'completed'; readonly answer: string }
  | { readonly state: 'failed'; readonly reason: string };

export type JobAction =
  | { readonly do: 'answer'; readonly id: string; readonly answer: FilmAnswer }
  | { readonly do: 'fail'; readonly id: string; readonly error: ServiceError }
  /** Removes the entry. `announce` applies only while a worker makes the job. */
  | { readonly do: 'remove'; readonly queue: QueueName; readonly id: string; readonly announce: boolean }
  /** Adds the jobs that no queue has, including jobs that a queue lost. */
  | { readonly do: 'submit'; readonly queue: QueueName; readonly jobs: readonly FilmJob[] };

/**
 * Compares the jobs that the service needs with the content of the queue, and returns the actions that make them equal.
 * Answers come first and submissions last, because a full queue refuses jobs, and each removed answer frees memory.
 *
 * @param desired The jobs by id.
 * @param observed The states of the jobs that were looked up. A job without a state is in its queue.
 * @param target The queue of the chosen toolchain; null while no worker can make films.
 */
export function reconcile(
  desired: ReadonlyMap<string, DesiredJob>,
  observed: ReadonlyMap<string, ObservedJob>,
  target: QueueName | null,
): readonly JobAction[] {
  const answers: JobAction[] = [];
  const removals: JobAction[] = [];
  const missing: FilmJob[] = [];
  for (const [id, desiredJob] of desired) {
    const { job, queue } = desiredJob;
    const state = stateOf(desiredJob, observed.get(id));
    if (state.state === 'missing') missing.push(job);
    else if (state.state === 'completed') answers.push({ do: 'answer', id, answer: state.answer });
    else if (state.state === 'failed') answers.push({ do: 'fail', id, error: state.error });
    const removal = queue === null ? null : removalOf(desiredJob, state, target);
    if (queue !== null && removal !== null) removals.push({ do: 'remove', queue, id, ...removal });
  }
  if (target === null || missing.length === 0) return [...answers, ...removals];
  return [...answers, ...removals, { do: 'submit', queue: target, jobs: missing }];
}

/** The state of a job, from its desired and its observed state. `unawaited`: no render needs its answer. */
type JobState =
  | { readonly state: 'missing' | 'waiting' | 'unawaited' }
  | { readonly state: 'completed'; readonly answer: FilmAnswer }
  | { readonly state: 'failed'; readonly error: ServiceError };

function stateOf({ queue, isAwaited, removal }: DesiredJob, observed: ObservedJob | undefined): JobState {
  if (!isAwaited) return { state: 'unawaited' };
  if (queue === null) return { state: 'missing' };
  // Ignore the answer of an entry that must be removed, because it may be old.
  if (removal !== null || observed === undefined) return { state: 'waiting' };
  if (observed.state === 'waiting' || observed.state === 'missing') return observed;
  const answer = observed.state === 'completed' ? readFilmAnswer(observed.answer) : null;
  return answer === null ? { state: 'failed', error: errorOf(observed) } : { state: 'completed', answer };
}

/** Returns how the entry of a job is removed; null if the entry stays. */
function removalOf(
  { queue, removal }: DesiredJob,
  { state }: JobState,
  target: QueueName | null,
): { readonly announce: boolean } | null {
  if (removal !== null) return { announce: removal.announce };
  // A queue without workers would keep a waiting job forever.
  const isElsewhere = state === 'waiting' && target !== null && queue !== target;
  return state === 'failed' || isElsewhere ? { announce: false } : null;
}

const MAX_REASON_CHARACTERS = 300;

/**
 * Returns the error of a job that the queue gave up, or whose answer is invalid. BullMQ or a worker wrote the reason.
 */
function errorOf(state: Extract<ObservedJob, { state: 'completed' | 'failed' }>): ServiceError {
  if (state.state === 'completed') return new ServiceError('farm/failed', message('farm/answer'));
  if (/stalled more than/.test(state.reason)) return new ServiceError('farm/failed', message('farm/workers-lost'));
  const words = state.reason.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_REASON_CHARACTERS);
  return new ServiceError('farm/failed', message('farm/worker-told', { words }));
}
