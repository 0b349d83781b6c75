import type { EndTally } from '../../farm/metrics/end-tally.ts';
import { figuresOf } from '../../farm/metrics/figures.ts';
import { metricsText } from '../../farm/metrics/metrics-text.ts';
import { countRenders, waitingRenders } from '../../farm/metrics/render-counts.ts';
import type { FarmWatch } from '../../farm/status/farm-status.ts';
import type { HandlersOf } from '../../http/calls/handler.ts';
import { findRenders, type RenderId } from '../../jobs/records/render-record.ts';
import type { Clock, Database } from '../../storage/ports.ts';
import { farmAnswer, shownWorkers } from './farm-answer.ts';
import { filmNames } from './film-names.ts';

export interface FarmRouteOptions {
  /** Null where films are made here. */
  readonly watch: FarmWatch | null;
  readonly database: Database;
  readonly clock: Clock;
  readonly version: string;
  readonly queue: { progressOf(id: RenderId): { readonly framesPerSecond: number | null } | null };
  readonly tally: EndTally;
  /** Files that are not in the store yet; null where nobody counts them. */
  readonly uploadsWaiting: (() => number) | null;
}

/** The calls about who makes the films of this service, for people and for monitors. */
export function farmHandlers(options: FarmRouteOptions): HandlersOf<'readFarm' | 'readMetrics'> {
  const { watch, database, clock, version, queue, tally } = options;
  const uploadsWaiting = () => options.uploadsWaiting?.() ?? null;
  return {
    readFarm: async () => {
      const status = (await watch?.()) ?? null;
      const renders = waitingRenders(countRenders(database, clock()), status);
      if (status === null) {
        const { queued, running, oldestSeconds } = renders;
        return { status: 200, json: { kind: 'embedded', renders: { queued, running }, oldestSeconds } };
      }
      const shown = shownWorkers(status.workers).flatMap(({ doing }) => doing.map(({ render }) => render));
      const names = filmNames(database, shown);
      return { status: 200, json: farmAnswer(status, { renders, uploadsWaiting: uploadsWaiting(), names }) };
    },
    readMetrics: async () => {
      const farm = (await watch?.()) ?? null;
      const figures = figuresOf({
        version,
        counts: countRenders(database, clock()),
        ended: tally.counts(),
        framesPerSecond: farm === null ? ownFramesPerSecond(database, queue) : 0,
        farm,
        uploadsWaiting: uploadsWaiting(),
      });
      return { status: 200, ...(await metricsText(figures)) };
    },
  };
}

function ownFramesPerSecond(database: Database, queue: FarmRouteOptions['queue']): number {
  const made = findRenders(database, `state = 'rendering'`);
  return made.reduce((total, { id }) => total + (queue.progressOf(id)?.framesPerSecond ?? 0), 0);
}
