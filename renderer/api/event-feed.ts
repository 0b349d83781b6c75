import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/client.ts';
import { parseServiceEvent, type ServiceEvent, serviceEventTypes } from '#shared/contract/events.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { type AssetEntry, readAssetEntry, withAsset, withoutAsset } from './client/asset-list.ts';
import type { ProxyState, RenderEntry } from './client/entries.ts';
import { queryKeys } from './client/query-keys.ts';
import { servicePath } from './client/service-path.ts';

/** The state of the event stream. */
export type Connection = 'connecting' | 'online' | 'reconnecting';

/** The event stream of the service, one per page. */
export interface EventFeed {
  readonly connection: StoreApi<Connection>;
  /** Calls the listener with every event. Returns a function that removes the listener. */
  readonly subscribe: (listener: (event: ServiceEvent) => void) => () => void;
  /** Calls the listener when events may have been missed. Cached data can then be outdated. */
  readonly onGap: (listener: () => void) => () => void;
  /** Connects and keeps the query cache up to date. Returns a function that disconnects. */
  readonly open: () => () => void;
}

/** The part of the browser's `EventSource` that the feed uses. */
export interface EventStream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

interface FeedOptions {
  readonly queries: QueryClient;
  readonly client: Client<Response>;
  readonly connect?: () => EventStream;
}

const PATH = servicePath('/v1/events');
const COLLECT_MILLISECONDS = 60;
const AGAIN_MILLISECONDS = 1000;
/** `EventSource.CLOSED`: the browser gave up, for example after a response that is not an event stream. */
const CLOSED = 2;

