import { ServiceError } from '../errors/service-error.ts';
import type { EventLog, ProjectUid } from '../storage/ports.ts';
import type { AssetStore } from '../storage/stores.ts';
import { playability } from './playability.ts';
import type { MediaViews } from './views-port.ts';

/** Begins stand-ins of assets as they come. */
export interface ImportProxies {
  /** Begins none any more. */
  readonly stop: () => Promise<void>;
}

export interface ImportProxiesOptions {
  readonly views: Pick<MediaViews, 'find' | 'startProxy'>;
  readonly assets: Pick<AssetStore, 'find'>;
  readonly events: Pick<EventLog, 'subscribe'>;
  /** What is free on the workspace's disk; null where the system does not tell. */
  readonly freeBytes: () => Promise<number | null>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * With less than this free, what is left of the disk is for films: a stand-in is then made only if somebody asks for
 * it.
 */
const ENOUGH_FREE_BYTES = 2 * 2 ** 30;

interface Arrival {
  readonly project: ProjectUid;
  readonly src: string;
}

/**
 * A stand-in takes longer to make than its source takes to come. So it is begun as soon as it is known that a browser
 * will not show the asset as it is rendered, and whoever opens the editor finds it ready. Others are asked for by
 * nobody.
 */
export function beginProxiesAtImport(options: ImportProxiesOptions): ImportProxies {
  const { views, assets, events, freeBytes, onFailure } = options;
  const stopping = new AbortController();
  const arrivals = new Map<string, Arrival>();
  let running: Promise<void> | null = null;

  /** Settles when the stand-in of an asset is there or cannot be made, or when the service stops. */
  const endOf = (arrival: Arrival): Promise<void> =>
    new Promise((resolve) => {
      const heard = events.subscribe(({ type, project, data }) => {
        const isOurs =
          type === 'media.proxy' && project === arrival.project && 'src' in data && data.src === arrival.src;
        if (isOurs && 'state' in data && (data.state === 'ready' || data.state === 'failed')) end();
      });
      const end = () => {
        heard[Symbol.dispose]();
        stopping.signal.removeEventListener('abort', end);
        resolve();
      };
      stopping.signal.addEventListener('abort', end);
      if (stopping.signal.aborted) end();
    });
  const begin = async ({ project, src }: Arrival): Promise<void> => {
    const kind = assets.find(project, src)?.media?.kind;
    // Of what was not looked into yet there is another event.
    if (kind !== 'video' && kind !== 'audio') return;
    if (((await freeBytes()) ?? ENOUGH_FREE_BYTES) < ENOUGH_FREE_BYTES) return;
    const source = await views.find(project, { src }, stopping.signal);
    if (!playability(source.original ?? source.facts, source.details).needsProxy) return;
    const { state } = await views.startProxy(source, { project, query: { src } }, false);
    // One at a time: whoever asks for a stand-in waits for one of ours at most, however many assets came.
    if (state === 'queued' || state === 'working') await endOf({ project, src });
  };
  const runAll = async (): Promise<void> => {
    for (const [key, arrival] of arrivals) {
      if (stopping.signal.aborted) return;
      arrivals.delete(key);
      try {
        await begin(arrival);
      } catch (error) {
        // It went meanwhile, or cannot be used, which its tile tells: whoever wants a stand-in asks for it.
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
