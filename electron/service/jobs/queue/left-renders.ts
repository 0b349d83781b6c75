import type { Database } from '../../storage/ports.ts';
import { findRender, type RenderRecord } from '../records/render-record.ts';
import type { RenderWorker } from '../records/render-worker.ts';

/** Renders that an earlier process gave to a worker that outlives it, still to be taken up. */
export interface LeftRenders {
  /** Whether a render goes on without us, so that whoever comes next takes it up under the same attempt. */
  goesOn(record: RenderRecord): boolean;
  /** Takes note of these, and forgets all others. */
  note(records: readonly RenderRecord[]): void;
  /** The next one, as it is now; null when all are taken up. */
  take(): RenderRecord | null;
}

export function createLeftRenders(database: Database, worker: RenderWorker): LeftRenders {
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
