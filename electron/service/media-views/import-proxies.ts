import { ServiceError } from '../errors/service-error.ts';
import type { EventLog, ProjectUid } from '../storage/ports.ts';
import type { AssetStore } from '../storage/stores.ts';
import { playability } from './playability.ts';
import type { MediaViews } from './views-port.ts';

/** A background task that starts proxies of imported assets. */
export interface ImportProxies {
  /** Stops. No further proxy is started. */
  readonly stop: () => Promise<void>;
}

export interface ImportProxiesOptions {
  readonly views: Pick<MediaViews, 'find' | 'startProxy'>;
  readonly assets: Pick<AssetStore, 'find'>;
  readonly events: Pick<EventLog, 'subscribe'>;
  /** Returns the free space of the workspace's disk; null if the system does not report it. */
  readonly freeBytes: () => Promise<number | null>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * The minimum free space in bytes. With less space, proxies are made only on request, so that films can use the space.
 */
const ENOUGH_FREE_BYTES = 2 * 2 ** 30;

interface Arrival {
  readonly project: ProjectUid;
  readonly src: string;
}

/**
 * Starts to make proxies when assets are imported, because making a proxy takes longer than uploading its source. The
 * proxies are then ready when a user opens the editor. Makes them only for assets that browsers cannot display, or
 * display differently from the film.
 */
export function beginProxiesAtImport(options: ImportProxiesOptions): ImportProxies {
  const { views, assets, events, freeBytes, onFailure } = options;
  const stopping = new AbortController();
  const arrivals = new Map<string, Arrival>();
  let running: Promise<void> | null = null;

  /** Resolves when the proxy of an asset is ready or has failed, and when the service stops. */
  const waitForEnd = (arrival: Arrival): Promise<void> =>
    new Promise((resolve) => {
      const proxySubscription = events.subscribe(({ type, project, data }) => {
        const isOurs =
          type === 'media.proxy' && project === arrival.project && 'src' in data && data.src === arrival.src;
        if (isOurs && 'state' in data && (data.state === 'ready' || data.state === 'failed')) end();
      });
      const end = () => {
        proxySubscription[Symbol.dispose]();
        stopping.signal.removeEventListener('abort', end);
        resolve();
      };
      stopping.signal.addEventListener('abort', end);
      if (stopping.signal.aborted) end();
    });
  const startProxyOf = async ({ project, src }: Arrival): Promise<void> => {
    const kind = assets.find(project, src)?.media?.kind;
    // Skip an asset without facts, because another event follows when it has been probed.
    if (kind !== 'video' && kind !== 'audio') return;
    if (((await freeBytes()) ?? ENOUGH_FREE_BYTES) < ENOUGH_FREE_BYTES) return;
    const source = await views.find(project, { src }, stopping.signal);
    if (!playability(source.original ?? source.facts, source.details).needsProxy) return;
    const { state } = await views.startProxy(source, { project, query: { src } }, false);
    // Make one proxy at a time, so that a requested proxy waits for at most one other proxy.
    if (state === 'queued' || state === 'working') await waitForEnd({ project, src });
  };
  const runAll = async (): Promise<void> => {
    for (const [key, arrival] of arrivals) {
      if (stopping.signal.aborted) return;
      arrivals.delete(key);
      try {
        await startProxyOf(arrival);
      } catch (error) {
        // Ignore the error: the asset was removed, or the editor reports that it is unusable. Users can still request
        // its proxy.
        if (!(error instanceof ServiceError) && !stopping.signal.aborted) onFailure(error);
      }
    }
  };
  const wake = (): void => {
    running ??= runAll().finally(() => {
      running = null;
      if (arrivals.size > 0 && !stopping.signal.aborted) wake();
    });
  };
  const subscription = events.subscribe(({ type, project, data }) => {
    const name = type === 'asset.saved' && 'name' in data ? data.name : null;
    if (project === null || typeof name !== 'string') return;
    arrivals.set(`${project} ${name}`, { project, src: name });
    wake();
  });
  return {
    stop: async () => {
      subscription[Symbol.dispose]();
      stopping.abort();
      await running;
    },
  };
}
