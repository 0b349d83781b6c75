import type { WorkerTotals } from '../../status/farm-status.ts';

/** Over so long the speed is told. */
const SPAN_MILLISECONDS = 10_000;
const SLOT_MILLISECONDS = 250;
/** In its first second a worker is not quicker than it is. */
const LEAST_MILLISECONDS = 1000;

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
  // What comes in thousands a second is kept as its sums.
  const recent = new Map<number, { frames: number; parts: number }>();
  const forget = (): void => {
    const oldest = slotOf(now() - SPAN_MILLISECONDS);
    for (const slot of recent.keys()) if (slot <= oldest) recent.delete(slot);
  };
  return {
    count: (what) => {
      totals = added(totals, what);
      const { frames = 0, parts = 0 } = what;
      if (frames === 0 && parts === 0) return;
      forget();
      const slot = slotOf(now());
      const sums = recent.get(slot) ?? { frames: 0, parts: 0 };
      recent.set(slot, { frames: sums.frames + frames, parts: sums.parts + parts });
    },
    get totals() {
      return totals;
    },
    speed: () => {
      forget();
      const seconds = Math.min(Math.max(now() - startedAt, LEAST_MILLISECONDS), SPAN_MILLISECONDS) / 1000;
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

function added(totals: WorkerTotals, what: Partial<WorkerTotals>): WorkerTotals {
  const sum = (name: keyof WorkerTotals) => totals[name] + (what[name] ?? 0);
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
