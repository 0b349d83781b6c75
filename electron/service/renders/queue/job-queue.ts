import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { message } from '#shared/messages/message.ts';
import type { DestinationCredentials } from '../../destinations/destination.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Database, ProjectUid } from '../../storage/ports.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import { acceptRender, keepSecret, type RenderAsker } from '../accept/accept-render.ts';
import type { CheckedRender, RequestContext } from '../accept/render-request.ts';
import { retryRender } from '../accept/retry-render.ts';
import { createLeftUploads, type LeftUploadOptions } from '../endings/left-uploads.ts';
import { createProgressBoard, type Progress } from '../records/progress-board.ts';
import { findRender, findRenders, isEnded, type RenderId, type RenderRecord } from '../records/render-record.ts';
import type { RenderWorker } from '../records/render-worker.ts';
import { cancelRow, claimRender, putBack, type RenderLedger, recoverRender, wantNext } from '../records/transitions.ts';
import { type FilmsAtOnce, filmsAtOnce, isCrowded } from './films-at-once.ts';
import { NO_TURNS, nextTurn } from './round-robin.ts';
import { type RunSurroundings, runRender } from './run-render.ts';
import { isSecretNeeded, requestedRender, waitingRenders } from './waiting-renders.ts';

export interface JobQueueOptions
  extends Pick<RunSurroundings, 'ledger' | 'blobs' | 'worker' | 'secrets' | 'send' | 'policy'>,
    Pick<LeftUploadOptions, 'clear'> {
  readonly requests: RequestContext;
  /**
   * Films that are rendered side by side; as {@link filmsAtOnce} has it for this machine unless given. Where it may change,
   * call {@link RenderScheduler.wake} when it has.
   */
  readonly atOnce?: FilmsAtOnce | (() => FilmsAtOnce);
  readonly onStep?: (step: RenderStep) => void;
}

/** A line for the log. */
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

/**
 * Renders that were accepted, and who works on them. The table `render` is the truth; what is here is lost without
 * harm.
 */
export interface RenderScheduler {
  /** Accepts a checked render. Throws `link/too-many`. */
  accept(checked: CheckedRender, from: RenderAsker): Promise<RenderRecord>;
  /** Keeps keys that several renders of a batch use, under the name that is given back. */
  keepSecret(credentials: DestinationCredentials | null): Promise<string | null>;
  /** Cancels a render; one that has ended stays as it is. The work has stopped when it settles. */
  cancel(id: RenderId): Promise<void>;
  /** As {@link cancel} for many, others going on meanwhile. */
  cancelAll(ids: readonly RenderId[]): Promise<void>;
  /** Queues a failed render again; throws `render/not-retryable`, and `render/invalid` if its assets are gone. */
  retry(id: RenderId): Promise<RenderRecord>;
  /** Puts a queued render before the others, also after a restart; one that is not queued stays as it is. */
  next(id: RenderId): void;
  /** Cancels all of a project and forgets its keys: it is about to be deleted. */
  cancelProject(project: ProjectUid): Promise<void>;
  /** The render when it has ended, or when the queue stops; rejects with the signal's reason. */
  untilEnded(id: RenderId, signal: AbortSignal): Promise<RenderRecord>;
  progressOf(id: RenderId): Progress | null;
  counts(): { readonly queued: number; readonly running: number };
  /** Looks for work, as after rows were queued by other means. */
  wake(): void;
  /** Takes up what an earlier process left, and begins. Call it once. */
  start(): void;
  /** Stops what runs and puts it back to queued, without counting the attempt. */
  stop(): Promise<void>;
}

const SENDING_AT_ONCE = 4;
/** Rows that are cancelled in one transaction: a few milliseconds' worth. */
const SLICE = 100;
const LOOK_AGAIN_MILLISECONDS = 1000;
/** Renders are claimed for so long at a stretch. */
const WAKE_MILLISECONDS = 20;

interface Running {
  readonly controller: AbortController;
  readonly record: RenderRecord;
  readonly ended: Promise<void>;
}

