import { WORKING_STATES, type WorkingState } from '../../jobs/records/render-record.ts';
import type { Database } from '../../storage/ports.ts';
import type { FarmStatus } from '../status/farm-status.ts';

/** How many renders wait and are worked on, by their rows. */
export interface RenderCounts {
  readonly queued: number;
  readonly working: Readonly<Record<WorkingState, number>>;
  /** Age of the one that has waited longest, in seconds; null when none waits. */
  readonly oldestSeconds: number | null;
}

/** Reads the counts; `now` in milliseconds since 1970. What has ended is not looked at, however much that is. */
export function countRenders(database: Database, now: number): RenderCounts {
  const states = ['queued', ...WORKING_STATES];
  const rows = database.all(
    `SELECT state, COUNT(*) AS n FROM render WHERE state IN (${states.map(() => '?').join(', ')}) GROUP BY state`,
    ...states,
  );
  const counts = new Map(rows.map((row) => [String(row['state']), Number(row['n'])]));
  const oldest = database.get(`SELECT created_at FROM render WHERE state = 'queued' ORDER BY sequence LIMIT 1`);
  return {
    queued: counts.get('queued') ?? 0,
    working: {
      fetching: counts.get('fetching') ?? 0,
      rendering: counts.get('rendering') ?? 0,
      uploading: counts.get('uploading') ?? 0,
    },
    oldestSeconds: oldest === undefined ? null : Math.max(0, (now - Number(oldest['created_at'])) / 1000),
  };
}

/** Renders that nobody works on yet, and those that somebody does. */
export interface WaitingRenders {
  readonly queued: number;
  readonly running: number;
  readonly oldestSeconds: number | null;
}

/**
 * The same with what a farm says: a render that was given to the queue, and that no worker has taken, waits as much as
 * one that was not given. Else a farm without workers would have films that are made, and nobody would start one.
 */
export function waitingRenders(counts: RenderCounts, farm: FarmStatus | null): WaitingRenders {
  const { fetching, rendering, uploading } = counts.working;
  // Orders that wait may be parts of films that were begun, so they say only how many it can be at most.
  const notBegun = farm === null ? 0 : Math.min(fetching, farm.given.waiting);
  const ages = [counts.oldestSeconds, farm?.oldestSeconds ?? null].filter((age) => age !== null);
  return {
    queued: counts.queued + notBegun,
    running: fetching + rendering + uploading - notBegun,
    oldestSeconds: ages.length === 0 ? null : Math.max(...ages),
  };
}
