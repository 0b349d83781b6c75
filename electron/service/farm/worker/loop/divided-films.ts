import { type Job, type Queue, WaitingChildrenError } from 'bullmq';
import type { FilmOrder } from '../../orders/orders.ts';
import { PRIORITY } from '../../queue/queue-names.ts';
import type { Division } from '../../work/order-maker.ts';
import type { SharedProgress } from '../told/shared-progress.ts';
import { asDivided } from './read-order.ts';

/** The hold that a worker has on a job of the queue. */
export interface Held {
  readonly job: Job;
  readonly token: string;
  readonly queue: Queue;
}

/** Every part of a film was done before the film could wait for them: it goes on at once. */
export const NOTHING_TO_WAIT_FOR = new Error('nothing is left to wait for');

/** The queue did not take the parts of a film. That is no fault of the film's. */
export class UndividedError extends Error {
  override readonly name = 'UndividedError';
}

/**
 * Puts a film's parts into the queue as children of its job, and has the film wait for them. They are named by their
 * film, so that a worker that was lost in between does no harm: those that are there already are not added again. Throws
 * BullMQ's sign for a job that waits, {@link NOTHING_TO_WAIT_FOR}, or {@link UndividedError}.
 */
export async function divideFilm(
  film: FilmOrder,
  division: Division,
  held: Held,
  together: SharedProgress,
): Promise<never> {
  const isWaiting = await giveParts(film, division, held, together).catch((cause: unknown) => {
    throw new UndividedError('the queue did not take the parts', { cause });
  });
  throw isWaiting ? new WaitingChildrenError() : NOTHING_TO_WAIT_FOR;
}

async function giveParts(
  film: FilmOrder,
  { orders, frames, left }: Division,
  { job, queue, token }: Held,
  together: SharedProgress,
): Promise<boolean> {
  const parent = { id: film.id, queue: job.queueQualifiedName };
  const lacking = orders.reduce((sum, order) => sum + order.frames, 0);
  await together.begin(film.id, { ready: Math.max(0, frames - lacking), total: frames }).catch(() => undefined);
  await queue.addBulk(
    orders.map((order) => ({
      name: 'parts',
      data: order,
      opts: {
        jobId: order.id,
        parent,
        priority: PRIORITY.parts,
        // What a child does not make its film makes.
        ignoreDependencyOnFailure: true,
        removeOnComplete: true,
        removeOnFail: true,
      },
    })),
  );
  await job.updateData(asDivided(film, left));
  // Once its parts are there it is joined before other films are begun.
  await job.changePriority({ priority: PRIORITY.parts });
  return await job.moveToWaitingChildren(token);
}

/**
 * A job with children that are not done cannot end, though its film is made: one whose worker was lost as it was divided.
 * Those that nobody has begun are not wanted any more; for the others the job waits, and finds its film when it runs
 * again. Throws BullMQ's sign for that.
 */
export async function waitForChildren({ job, token }: Held): Promise<void> {
  const { unprocessed = 0 } = await job.getDependenciesCount({ unprocessed: true });
  if (unprocessed === 0) return;
  await job.removeUnprocessedChildren();
  if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
}