export function createRenderScheduler(options: JobQueueOptions): RenderScheduler {
  const { ledger, secrets, onStep, requests } = options;
  const { database, events } = ledger;
  const progress = createProgressBoard(events);
  const { atOnce = filmsAtOnce(availableParallelism()) } = options;
  const room = typeof atOnce === 'function' ? atOnce : () => atOnce;
  const rendering = createLimiter(() => room().most);
  /** Those that have a place among them. */
  const making = new Set<RenderRecord>();
  const sending = createLimiter(SENDING_AT_ONCE);
  const running = new Map<RenderId, Running>();
  const stopping = new AbortController();
  let turns = NO_TURNS;
  let started = false;
  const left = createLeftRenders(database, options.worker);

  /** A full disk passes, and so does another's lock; what has happened is written down when it has. */
  const persist = async <Value>(work: () => Value): Promise<Value> => {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof ServiceError) || stopping.signal.aborted) throw error;
        onStep?.({ step: 'bookkeeping failed', render: null, error });
        await pause(LOOK_AGAIN_MILLISECONDS, undefined, { signal: stopping.signal });
        // What it throws is what the work would throw, but without holding anything up.
        await database.freeToWrite().catch(() => undefined);
      }
    }
  };

  const claimNext = (): RenderRecord | null => {
    for (;;) {
      const waiting = { candidates: waitingRenders(database), wanted: requestedRender(database) };
      const turn = nextTurn(waiting, turns, isCrowded(making, room()));
      if (turn === null) return null;
      turns = turn.turns;
      const record = claimRender(ledger, turn.chosen.id);
      if (record !== null) return record;
    }
  };

  const wake = () => {
    if (!started || stopping.signal.aborted) return;
    const since = performance.now();
    try {
      for (;;) {
        const record = left.take() ?? (rendering.free() > 0 ? claimNext() : null);
        if (record === null) return;
        run(record);
        // Each is a commit. With room for hundreds of films, others would wait for all of them.
        if (performance.now() - since > WAKE_MILLISECONDS) return void setImmediate(wake);
      }
    } catch (error) {
      onStep?.({ step: 'bookkeeping failed', render: null, error });
      setTimeout(wake, LOOK_AGAIN_MILLISECONDS).unref();
    }
  };

  const takeSlot = (record: RenderRecord): Disposable => {
    const slot = rendering.take();
    making.add(record);
    return {
      [Symbol.dispose]: () => {
        making.delete(record);
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
    const surroundings = { ...options, progress, beginSending, persist, isStopping: () => stopping.signal.aborted };
    const ended = runRender(record, surroundings, controller.signal)
      .catch((error: unknown) => onStep?.({ step: 'bookkeeping failed', render: record.id, error }))
      .then(() => forgetSecret(record.secretName))
      .finally(() => {
        slot[Symbol.dispose]();
        running.delete(record.id);
        progress.remove(record.id);
        onStep?.({ step: 'released', render: record.id });
        // One that does not go on may have left an upload at a store that did not answer.
        if (record.request.destination !== null) leftUploads.wake();
        wake();
      });
    running.set(record.id, { controller, record, ended });
  };

  /** Removes the keys that no render needs any more. */
  const forgetSecret = async (name: string | null): Promise<void> => {
    if (name === null || isSecretNeeded(database, name)) return;
    await secrets.remove(name).catch((error: unknown) => onStep?.({ step: 'bookkeeping failed', render: null, error }));
  };

  const leftUploads = createLeftUploads({
    ...options,
    onCleared: ({ secretName }) => forgetSecret(secretName),
    onError: (error) => onStep?.({ step: 'bookkeeping failed', render: null, error }),
  });

  /** In slices, so that others go on meanwhile; what runs is stopped with its slice. */
  const cancelAll = async (ids: readonly RenderId[]): Promise<void> => {
    const yieldTurn = yieldRegularly();
    const works: Promise<void>[] = [];
    for (let start = 0; start < ids.length; start += SLICE) {
      await database.freeToWrite();
      const cancelled = database.transaction(() =>
        ids.slice(start, start + SLICE).filter((id) => cancelRow(ledger, id)),
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
    const found = findRenders(database, `state IN ('fetching', 'rendering', 'uploading') ORDER BY sequence`);
    left.note(found.filter(left.goesOn));
    for (const record of found) if (!left.goesOn(record)) recoverRender(ledger, record);
  };
  const begin = (): void => {
    started = true;
    leftUploads.wake();
    wake();
  };

  return {
    accept: async (checked, from) => {
      const record = await acceptRender(checked, from, ledger, secrets);
      if (record === null) throw new ServiceError('render/not-found');
      wake();
      return record;
    },
    keepSecret: (credentials) => keepSecret(credentials, secrets),
    cancel: (id) => cancelAll([id]),
    cancelAll,
    retry: async (id) => {
      const record = await retryRender(id, ledger, requests);
      wake();
      return record;
    },
    next: (id) => {
      if (wantNext(ledger, id)) wake();
    },
    cancelProject: async (project) => {
      const sql = `SELECT id FROM render WHERE project = ? AND state NOT IN ('succeeded', 'failed', 'cancelled')
        ORDER BY state = 'queued' DESC, sequence DESC`;
      // Those that wait first, or one of them would begin whenever a running one ends.
      await cancelAll(database.all(sql, project).map((row) => String(row['id']) as RenderId));
      await leftUploads.clearProject(project);
      const names = database.all('SELECT DISTINCT secret_name FROM render WHERE project = ?', project);
      for (const name of names.map((row) => row['secret_name']))
        if (typeof name === 'string') await secrets.remove(name);
    },
    untilEnded: (id, signal) => untilEnded(id, ledger, signal, stopping.signal),
    progressOf: progress.get,
    counts: () => ({
      queued: Number(database.get(`SELECT COUNT(*) AS n FROM render WHERE state = 'queued'`)?.['n'] ?? 0),
      // A render that was cancelled takes a moment to stop, and is in no list any more.
      running: [...running.values()].filter(({ controller }) => !controller.signal.aborted).length,
    }),
    wake,
    start: () => {
      try {
        recover();
        begin();
      } catch (error) {
        // A full disk keeps nobody from reading: what was cut off is taken up when there is space again.
        if (!(error instanceof ServiceError)) throw error;
        void persist(recover).then(begin, ignoreStop);
      }
    },
    stop: async () => {
      stopping.abort(new ServiceError('storage/busy', message('service/stopping')));
      const works = [...running.values()];
      for (const { controller } of works) controller.abort(stopping.signal.reason);
      await Promise.all([leftUploads.stop(), ...works.map(({ ended }) => ended)]);
      // Nobody works on them any more, so nothing of the attempt can come after this.
      for (const { record } of works) {
        const now = findRender(database, record.id);
        if (now !== null && left.goesOn(now)) continue;
        if (putBack(ledger, record)) onStep?.({ step: 'put back', render: record.id });
      }
    },
  };
}

function ignoreStop(): void {
  // The next start takes up what this one could not.
}

/** Renders that an earlier process gave to a worker that outlives it, still to be taken up. */
export interface LeftRenders {
  /** Whether a render goes on without us, so that whoever comes next takes it up under the same attempt. */
  goesOn(record: RenderRecord): boolean;
  /** Takes note of these, and forgets all others. */
  note(records: readonly RenderRecord[]): void;
  /** The next one, as it is now; null when all are taken up. */
  take(): RenderRecord | null;
}

function createLeftRenders(database: Database, worker: RenderWorker): LeftRenders {
  let left: RenderRecord[] = [];
  const goesOn = ({ state, film }: RenderRecord): boolean =>
    worker.outlivesUs === true && film === null && (state === 'fetching' || state === 'rendering');
  return {
    goesOn,
    note: (records) => {
      left = [...records];
    },
    take: () => {
      for (;;) {
        const [before] = left;
        if (before === undefined) return null;
        const record = findRender(database, before.id);
        left.shift();
        // It may have been cancelled meanwhile.
        if (record !== null && record.attempt === before.attempt && goesOn(record)) return record;
      }
    },
  };
}

/** The render when it has ended, or as it is when `stopping` is aborted; rejects with the signal's reason. */
async function untilEnded(
  id: RenderId,
  { database, events }: RenderLedger,
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
