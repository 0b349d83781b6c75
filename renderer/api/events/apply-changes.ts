import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#shared/contract/client.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { type AssetEntry, readAssetEntry, withAsset, withoutAsset } from '../client/asset-list.ts';
import type { ProxyState, RenderEntry } from '../client/entries.ts';
import { queryKeys } from '../client/query-keys.ts';
import type { CacheChange } from './cache-changes.ts';

/** More assets at once than this are fetched as the list that they are in. */
const SINGLE_ASSETS = 8;

interface Target {
  readonly queries: QueryClient;
  readonly client: Client<Response>;
}

/** Brings the cache to what the service has, fetching only what is on screen. */
export async function applyChanges(target: Target, changes: readonly CacheChange[]): Promise<void> {
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
 * Reads again what is below a key. A first reading that is under way may have begun before the change, and the cache
 * neither cancels nor repeats one by itself: it is waited for.
 */
export async function readAgain(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await reading(queries, queryKey);
  await queries.invalidateQueries({ queryKey });
}

/** Waits for what is being read below a key for the first time. */
async function reading(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const found = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(found.filter(({ state }) => state.data === undefined).map(({ promise }) => promise));
}

async function applyChange({ queries, client }: Target, change: CacheChange): Promise<void> {
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
        // The tag is the source's in the event, and the stand-in's in the answer.
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

/** A renamed asset may stand there in other letters already: only what has just this name is gone. */
function withoutExactly(assets: readonly AssetEntry[], name: string): readonly AssetEntry[] {
  return assets.some((asset) => asset.name === name) ? withoutAsset(assets, name) : assets;
}

async function readAssetAgain({ queries, client }: Target, project: string, name: string): Promise<void> {
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
    // Read as a whole when it is looked at next, with retries and words of its own.
    await queries.invalidateQueries({ queryKey });
  }
}
