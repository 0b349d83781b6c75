import { setTimeout as pause } from 'node:timers/promises';
import { message } from '#shared/messages/message.ts';
import type { DestinationCredentials } from '../../destinations/destination.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { thisMachine } from '../../ffmpeg/machine.ts';
import { type FilmsAtOnce, filmsAtOnce } from '../../ffmpeg/process-plan.ts';
import type { Database, ProjectUid } from '../../storage/ports.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import { acceptRender, type RenderRequester, storeSecret } from '../accept/accept-render.ts';
import type { CheckedRender, RequestContext } from '../accept/render-request.ts';
import { retryRender } from '../accept/retry-render.ts';
import { createStrayUploads, type StrayUploadOptions } from '../endings/left-uploads.ts';
import { createProgressBoard, type FrameProgress } from '../records/progress-board.ts';
import { findRender, findRenders, isEnded, type RenderId, type RenderRecord } from '../records/render-record.ts';
import type { RenderWorker } from '../records/render-worker.ts';
import {
  cancelRender,
  claimRender,
  moveToFront,
  type RenderRecords,
  recoverRender,
  requeueUncounted,
} from '../records/transitions.ts';
import { isCrowded, NO_TURNS, nextTurn } from './round-robin.ts';
import { type RunDependencies, runRender } from './run-render.ts';
import { isSecretNeeded, nextRequestedRender, waitingRenders } from './waiting-renders.ts';

export interface RenderSchedulerOptions
  extends Pick<RunDependencies, 'records' | 'blobs' | 'worker' | 'pass' | 'pack' | 'secrets' | 'send' | 'policy'>,
    Pick<StrayUploadOptions, 'clear'> {
  readonly requests: RequestContext;
  /**
   * The maximum number of films that are rendered at the same time; by default the plan of this machine.
   * Call {@link RenderScheduler.wake} after the number changes.
   */
  readonly atOnce?: FilmsAtOnce | (() => FilmsAtOnce);
  readonly onStep?: (step: RenderStep) => void;
}

/** A step of a render, for the log. */
export interface RenderStep {
  readonly step:
    | 'claimed'
    | 'released'
    | 'cancelled'
    | 'put back'
    | 'bookkeeping failed'
    | 'keys are kept in memory only';
  readonly render: RenderId | null;
  readonly error?: unknown;
}

/** Schedules accepted renders. The table `render` is authoritative, so the state in memory may be lost. */
export interface RenderScheduler {
  /** Accepts a checked render. Throws `link/too-many`. */
  accept(checked: CheckedRender, from: RenderRequester): Promise<RenderRecord>;
  /** Stores the keys. Returns the name of the stored secret; null for missing keys. */
  keepSecret(credentials: DestinationCredentials | null): Promise<string | null>;
  /** Cancels a render unless it has ended. Resolves when its work has stopped. */
  cancel(id: RenderId): Promise<void>;
  /** Cancels many renders in slices, as {@link cancel} does for one. */
  cancelAll(ids: readonly RenderId[]): Promise<void>;
  /** Queues a failed render again. Throws `render/not-retryable`, or `render/invalid` if its assets are missing. */
  retry(id: RenderId): Promise<RenderRecord>;
  /**
   * Moves a queued render to the front of the queue. It stays there after a restart. The order of the other renders
   * does not change.
   */
  next(id: RenderId): void;
  /** Cancels all renders of a project and deletes their keys. Call this before you delete the project. */
  cancelProject(project: ProjectUid): Promise<void>;
  /** Returns the render as soon as it ends or the queue stops. Rejects with the signal's reason. */
  untilEnded(id: RenderId, signal: AbortSignal): Promise<RenderRecord>;
  progressOf(id: RenderId): FrameProgress | null;
  counts(): { readonly queued: number; readonly running: number };
  /** Starts waiting renders, for example after other code has queued rows. */
  wake(): void;
  /** Resumes the renders of an earlier process and starts the queue. Call this once. */
  start(): void;
  /**
   * Stops running renders and queues them again without counting the attempt. Renders whose worker continues without
   * this process keep their state.
   */
  stop(): Promise<void>;
}

const SENDING_AT_ONCE = 4;
/** The number of rows that one transaction cancels. A transaction of this size takes a few milliseconds. */
const SLICE = 100;
const RETRY_MILLISECONDS = 1000;
/** The maximum time in milliseconds for which the queue claims renders without a pause. */
const WAKE_MILLISECONDS = 20;

interface Running {
  readonly controller: AbortController;
  readonly record: RenderRecord;
  readonly ended: Promise<void>;
}

