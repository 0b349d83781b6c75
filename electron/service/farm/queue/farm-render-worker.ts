import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../errors/service-error.ts';
import type { FilmEvent, FilmRun, FilmWork, MadeFilm, RenderWorker } from '../../jobs/records/render-worker.ts';
import { storedFailure } from '../../jobs/records/stored-failure.ts';
import type { BlobStore } from '../../storage/ports.ts';
import type { FilmAnswer, FilmOrder, OrderProgress } from '../orders/orders.ts';
import type { Dispatch, GivenOrder } from './dispatch.ts';
import { createEventTeller } from './event-teller.ts';
import type { WriteOrder } from './film-orders.ts';

export interface FarmRenderWorkerOptions {
  readonly blobs: Pick<BlobStore, 'acceptStored'>;
  readonly write: WriteOrder;
  readonly dispatch: Pick<Dispatch, 'give'>;
  /** Whether the store answered when it was asked last. */
  readonly storeIsReached: () => boolean;
  /** First pause before what the store did not do is tried again; half a second unless given. */
  readonly pauseMilliseconds?: number;
}

/** What the store says while it is away. It is waited for: the film lacks nothing. */
const AWAY: ReadonlySet<string> = new Set(['storage/away', 'storage/busy', 'destination/failed']);
const PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 15_000;
/** So often the store may lack what an order names, or the film of an answer, and be given it again. */
const MOST_LOST = 3;

/**
 * Has films made by workers elsewhere. What is given goes on without this process: a film that is submitted again under
 * the same attempt is the one that is being made.
 */
export function createFarmRenderWorker(options: FarmRenderWorkerOptions): RenderWorker {
  return {
    outlivesUs: true,
    submit: (work, onEvent): FilmRun => {
      const controller = new AbortController();
      const run = { isLeft: false };
      return {
        film: orderFilm(work, onEvent, options, { signal: controller.signal, run }),
        cancel: (reason) => controller.abort(reason),
        leave: (reason) => {
          run.isLeft = true;
          controller.abort(reason);
        },
      };
    },
  };
}

interface Stopping {
  readonly signal: AbortSignal;
  /** Whether the order stays where it is when the signal is aborted. */
  readonly run: { readonly isLeft: boolean };
}

async function orderFilm(
  work: FilmWork,
  onEvent: (event: FilmEvent) => void,
  options: FarmRenderWorkerOptions,
  stopping: Stopping,
): Promise<MadeFilm> {
  const { signal } = stopping;
  const tell = createEventTeller(onEvent);
  let isDoubted = false;
  for (let lost = 0; ; lost++) {
    const order = await whenStoreAnswers(() => options.write(work, signal, { isDoubted }), options, signal);
    const { given, answer } = await answerTo(order, tell.progress, options, stopping);
    if (answer.state === 'failed') {
      given.done();
      isDoubted = answer.error.code === 'farm/lacking';
      if (isDoubted && lost + 1 < MOST_LOST) continue;
      throw storedFailure({ error: answer.error });
    }
    try {
      const { sha256, bytes } = answer;
      await whenStoreAnswers(() => options.blobs.acceptStored(sha256, bytes, { signal }), options, signal);
      tell.rendering();
      return madeFilm(answer, given);
    } catch (error) {
      if (!signal.aborted || !stopping.run.isLeft) given.done();
      // It was there when the worker answered; whoever makes it again finds its parts.
      if (!(error instanceof ServiceError) || error.code !== 'storage/lost' || lost + 1 === MOST_LOST) throw error;
    }
  }
}

/** Given until it is answered: while the store is away nobody can make it, which is no fault of the film. */
async function answerTo(
  order: FilmOrder,
  onProgress: (progress: OrderProgress) => void,
  options: FarmRenderWorkerOptions,
  { signal, run }: Stopping,
): Promise<{ readonly given: GivenOrder; readonly answer: FilmAnswer }> {
  for (;;) {
    signal.throwIfAborted();
    const given = options.dispatch.give(order, onProgress);
    const onAbort = (): void => (run.isLeft ? given.leave(signal.reason) : given.withdraw(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return { given, answer: await given.answer };
    } catch (error) {
      const isGivenUp = error instanceof ServiceError && error.code === 'farm/failed' && !signal.aborted;
      if (!isGivenUp || options.storeIsReached()) throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
    await patience(LONGEST_PAUSE_MILLISECONDS, signal);
  }
}

function madeFilm(
  { sha256, bytes, frames, durationSeconds, warnings, scenes }: FilmAnswer & { readonly state: 'made' },
  given: GivenOrder,
): MadeFilm {
  const facts = { sha256, bytes, frames, durationSeconds, warnings, scenes };
  return { path: null, ...facts, [Symbol.asyncDispose]: async () => given.done() };
}

async function whenStoreAnswers<Value>(
  work: () => Promise<Value>,
  { pauseMilliseconds = PAUSE_MILLISECONDS }: FarmRenderWorkerOptions,
  signal: AbortSignal,
): Promise<Value> {
  for (let wait = pauseMilliseconds; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MILLISECONDS)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServiceError) || !AWAY.has(error.code)) throw error;
    }
    await patience(wait * (0.5 + Math.random()), signal);
  }
}

async function patience(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