/** Creates the feed. `open` connects it. */
export function createEventFeed(options: FeedOptions): EventFeed {
  const { queries, connect = () => new EventSource(PATH) } = options;
  const connection = createStore<Connection>(() => 'connecting');
  const listeners = new Set<(event: ServiceEvent) => void>();
  let waiting: CacheChange[] = [];
  let collecting: ReturnType<typeof setTimeout> | null = null;

  const flush = () => {
    collecting = null;
    const changes = coalesce(waiting);
    waiting = [];
    void applyChanges(options, changes);
  };
  const hear = (event: ServiceEvent) => {
    for (const listener of [...listeners]) listener(event);
    waiting.push(...cacheChangesOf(event));
    collecting ??= setTimeout(flush, COLLECT_MILLISECONDS);
  };
  const gapListeners = new Set<() => void>();
  /** Invalidates the whole cache, because events may have been missed. */
  const invalidateAll = () => {
    void readAgain(queries, []);
    for (const listener of [...gapListeners]) listener();
  };

  const open = () => {
    let stream: EventStream | null = null;
    let retryTimer: ReturnType<typeof setTimeout> | null = null;
    const start = () => {
      retryTimer = null;
      const opened = connect();
      stream = opened;
      let isNew = true;
      opened.addEventListener('open', () => {
        connection.setState('online', true);
        // The browser resumes a stream after the last received id. A new stream starts with current events, so earlier
        // ones may have been missed.
        if (isNew) invalidateAll();
        isNew = false;
      });
      opened.addEventListener('error', () => {
        connection.setState('reconnecting', true);
        if (opened.readyState === CLOSED) retryTimer ??= setTimeout(start, AGAIN_MILLISECONDS);
      });
      opened.addEventListener('reset', invalidateAll);
      for (const type of serviceEventTypes) {
        opened.addEventListener(type, (message) => {
          const event = 'data' in message ? parseServiceEvent(type, String(message.data)) : null;
          if (event !== null) hear(event);
        });
      }
    };
    start();
    return () => {
      stream?.close();
      if (retryTimer !== null) clearTimeout(retryTimer);
      if (collecting !== null) clearTimeout(collecting);
      collecting = null;
    };
  };

  return {
    connection,
    open,
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Proxy = Extract<ServiceEvent, { type: 'media.proxy' }>['data'];
type ProgressEvent = Extract<ServiceEvent, { type: 'render.progress' }>['data'];

/** A change of the query cache by an event. */
export type CacheChange =
  | { readonly type: 'stale'; readonly key: readonly unknown[] }
  /** Refetches a single asset instead of a list of thousands. */
  | { readonly type: 'asset'; readonly project: string; readonly name: string }
  | { readonly type: 'asset-gone'; readonly project: string; readonly name: string }
  | { readonly type: 'project-gone'; readonly project: string }
  /** Patches the progress into the cache, because no request returns it. */
  | { readonly type: 'progress'; readonly project: string; readonly progress: ProgressEvent }
  | { readonly type: 'proxy'; readonly project: string; readonly proxy: Proxy };

export function cacheChangesOf(event: ServiceEvent): readonly CacheChange[] {
  if (event.type === 'project.created') return [staleChange(queryKeys.projects)];
  if (event.type === 'designs.changed') return [staleChange(queryKeys.designs)];
  if (event.type === 'agents.changed') return [staleChange(queryKeys.agents)];
  if (event.type === 'agents.call') return [staleChange(queryKeys.agents), staleChange(queryKeys.agentCalls)];
  const { project } = event;
  // All other events that change cached data belong to a project.
  if (project === null) return [];
  switch (event.type) {
    case 'project.renamed':
    case 'project.opened':
      return [staleChange(queryKeys.projects)];
    case 'project.deleted':
      return [staleChange(queryKeys.projects), { type: 'project-gone', project }];
    case 'project.published':
      return event.data.state === 'published'
        ? [staleChange(queryKeys.published(event.data.cluster)), staleChange(queryKeys.projects)]
        : [];
    // A brand can change the missing assets of templates and the values of their variables.
    case 'brand.changed':
      return [
        staleChange(queryKeys.brand(project)),
        staleChange(queryKeys.movies(project)),
        staleChange(queryKeys.projects),
        staleChange(queryKeys.outdated),
      ];
    // The response about the brand lists its missing assets.
    case 'asset.saved':
      return [
        { type: 'asset', project, name: event.data.name },
        staleChange(queryKeys.brand(project)),
        staleChange(queryKeys.projects),
        staleChange(queryKeys.outdated),
      ];
    case 'asset.deleted':
      return [
        { type: 'asset-gone', project, name: event.data.name },
        staleChange(queryKeys.brand(project)),
        staleChange(queryKeys.projects),
        staleChange(queryKeys.outdated),
      ];
    case 'trash.changed':
      return [staleChange(queryKeys.trash(project))];
    case 'upload.changed':
      return event.data.chunkId === undefined ? [staleChange(queryKeys.uploads(project))] : [];
    case 'movie.saved':
    case 'movie.deleted':
      return [staleChange(queryKeys.movies(project)), staleChange(queryKeys.projects), staleChange(queryKeys.outdated)];
    case 'template.saved':
    case 'template.deleted':
      return [
        staleChange(queryKeys.templates(project)),
        staleChange(queryKeys.template(project, event.data.name)),
        staleChange(queryKeys.projects),
        staleChange(queryKeys.outdated),
      ];
    case 'editing.saved':
      return [staleChange(queryKeys.editing(project, event.data.name))];
    // The screen of the batch handles this event itself.
    case 'batch-table.saved':
      return [];
    case 'render.changed':
      return [
        staleChange(queryKeys.renders(project)),
        staleChange(queryKeys.queue),
        // For the films of a batch, refetch once when the batch ends, not after each film.
        ...(event.data.batch === null ? [staleChange(queryKeys.outdated)] : []),
      ];
    case 'render.deleted':
      return [staleChange(queryKeys.renders(project)), staleChange(queryKeys.queue), staleChange(queryKeys.outdated)];
    case 'render.progress':
      return [{ type: 'progress', project, progress: event.data }];
    case 'media.proxy':
      return [{ type: 'proxy', project, proxy: event.data }];
    // No cached data depends on these events. The callers of measurements and checks subscribe to their progress.
    case 'loudness.progress':
    case 'check.progress':
      return [];
    case 'batch.changed':
      return [
        staleChange(queryKeys.batches(project)),
        staleChange(queryKeys.allBatches),
        staleChange(queryKeys.outdated),
      ];
    case 'table.changed':
    case 'table.read':
    case 'table.row':
      return [staleChange(queryKeys.liveTables(project))];
    default:
      return assertNever(event);
  }
}

function staleChange(key: readonly unknown[]): CacheChange {
  return { type: 'stale', key };
}

/** Removes redundant changes: only the last change of each item remains. */
export function coalesce(changes: readonly CacheChange[]): readonly CacheChange[] {
  const last = new Map<string, CacheChange>();
  for (const change of changes) {
    const identity = identityOf(change);
    last.delete(identity);
    last.set(identity, change);
  }
  return [...last.values()];
}

function identityOf(change: CacheChange): string {
  switch (change.type) {
    case 'stale':
      return JSON.stringify(change.key);
    case 'asset':
    case 'asset-gone':
      return `asset ${change.project} ${change.name}`;
    case 'project-gone':
      return `project ${change.project}`;
    case 'progress':
      return `progress ${change.progress.id}`;
    case 'proxy':
      return `proxy ${change.project} ${change.proxy.src ?? change.proxy.url}`;
    default:
      return assertNever(change);
  }
}

/** The maximum number of assets to refetch one by one. If more assets change, the whole list is refetched. */
const SINGLE_ASSETS = 8;

interface CacheTarget {
  readonly queries: QueryClient;
  readonly client: Client<Response>;
}

/** Updates the cache. Data that is not on screen is only marked stale. */
async function applyChanges(target: CacheTarget, changes: readonly CacheChange[]): Promise<void> {
  const assets = changes.filter((change) => change.type === 'asset');
  const many = assets.length > SINGLE_ASSETS;
  const projects = many ? new Set(assets.map(({ project }) => project)) : [];
  const waits = changes.flatMap((change) => (many && change.type === 'asset' ? [] : [applyChange(target, change)]));
  for (const project of projects) {
    waits.push(readAgain(target.queries, queryKeys.assets(project)));
  }
  await Promise.all(waits);
}

/**
 * Refetches the data under a key. A running first read may have begun before the change, and the cache neither cancels
 * nor repeats it, so wait for it first.
 */
async function readAgain(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await reading(queries, queryKey);
  await queries.invalidateQueries({ queryKey });
}

/** Waits for running first reads under a key. */
async function reading(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const fetching = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(fetching.filter(({ state }) => state.data === undefined).map(({ promise }) => promise));
}

async function applyChange({ queries, client }: CacheTarget, change: CacheChange): Promise<void> {
  switch (change.type) {
    case 'stale':
      return readAgain(queries, change.key);
    case 'asset':
      return readAssetAgain({ queries, client }, change.project, change.name);
    case 'asset-gone':
      await reading(queries, queryKeys.assets(change.project));
      queries.setQueryData<readonly AssetEntry[]>(
        queryKeys.assets(change.project),
        (assets) => assets && withoutExactly(assets, change.name),
      );
      return;
    case 'project-gone':
      queries.removeQueries({ queryKey: queryKeys.project(change.project) });
      return;
    case 'proxy': {
      const { proxy } = change;
      const name = proxy.src ?? proxy.url ?? '';
      queries.setQueryData<Readonly<Record<string, ProxyState>>>(queryKeys.proxies(change.project), (states) => ({
        ...states,
        // Leave the etag null: the event contains the etag of the source, and the response contains the etag of the
        // proxy.
        [name]: { state: proxy.state, progress: proxy.progress, error: proxy.error, etag: null },
      }));
      return;
    }
    case 'progress': {
      const { id, done, total, fps, etaSeconds, scenes } = change.progress;
      for (const key of [queryKeys.renders(change.project), queryKeys.queue]) {
        queries.setQueryData<readonly RenderEntry[]>(key, (renders) =>
          renders?.map((render) =>
            render.id === id ? { ...render, done, total, fps, etaSeconds, scenes: scenes ?? render.scenes } : render,
          ),
        );
      }
      return;
    }
    default:
      return assertNever(change);
  }
}

/** Removes the asset with exactly this name. After a rename, the list may already contain the name in another case. */
function withoutExactly(assets: readonly AssetEntry[], name: string): readonly AssetEntry[] {
  return assets.some((asset) => asset.name === name) ? withoutAsset(assets, name) : assets;
}

async function readAssetAgain({ queries, client }: CacheTarget, project: string, name: string): Promise<void> {
  const queryKey = queryKeys.assets(project);
  await reading(queries, queryKey);
  if (queries.getQueryData(queryKey) === undefined) return;
  try {
    const entry = await readAssetEntry(client, project, name);
    queries.setQueryData<readonly AssetEntry[]>(
      queryKey,
      (assets) => assets && (entry === null ? withoutExactly(assets, name) : withAsset(assets, entry)),
    );
  } catch {
    // Fall back to the whole list, whose query has retries and error messages.
    await queries.invalidateQueries({ queryKey });
  }
}
