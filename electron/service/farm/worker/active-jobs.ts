import type { FarmJob } from '../protocol/job.ts';
import type { WorkerTask } from '../protocol/worker-report.ts';

/** Why an order that is worked on is ended. It is thrown by what makes it, and known by its identity. */
export const ENDINGS = {
  /** Nobody wants it any more. */
  cancelled: new Error('the order was cancelled'),
  /** The queue gave it to another worker, because nothing was heard of this one. */
  leaseLost: new Error('the lease of the order was lost'),
  /** This worker stops; another one goes on. */
  givenBack: new Error('the order is given back'),
} as const;

/** An order that is worked on. */
export interface Task {
  readonly order: FarmJob;
  readonly signal: AbortSignal;
  /**
   * Frames that are done. Gives back how many were made since it was told last, or, of a film of which something was there
   * before, since it was told first.
   */
  progress(told: { readonly done: number; readonly total: number; readonly isAllNew: boolean }): number;
}

/** The orders that this worker works on, by their ids. */
export interface ActiveJobs {
  /** Of an order that has not begun here, or has ended; until its scope ends. */
  begin(job: FarmJob): Task & Disposable;
  /** Ends an order with one of {@link ENDINGS}. */
  end(id: string, reason: Error): void;
  /** Ends a film's order, and parts of that film. */
  cancel(id: string): void;
  endAll(reason: Error): void;
  /** Ids that a cancellation may name: of orders, and of the films that parts belong to. */
  cancellable(): readonly string[];
  orders(): readonly FarmJob[];
  /** For people. */
  tasks(): readonly WorkerTask[];
}

interface Entry {
  readonly order: FarmJob;
  readonly controller: AbortController;
  readonly since: number;
  done: number | null;
  total: number;
}

/** @param onChange Called when an order begins or has ended. */
export function createActiveJobs(clock: () => number, onChange: () => void): ActiveJobs {
  const entries = new Map<string, Entry>();
  return {
    begin: (job) => {
      const controller = new AbortController();
      // Of a film it is not known yet what was there before.
      const begun = job.kind === 'parts' ? { done: 0, total: job.frames } : { done: null, total: 0 };
      const entry: Entry = { order: job, controller, since: clock(), ...begun };
      entries.set(job.id, entry);
      onChange();
      return {
        order: job,
        signal: controller.signal,
        progress: ({ done, total, isAllNew }) => {
          const made = Math.max(0, done - (entry.done ?? (isAllNew ? 0 : done)));
          entry.done = Math.max(done, entry.done ?? 0);
          entry.total = total;
          return made;
        },
        [Symbol.dispose]: () => {
          entries.delete(job.id);
          onChange();
        },
      };
    },
    end: (id, reason) => entries.get(id)?.controller.abort(reason),
    cancel: (id) => {
      for (const { order, controller } of entries.values())
        if (namesOf(order).includes(id)) controller.abort(ENDINGS.cancelled);
    },
    endAll: (reason) => {
      for (const { controller } of entries.values()) controller.abort(reason);
    },
    cancellable: () => [...new Set([...entries.values()].flatMap(({ order }) => namesOf(order)))],
    orders: () => [...entries.values()].map(({ order }) => order),
    tasks: () =>
      [...entries.values()].map(({ order, since, done, total }) => ({
        order: order.id,
        kind: order.kind,
        render: filmOf(order).render,
        done: done ?? 0,
        total,
        since,
      })),
  };
}

/** What a cancellation calls an order. */
export function namesOf(job: FarmJob): readonly string[] {
  return job.kind === 'film' ? [job.id] : [job.id, job.film.id];
}

function filmOf(job: FarmJob): Extract<FarmJob, { kind: 'film' }> {
  return job.kind === 'film' ? job : job.film;
}
