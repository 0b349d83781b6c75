import { createEndTally } from '../../farm/metrics.ts';
import type { FarmWatch } from '../../farm/protocol/worker-report.ts';
import type { HandlersOf } from '../../http/calls/handler.ts';
import type { EventLog } from '../../storage/ports.ts';
import { type FarmRouteOptions, farmHandlers } from './farm.ts';
import { type FarmHealth, farmHealth } from './farm-health.ts';
import { type FarmSettingsAccess, farmSettingsHandlers } from './farm-settings.ts';

export interface FarmRoutesOptions extends Omit<FarmRouteOptions, 'tally'> {
  readonly events: Pick<EventLog, 'subscribe'>;
  readonly watch: FarmWatch | null;
  readonly settings: FarmSettingsAccess;
}

type FarmCalls = 'readFarm' | 'readMetrics' | 'readFarmSettings' | 'changeFarmSettings' | 'checkFarm';

export interface FarmRoutes extends Disposable {
  readonly handlers: HandlersOf<FarmCalls>;
  /** For `GET /health`. */
  readonly health: (signal: AbortSignal) => Promise<FarmHealth | null>;
}

/** All calls about a farm, put together. It counts ends of renders until it is disposed of. */
export function openFarmRoutes(options: FarmRoutesOptions): FarmRoutes {
  const { watch, settings } = options;
  const tally = createEndTally(options);
  return {
    handlers: { ...farmHandlers({ ...options, tally }), ...farmSettingsHandlers(settings) },
    health: (signal) => farmHealth(watch, signal),
    [Symbol.dispose]: () => tally[Symbol.dispose](),
  };
}