export function createRenderScheduler(options: RenderSchedulerOptions): RenderScheduler {
  const { records, secrets, onStep, requests } = options;
  const { database, events } = records;
  const progress = createProgressBoard(events);
  const { atOnce = filmsAtOnce(thisMachine()) } = options;
  const slotLimits = typeof atOnce === 'function' ? atOnce : () => atOnce;
  const rendering = createLimiter(() => slotLimits().most);
  /** The running renders that occupy a rendering slot. */
  const renderingNow = new Set<RenderRecord>();
  const sending = createLimiter(SENDING_AT_ONCE);
  const running = new Map<RenderId, Running>();
  const stopping = new AbortController();
  let turns = NO_TURNS;
  let started = false;
  const outliving = createOutlivingRenders(database, options.worker);

  /** Repeats a database change until the disk has space and no other process locks the database. */
  const persist = async <Value>(work: () => Value): Promise<Value> => {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof ServiceError) || stopping.signal.aborted) throw error;
        onStep?.({ step: 'bookkeeping failed', render: null, error });
        await pause(RETRY_MILLISECONDS, undefined, { signal: stopping.signal });
        // Ignore the error, because the next attempt throws it again. The wait does not block the thread.
        await database.waitForWriteLock().catch(() => undefined);
      }
    }
  };

  const claimNext = (): RenderRecord | null => {
    for (;;) {
      const waiting = { candidates: waitingRenders(database), requested: nextRequestedRender(database) };
      const turn = nextTurn(waiting, turns, isCrowded(renderingNow, slotLimits()));
      if (turn === null) return null;
      turns = turn.turns;
      const record = claimRender(records, turn.chosen.id);
      if (record !== null) return record;
    }
  };

  const wake = () => {
    if (!started || stopping.signal.aborted) return;
    const since = performance.now();
    try {
      for (;;) {
        const record = outliving.take() ?? (rendering.free() > 0 ? claimNext() : null);
        if (record === null) return;
        run(record);
        // Pause between claims, because each one is a commit. Claiming renders for hundreds of slots without a pause
        // would block other requests.
        if (performance.now() - since > WAKE_MILLISECONDS) return void setImmediate(wake);
      }
    } catch (error) {
      onStep?.({ step: 'bookkeeping failed', render: null, error });
      setTimeout(wake, RETRY_MILLISECONDS).unref();
    }
  };

  const takeSlot = (record: RenderRecord): Disposable => {
    const slot = rendering.take();
    renderingNow.add(record);
    return {
      [Symbol.dispose]: () => {
        renderingNow.delete(record);
        slot[Symbol.dispose]();
      },
    };
  };

  const run = (record: RenderRecord) => {
    onStep?.({ step: 'claimed', render: record.id });
    const controller = new AbortController();
    const slot = takeSlot(record);
    const beginSending = async (signal: AbortSignal) => {
      const sendingPlace = await sending.wait(signal);
      slot[Symbol.dispose]();
      wake();
      return sendingPlace;
    };
    const dependencies = { ...options, progress, beginSending, persist, isStopping: () => stopping.signal.aborted };
    const ended = runRender(record, dependencies, controller.signal)
      .catch((error: unknown) => onStep?.({ step: 'bookkeeping failed', render: record.id, error }))
      .then(() => forgetSecret(record.secretName))
      .finally(() => {
        slot[Symbol.dispose]();
        running.delete(record.id);
        progress.remove(record.id);
        onStep?.({ step: 'released', render: record.id });
        // The render may have left an open upload at a store that did not answer.
        if (record.request.destination !== null) leftUploads.wake();
        wake();
      });
    running.set(record.id, { controller, record, ended });
  };

  /** Deletes the keys with this name unless a render still needs them. */
  const forgetSecret = async (name: string | null): Promise<void> => {
    if (name === null || isSecretNeeded(database, name)) return;
    await secrets.remove(name).catch((error: unknown) => onStep?.({ step: 'bookkeeping failed', render: null, error }));
  };

  const leftUploads = createStrayUploads({
    ...options,
    onCleared: ({ secretName }) => forgetSecret(secretName),
    onError: (error) => onStep?.({ step: 'bookkeeping failed', render: null, error }),
  });

  /** Cancels renders in slices, and aborts the running renders of each slice. */
  const cancelAll = async (ids: readonly RenderId[]): Promise<void> => {
    const yieldTurn = yieldRegularly();
    const works: Promise<void>[] = [];
    for (let start = 0; start < ids.length; start += SLICE) {
      await database.waitForWriteLock();
      const cancelled = database.transaction(() =>
        ids.slice(start, start + SLICE).filter((id) => cancelRender(records, id)),
      );
      for (const id of cancelled) {
        onStep?.({ step: 'cancelled', render: id });
        const work = running.get(id);
        work?.controller.abort(new ServiceError('render/cancelled'));
        if (work !== undefined) works.push(work.ended);
      }
      await yieldTurn();
    }
    await Promise.all(works);
    const names = new Set(
      ids.map((id) => database.get('SELECT secret_name FROM render WHERE id = ?', id)?.['secret_name']),
    );
    for (const name of names) if (typeof name === 'string') await forgetSecret(name);
  };

  const recover = (): void => {
    const interrupted = findRenders(database, `state IN ('fetching', 'rendering', 'uploading') ORDER BY sequence`);
    outliving.replace(interrupted.filter(outliving.continuesAlone));
    for (const record of interrupted) if (!outliving.continuesAlone(record)) recoverRender(records, record);
  };
  const begin = (): void => {
    started = true;
    leftUploads.wake();
    wake();
  };

  return {
    accept: async (checked, from) => {
      const record = await acceptRender(checked, from, records, secrets);
      if (record === null) throw new ServiceError('render/not-found');
      wake();
      return record;
    },
    keepSecret: (credentials) => storeSecret(credentials, secrets),
    cancel: (id) => cancelAll([id]),
    cancelAll,
    retry: async (id) => {
      const record = await retryRender(id, records, requests);
      wake();
      return record;
    },
    next: (id) => {
      if (moveToFront(records, id)) wake();
    },
    cancelProject: async (project) => {
      const sql = `SELECT id FROM render WHERE project = ? AND state NOT IN ('succeeded', 'failed', 'cancelled')
        ORDER BY state = 'queued' DESC, sequence DESC`;
      // Cancel queued renders first. Otherwise the end of a running render would start a queued render.
      await cancelAll(database.all(sql, project).map((row) => String(row['id']) as RenderId));
      await leftUploads.clearProject(project);
      const names = database.all('SELECT DISTINCT secret_name FROM render WHERE project = ?', project);
      for (const name of names.map((row) => row['secret_name']))
        if (typeof name === 'string') await secrets.remove(name);
    },
    untilEnded: (id, signal) => untilEnded(id, records, signal, stopping.signal),
    progressOf: progress.get,
    counts: () => ({
      queued: Number(database.get(`SELECT COUNT(*) AS n FROM render WHERE state = 'queued'`)?.['n'] ?? 0),
      // Omit canceled renders that are still stopping, because no list contains them.
      running: [...running.values()].filter(({ controller }) => !controller.signal.aborted).length,
    }),
    wake,
    start: () => {
      try {
        recover();
        begin();
      } catch (error) {
        // A full disk must not prevent reads. Interrupted renders are resumed when the disk has space again.
        if (!(error instanceof ServiceError)) throw error;
        void persist(recover).then(begin, ignoreStop);
      }
    },
    stop: async () => {
      stopping.abort(new ServiceError('storage/busy', message('service/stopping')));
      const works = [...running.values()];
      for (const { controller } of works) controller.abort(stopping.signal.reason);
      await Promise.all([leftUploads.stop(), ...works.map(({ ended }) => ended)]);
      // The work has stopped, so the attempts can no longer change the rows.
      for (const { record } of works) {
        const now = findRender(database, record.id);
        if (now !== null && outliving.continuesAlone(now)) continue;
        if (requeueUncounted(records, record)) onStep?.({ step: 'put back', render: record.id });
      }
    },
  };
}

