import type { FarmJob } from '../protocol/job.ts';
import type { WorkerTotals } from '../protocol/worker-report.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';

/** The time span over which the speed is averaged. */
const SPAN_MILLISECONDS = 10_000;
const SLOT_MILLISECONDS = 250;
/** The minimum period, so that the speed in the first second is not extrapolated. */
const MIN_MILLISECONDS = 1000;

/** The counters of a worker since its start, and its current speed. */
export interface WorkerCounters {
  /** Adds to the totals. */
  count(amounts: Partial<WorkerTotals>): void;
  readonly totals: WorkerTotals;
  /** Returns the averages per second over the last ten seconds. */
  speed(): { readonly framesPerSecond: number; readonly partsPerSecond: number };
}

/**
 * Creates counters.
 * @param now Returns milliseconds of a monotonic clock.
 */
export function createWorkerCounters(now: () => number): WorkerCounters {
  let totals: WorkerTotals = {
    films: 0,
    parts: 0,
    frames: 0,
    failures: 0,
    lookedFor: 0,
    found: 0,
    bytesFetched: 0,
    bytesPut: 0,
  };
  const startedAt = now();
  // The sums by time slot. Single records of thousands of calls per second would need too much memory.
  const recent = new Map<number, { frames: number; parts: number }>();
  const dropOldSlots = (): void => {
    const oldest = slotOf(now() - SPAN_MILLISECONDS);
    for (const slot of recent.keys()) if (slot <= oldest) recent.delete(slot);
  };
  return {
    count: (amounts) => {
      totals = addTotals(totals, amounts);
      const { frames = 0, parts = 0 } = amounts;
      if (frames === 0 && parts === 0) return;
      dropOldSlots();
      const slot = slotOf(now());
      const sums = recent.get(slot) ?? { frames: 0, parts: 0 };
      recent.set(slot, { frames: sums.frames + frames, parts: sums.parts + parts });
    },
    get totals() {
      return totals;
    },
    speed: () => {
      dropOldSlots();
      const seconds = Math.min(Math.max(now() - startedAt, MIN_MILLISECONDS), SPAN_MILLISECONDS) / 1000;
      const sums = [...recent.values()];
      return {
        framesPerSecond: sums.reduce((sum, { frames }) => sum + frames, 0) / seconds,
        partsPerSecond: sums.reduce((sum, { parts }) => sum + parts, 0) / seconds,
      };
    },
  };
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MILLISECONDS);
}

function addTotals(totals: WorkerTotals, amounts: Partial<WorkerTotals>): WorkerTotals {
  const sum = (name: keyof WorkerTotals) => totals[name] + (amounts[name] ?? 0);
  return {
    films: sum('films'),
    parts: sum('parts'),
    frames: sum('frames'),
    failures: sum('failures'),
    lookedFor: sum('lookedFor'),
    found: sum('found'),
    bytesFetched: sum('bytesFetched'),
    bytesPut: sum('bytesPut'),
  };
}

/** Wraps a storage to count the transferred bytes. */
export function countedStorage(storage: ObjectStorage, counters: Pick<WorkerCounters, 'count'>): ObjectStorage {
  return {
    ...storage,
    put: async (key, file, options) => {
      await storage.put(key, file, options);
      counters.count({ bytesPut: file.bytes });
    },
    fetch: async (key, path, options) => {
      const facts = await storage.fetch(key, path, options);
      if (facts !== null) counters.count({ bytesFetched: facts.bytes });
      return facts;
    },
  };
}

/** The statistics of a worker, for its report and its metrics. */
export interface WorkerStatistics {
  readonly counters: WorkerCounters;
  /** The number of failed jobs by error code. */
  readonly failures: ReadonlyMap<string, number>;
  /** Times a job until the scope ends. */
  begin(kind: FarmJob['kind']): Disposable;
  countMade(job: FarmJob): void;
  countFailure(code: string): void;
  countFrames(made: number): void;
  /** Adds a listener for the kind and the seconds of each ended job. */
  onEnd(listener: (kind: FarmJob['kind'], seconds: number) => void): void;
}

/**
 * Creates the statistics.
 * @param now Returns milliseconds of a monotonic clock.
 */
export function createWorkerStatistics(counters: WorkerCounters, now: () => number): WorkerStatistics {
  const failures = new Map<string, number>();
  const listeners: ((kind: FarmJob['kind'], seconds: number) => void)[] = [];
  return {
    counters,
    failures,
    begin: (kind) => {
      const startedAt = now();
      return {
        [Symbol.dispose]: () => {
          for (const listener of listeners) listener(kind, (now() - startedAt) / 1000);
        },
      };
    },
    countMade: (job) => counters.count(job.kind === 'film' ? { films: 1 } : { parts: job.keys.length }),
    countFailure: (code) => {
      counters.count({ failures: 1 });
      failures.set(code, (failures.get(code) ?? 0) + 1);
    },
    countFrames: (made) => counters.count({ frames: made }),
    onEnd: (listener) => void listeners.push(listener),
  };
}
