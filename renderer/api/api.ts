import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#shared/contract/client.ts';
import { createClient } from '#shared/contract/client.ts';
import { type AssetEntry, readAllAssets, withAsset } from './client/asset-list.ts';
import { ownPrefix } from './client/own-address.ts';
import { isPassing } from './client/query-client.ts';
import { queryKeys } from './client/query-keys.ts';
import { createReachability, type Reachability } from './client/reachability.ts';
import { createEventFeed, type EventFeed } from './events/event-feed.ts';
import { indexedRecords } from './uploads/indexed-records.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';

/** The service as the editor sees it: calls, and the cache of what they answered. */
export interface Api {
  readonly client: Client<Response>;
  readonly queries: QueryClient;
  /** The region that the service is of: part of some addresses. Asked once. */
  readonly region: () => Promise<string>;
  readonly events: EventFeed;
  readonly reachability: Reachability;
  readonly uploads: Uploads;
}

/** The typed client of the page's own host: addresses are relative, credentials are added on the way. */
function createPageClient(reachability: Reachability): Client<Response> {
  const send = reachability.watched((url, request) => fetch(url, request));
  return createClient({ fetch: send, baseUrl: ownPrefix, credentials: null });
}

/** Everything that hooks and plain functions need to reach the service. */
export function createApi(queries: QueryClient, given?: Client<Response>): Api {
  const reachability = createReachability();
  const client = given ?? createPageClient(reachability);
  const events = createEventFeed({ client, queries });
  events.connection.subscribe((connection, before) => {
    if (connection === 'online' && before === 'reconnecting') reachability.isBack();
  });
  // Queries that failed meanwhile are read again, so that nobody has to retry them.
  reachability.onBack(() => void readFailedAgain(queries));
  return {
    client,
    queries,
    events,
    reachability,
    uploads: createUploads({
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

/** Reads again what is looked at and could not be read, because the service did not answer. */
function readFailedAgain(queries: QueryClient): Promise<void> {
  return queries.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error !== null && isPassing(state.error),
  });
}
