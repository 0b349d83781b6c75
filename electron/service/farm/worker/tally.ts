import type { WorkerTotals } from '../status/farm-status.ts';

/** Over so long the speed is told. */
const SPAN_MILLISECONDS = 10_000;

/** What a worker has made since it started, and how quickly it makes something now. */
export interface Tally {
  /** Adds to totals. */
  count(what: Partial<WorkerTotals>): void;
  readonly totals: WorkerTotals;
  /** A second, over the last ten. */
  speed(): { readonly framesPerSecond: number; readonly partsPerSecond: number };
}

/** @param now Milliseconds of a clock that never goes back. */
export function createTally(now: () => number): Tally {
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
  let recent: { readonly at: number; readonly frames: number; readonly parts: number }[] = [];
  return {
    count: (what) => {
      totals = added(totals, what);
      const { frames = 0, parts = 0 } = what;
      if (frames !== 0 || parts !== 0) recent.push({ at: now(), frames, parts });
      // Of what comes in thousands a second only its sum in each twentieth of a second is kept.
      recent = merged(recent.filter(({ at }) => at > now() - SPAN_MILLISECONDS));
    },
    get totals() {
      return totals;
    },
    speed: () => {
      const since = Math.max(startedAt, now() - SPAN_MILLISECONDS);
      const seconds = Math.max(1, (now() - since) / 1000);
      const made = recent.filter(({ at }) => at > now() - SPAN_MILLISECONDS);
      return {
        framesPerSecond: made.reduce((sum, { frames }) => sum + frames, 0) / seconds,
        partsPerSecond: made.reduce((sum, { parts }) => sum + parts, 0) / seconds,
      };
    },
  };
}

function added(totals: WorkerTotals, what: Partial<WorkerTotals>): WorkerTotals {
  const names = Object.keys(totals) as readonly (keyof WorkerTotals)[];
  return Object.fromEntries(names.map((name) => [name, totals[name] + (what[name] ?? 0)])) as unknown as WorkerTotals;
}
