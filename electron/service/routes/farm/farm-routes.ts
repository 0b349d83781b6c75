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

/** Opens the handlers of all calls about a farm. Ended renders are counted until the disposal of the result. */
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
  /** Reads the status of the farm; null if this process makes the films. */
  readonly watch: ReadFarmStatus | null;
  readonly database: Database;
  readonly clock: Clock;
  readonly version: string;
  readonly queue: { progressOf(id: RenderId): Pick<FrameProgress, 'done' | 'total' | 'framesPerSecond'> | null };
  readonly counters: RenderCounters;
  /** Returns the number of files that are missing in the farm's storage; null if they are not counted. */
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
    // Any id can be passed without a check: for an invalid id, the result is null.
    const progressOf = (render: string) => queue.progressOf(render as RenderId);
    return farmAnswer(status, { renders, uploadsWaiting: uploadsWaiting(), names, progressOf });
  };
  const printed = cachedBriefly(RETENTION_MILLISECONDS, async () => JSON.stringify(await answer()));
  return {
    readFarm: async () =>
      watch === null ? { status: 200, json: await answer() } : { status: 200, jsonParts: [await printed()] },
    readMetrics: async () => {
      const farm = (await watch?.()) ?? null;
      const metrics = metricsOf({
        version,
        counts: countRenders(database, clock()),
        ended: counters.counts(),
        framesPerSecond: farm === null ? ownFramesPerSecond(database, queue) : 0,
        farm,
        uploadsWaiting: uploadsWaiting(),
      });
      return { status: 200, ...metricsText(metrics) };
    },
  };
}

function ownFramesPerSecond(database: Database, queue: FarmRouteOptions['queue']): number {
  const rendering = findRenders(database, `state = 'rendering'`);
  return rendering.reduce((total, { id }) => total + (queue.progressOf(id)?.framesPerSecond ?? 0), 0);
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
  let cached: { readonly at: number; readonly value: Promise<Value> } | null = null;
  return () => {
    if (cached !== null && now() - cached.at < milliseconds) return cached.value;
    const current = { at: now(), value: make() };
    cached = current;
    current.value.catch(() => {
      if (cached === current) cached = null;
    });
    return current.value;
  };
}
