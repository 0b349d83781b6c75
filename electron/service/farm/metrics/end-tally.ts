import { findRender } from '../../jobs/records/render-record.ts';
import type { Database, EventLog } from '../../storage/ports.ts';

/** What has ended since the service began, each end once. */
export interface EndCounts {
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Of the films that were made. */
  readonly frames: number;
  /** Scenes of those films, and those of them for which nothing had to be made. */
  readonly scenes: number;
  readonly scenesReused: number;
}

export interface EndTally extends Disposable {
  counts(): EndCounts;
}

/** Counts ends as the log of events tells them: rows are forgotten one day, and a counter never falls. */
export function createEndTally({
  database,
  events,
}: {
  readonly database: Database;
  readonly events: Pick<EventLog, 'subscribe'>;
}): EndTally {
  const counts = { succeeded: 0, failed: 0, cancelled: 0, frames: 0, scenes: 0, scenesReused: 0 };
  const heard = events.subscribe(({ type, data }) => {
    if (type !== 'render.changed' || !('state' in data) || !('id' in data)) return;
    const { state, id } = data;
    if (state !== 'succeeded' && state !== 'failed' && state !== 'cancelled') return;
    counts[state] += 1;
    const outcome = state === 'succeeded' ? findRender(database, String(id))?.outcome : null;
    counts.frames += outcome?.frames ?? 0;
    counts.scenes += outcome?.scenes?.total ?? 0;
    counts.scenesReused += outcome?.scenes?.cached ?? 0;
  });
  return { counts: () => ({ ...counts }), [Symbol.dispose]: () => heard[Symbol.dispose]() };
}
