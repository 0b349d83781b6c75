import type { FarmJob } from '../protocol/job.ts';
import type { WorkerTask } from '../protocol/worker-report.ts';

/**
 * The reasons for aborting an active job. The code that processes the job throws them, and callers compare them by
 * identity.
 */
export const ENDINGS = {
  /** The job was canceled. */
  cancelled: new Error('the job was canceled'),
  /** The queue gave the job to another worker, because this worker did not renew its lease. */
  leaseLost: new Error('the lease of the job was lost'),
  /** This worker stops, and another one continues. */
  givenBack: new Error('the job returns to the queue'),
} as const;

/** An active job. */
export interface Task {
  readonly job: FarmJob;
  readonly signal: AbortSignal;
  /**
   * Records the finished frames. Returns the number of frames since the last call. For a film that started with cached
   * parts, returns the number since the first call.
   */
  progress(frames: { readonly done: number; readonly total: number; readonly isAllNew: boolean }): number;
}

/** The active jobs of this worker, by id. */
export interface ActiveJobs {
  /** Adds a job, which must not be active, until its scope ends. */
  begin(job: FarmJob): Task & Disposable;
  /** Aborts a job with one of {@link ENDINGS}. */
  end(id: string, reason: Error): void;
  /** Cancels a film job, or the parts jobs of a film. */
  cancel(id: string): void;
  endAll(reason: Error): void;
  /** Returns the ids that a cancellation can name: the id of each job, and for parts also the id of the film. */
  cancellable(): readonly string[];
  jobs(): readonly FarmJob[];
  /** Returns the active jobs for reports. */
  tasks(): readonly WorkerTask[];
}

interface Entry {
  readonly job: FarmJob;
  readonly controller: AbortController;
  readonly since: number;
  done: number | null;
  total: number;
}

/**
 * Creates the set of active jobs.
 * @param onChange Called when a job starts or has ended.
 */
export function createActiveJobs(clock: () => number, onChange: () => void): ActiveJobs {
  const entries = new Map<string, Entry>();
  return {
    begin: (job) => {
      const controller = new AbortController();
      // `done` is null for a film, because the number of cached frames is unknown at first.
      const initialFrames = job.kind === 'parts' ? { done: 0, total: job.frames } : { done: null, total: 0 };
      const entry: Entry = { job, controller, since: clock(), ...initialFrames };
      entries.set(job.id, entry);
      onChange();
      return {
        job,
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
      for (const { job, controller } of entries.values())
        if (cancellationIds(job).includes(id)) controller.abort(ENDINGS.cancelled);
    },
    endAll: (reason) => {
      for (const { controller } of entries.values()) controller.abort(reason);
    },
    cancellable: () => [...new Set([...entries.values()].flatMap(({ job }) => cancellationIds(job)))],
    jobs: () => [...entries.values()].map(({ job }) => job),
    tasks: () =>
      [...entries.values()].map(({ job, since, done, total }) => ({
        order: job.id,
        kind: job.kind,
        render: filmOf(job).render,
        done: done ?? 0,
        total,
        since,
      })),
  };
}

/** Returns the ids that a cancellation of the job can name. */
export function cancellationIds(job: FarmJob): readonly string[] {
  return job.kind === 'film' ? [job.id] : [job.id, job.film.id];
}

function filmOf(job: FarmJob): Extract<FarmJob, { kind: 'film' }> {
  return job.kind === 'film' ? job : job.film;
}