function ignoreStop(): void {
  // Ignore the error: the next start recovers the remaining renders.
}

/** The renders that an earlier process gave to a worker that outlives it, and that this process resumes. */
export interface OutlivingRenders {
  /**
   * Checks whether the worker of a render continues without this process. The next process then resumes the same
   * attempt.
   */
  continuesAlone(record: RenderRecord): boolean;
  /** Replaces the list of these renders. */
  replace(records: readonly RenderRecord[]): void;
  /** Removes the next of these renders from the list. Returns its current row; null if the list is empty. */
  take(): RenderRecord | null;
}

function createOutlivingRenders(database: Database, worker: RenderWorker): OutlivingRenders {
  let remaining: RenderRecord[] = [];
  const continuesAlone = ({ state, film }: RenderRecord): boolean =>
    worker.outlivesProcess === true && film === null && (state === 'fetching' || state === 'rendering');
  return {
    continuesAlone,
    replace: (records) => {
      remaining = [...records];
    },
    take: () => {
      for (;;) {
        const [before] = remaining;
        if (before === undefined) return null;
        const record = findRender(database, before.id);
        remaining.shift();
        // Skip a render that was deleted, has ended, or has a newer attempt.
        if (record !== null && record.attempt === before.attempt && continuesAlone(record)) return record;
      }
    },
  };
}

/**
 * Returns the render when it has ended, or its current row when `stopping` is aborted. Rejects with the signal's
 * reason.
 */
async function untilEnded(
  id: RenderId,
  { database, events }: RenderRecords,
  signal: AbortSignal,
  stopping: AbortSignal,
): Promise<RenderRecord> {
  const either = AbortSignal.any([signal, stopping]);
  for (;;) {
    const { promise: changed, resolve } = Promise.withResolvers<void>();
    using _subscription = events.subscribe(({ type, data }) => {
      if (type === 'render.changed' && 'id' in data && data.id === id) resolve();
    });
    const onAbort = () => resolve();
    either.addEventListener('abort', onAbort, { once: true });
    try {
      const record = findRender(database, id);
      if (record === null) throw new ServiceError('render/not-found');
      if (isEnded(record.state) || stopping.aborted) return record;
      signal.throwIfAborted();
      await changed;
    } finally {
      either.removeEventListener('abort', onAbort);
    }
  }
}
