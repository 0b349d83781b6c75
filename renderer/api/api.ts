import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../shared/contract/client.ts';
import { createClient } from '../../shared/contract/client.ts';
import { type AssetEntry, readAllAssets, withAsset } from './asset-list.ts';
import { createEventFeed, type EventFeed } from './events/event-feed.ts';
import { queryKeys } from './query-keys.ts';
import { tellingFetch } from './unreachable-error.ts';
import { indexedRecords } from './uploads/indexed-records.ts';
import { createUploadEngine, type UploadEngine } from './uploads/upload-engine.ts';

/** The service as the editor sees it: calls, and the cache of what they answered. */
export interface Api {
  readonly client: Client<Response>;
  readonly queries: QueryClient;
  /** The region that the service is of: part of some addresses. Asked once. */
  readonly region: () => Promise<string>;
  readonly events: EventFeed;
  readonly uploads: UploadEngine;
}

/** The typed client of the page's own host: addresses are relative, credentials are added on the way. */
function createPageClient(): Client<Response> {
  return createClient({ fetch: tellingFetch((url, request) => fetch(url, request)), baseUrl: '', credentials: null });
}

/** Everything that hooks and plain functions need to reach the service. */
export function createApi(queries: QueryClient, client: Client<Response> = createPageClient()): Api {
  return {
    client,
    queries,
    events: createEventFeed({ client, queries }),
    uploads: createUploadEngine({
      client,
      records: indexedRecords(),
      assetNames: async (project) => {
        const assets = await queries.ensureQueryData({
          queryKey: queryKeys.assets(project),
          queryFn: ({ signal }) => readAllAssets(client, project, signal),
        });
        return assets.map(({ name }) => name);
      },
      // The event says the same a moment later; a tile should stand there when its row says that it is done.
      onStored: (project, asset) =>
        queries.setQueryData<readonly AssetEntry[]>(
          queryKeys.assets(project),
          (assets) => assets && withAsset(assets, asset),
        ),
    }),
    region: async () => {
      const health = await queries.ensureQueryData({
        queryKey: queryKeys.health,
        queryFn: ({ signal }) => client.call('readHealth', { signal }),
      });
      return health.region;
    },
  };
}
