import type { QueryClient } from '@tanstack/react-query';
import { type Client, createClient } from '#shared/contract/client.ts';
import { type AssetEntry, readAllAssets, withAsset } from './client/asset-list.ts';
import { isTemporary } from './client/query-client.ts';
import { queryKeys } from './client/query-keys.ts';
import { createReachability, type Reachability } from './client/reachability.ts';
import { sessionPathPrefix } from './client/service-path.ts';
import { createEventFeed, type EventFeed } from './event-feed.ts';
import { indexedRecords } from './uploads/upload-records.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';

/** The client of the service, with the cache of its responses. */
export interface Api {
  readonly client: Client<Response>;
  readonly queries: QueryClient;
  /** Returns the region of the service, which is part of some paths. The request is sent once. */
  readonly region: () => Promise<string>;
  readonly events: EventFeed;
  readonly reachability: Reachability;
  readonly uploads: Uploads;
}

/** Creates the typed client for the page's own host. URLs are relative, and the host adds the credentials. */
function createPageClient(reachability: Reachability): Client<Response> {
  const send = reachability.watch((url, request) => fetch(url, request));
  return createClient({ fetch: send, baseUrl: sessionPathPrefix, credentials: null });
}

/** Creates the API: the objects through which hooks and functions access the service. */
export function createApi(queries: QueryClient, given?: Client<Response>): Api {
  const reachability = createReachability();
  const client = given ?? createPageClient(reachability);
  const events = createEventFeed({ client, queries });
  events.connection.subscribe((connection, before) => {
    if (connection === 'online' && before === 'reconnecting') reachability.reportReachable();
  });
  // Refetch failed queries, so that users do not have to retry them.
  reachability.onReachable(() => void readFailedAgain(queries));
  return {
    client,
    queries,
    events,
    reachability,
    uploads: createUploads({
      client,
      records: indexedRecords(),
      assetsOf: (project) =>
        queries.ensureQueryData({
          queryKey: queryKeys.assets(project),
          queryFn: ({ signal }) => readAllAssets(client, project, signal),
        }),
      // Add the asset to the list now. Its event arrives later, but the tile must appear when the upload ends.
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

/** Refetches active queries that failed with a temporary error. */
function readFailedAgain(queries: QueryClient): Promise<void> {
  return queries.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error !== null && isTemporary(state.error),
  });
}
