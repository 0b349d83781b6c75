import {
  countRenders,
  createRenderCounters,
  metricsOf,
  metricsText,
  type RenderCounters,
  waitingRenders,
} from '../../farm/metrics.ts';
import type { ReadFarmStatus } from '../../farm/protocol/worker-report.ts';
import type { HandlersOf } from '../../http/handler.ts';
import type { FrameProgress } from '../../renders/records/progress-board.ts';
import { findRenders, type RenderId } from '../../renders/records/render-record.ts';
import type { Clock, Database, EventLog } from '../../storage/ports.ts';
import { type FarmAnswer, farmAnswer, shownWorkers } from './farm-answer.ts';
import { type FarmHealth, farmHealth } from './farm-health.ts';
import { type FarmSettingsAccess, farmSettingsHandlers } from './farm-settings.ts';
import { filmNames } from './film-names.ts';

export interface FarmRoutesOptions extends Omit<FarmRouteOptions, 'counters'> {
  readonly events: Pick<EventLog, 'subscribe'>;
  readonly watch: ReadFarmStatus | null;
  readonly settings: FarmSettingsAccess;
}

type FarmCalls = 'readFarm' | 'readMetrics' | 'readFarmSettings' | 'changeFarmSettings' | 'checkFarm';

export interface FarmRoutes extends Disposable {
  readonly handlers: HandlersOf<FarmCalls>;
  /** Returns the farm's part of `GET /health`; null without a farm. */
  readonly health: (signal: AbortSignal) => Promise<FarmHealth | null>;
}

/** Opens all calls about a farm. They count ended renders until their disposal. */
export function openFarmRoutes(options: FarmRoutesOptions): FarmRoutes {
  const { watch, settings } = options;
  const counters = createRenderCounters(options);
  return {
    handlers: { ...farmHandlers({ ...options, counters: counters }), ...farmSettingsHandlers(settings) },
    health: (signal) => farmHealth(watch, signal),
    [Symbol.dispose]: () => counters[Symbol.dispose](),
  };
}

export interface FarmRouteOptions {
  /** The farm; null if this process makes the films. */
  readonly watch: ReadFarmStatus | null;
  readonly database: Database;
  readonly clock: Clock;
  readonly version: string;
  readonly queue: { progressOf(id: RenderId): Pick<FrameProgress, 'done' | 'total' | 'framesPerSecond'> | null };
  readonly counters: RenderCounters;
  /** Returns the number of files that are not in the farm's storage yet; null if they are not counted. */
  readonly uploadsWaiting: (() => number) | null;
}

/**
 * The time in milliseconds for which an answer is cached. With a thousand workers, computing it takes tens of
 * milliseconds, and workers report every two seconds.
 */
const RETENTION_MILLISECONDS = 1000;

/** Returns the handlers about the farm, for users and monitors. */
function farmHandlers(options: FarmRouteOptions): HandlersOf<'readFarm' | 'readMetrics'> {
  const { watch, database, clock, version, queue, counters } = options;
  const uploadsWaiting = () => options.uploadsWaiting?.() ?? null;
  const answer = async (): Promise<FarmAnswer> => {
    const status = (await watch?.()) ?? null;
    const renders = waitingRenders(countRenders(database, clock()), status);
    if (status === null) {
      const { queued, running, oldestSeconds } = renders;
      return { kind: 'embedded', renders: { queued, running }, oldestSeconds };
    }
    const shown = shownWorkers(status.workers).flatMap(({ doing: tasks }) => tasks.map(({ render }) => render));
    const names = filmNames(database, shown);
    // Leave out an invalid id, which has no progress.
    const progressOf = (render: string) => queue.progressOf(render as RenderId);
    return farmAnswer(status, { renders, uploadsWaiting: uploadsWaiting(), names, progressOf });
  };
  const printed = cachedBriefly(RETENTION_MILLISECONDS, async () => JSON.stringify(await answer()));
  return {
    readFarm: async () =>
      watch === null ? { status: 200, json: await answer() } : { status: 200, printed: [await printed()] },
    readMetrics: async () => {
      const farm = (await watch?.()) ?? null;
      const figures = metricsOf({
        version,
        counts: countRenders(database, clock()),
        ended: counters.counts(),
        framesPerSecond: farm === null ? ownFramesPerSecond(database, queue) : 0,
        farm,
        uploadsWaiting: uploadsWaiting(),
      });
      return { status: 200, ...metricsText(figures) };
    },
  };
}

function ownFramesPerSecond(database: Database, queue: FarmRouteOptions['queue']): number {
  const made = findRenders(database, `state = 'rendering'`);
  return made.reduce((total, { id }) => total + (queue.progressOf(id)?.framesPerSecond ?? 0), 0);
}

/**
 * Returns a function that caches the result of `make` for this many milliseconds. Calls during a call of `make` share
 * its result. A failure is not cached. `now` returns the milliseconds of a monotonic clock.
 */
export function cachedBriefly<Value>(
  milliseconds: number,
  make: () => Promise<Value>,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let made: { readonly at: number; readonly value: Promise<Value> } | null = null;
  return () => {
    if (made !== null && now() - made.at < milliseconds) return made.value;
    const mine = { at: now(), value: make() };
    made = mine;
    mine.value.catch(() => {
      if (made === mine) made = null;
    });
    return mine.value;
  };
}
