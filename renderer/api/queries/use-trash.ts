import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonOf } from '#shared/contract/client.ts';
import type { Api } from '../api.ts';
import { useApi } from '../api-context.tsx';
import { type AssetEntry, withAsset } from '../client/asset-list.ts';
import { queryKeys } from '../client/query-keys.ts';
import { latestInTrash, type Trash, type TrashEntry, withoutTrashed } from '../client/trash-list.ts';

/**
 * Queries the most recently deleted assets of a project, at most `limit`. While more are loading, the current entries
 * stay visible.
 */
export function useTrash(project: string, limit: number, isEnabled = true) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.trashUpTo(project, limit),
    queryFn: ({ signal }) => client.call('listTrash', { parameters: { project }, query: { limit }, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/**
 * The operations on the trash of a project. The lists are updated immediately. All operations throw the errors of the
 * service.
 */
export interface TrashCalls {
  /** Restores an entry. The response contains the name of the restored asset. */
  readonly restore: (id: string) => Promise<JsonOf<'restoreAsset'>>;
  readonly remove: (id: string) => Promise<void>;
  /** Empties the trash and returns the number of deleted entries. */
  readonly empty: () => Promise<number>;
  /** Returns the most recently deleted asset of each name. */
  readonly latest: (names: readonly string[]) => Promise<readonly TrashEntry[]>;
}

export function useTrashCalls(project: string): TrashCalls {
  const api = useApi();
  return useMemo(() => trashCalls(api, project), [api, project]);
}

function trashCalls({ client, queries }: Pick<Api, 'client' | 'queries'>, project: string): TrashCalls {
  const queryKey = queryKeys.trash(project);
  /** Removes an entry from the lists, then runs the call. If the service refuses, the lists are refetched. */
  const withEntryRemoved = async <Answer>(id: string, call: () => Promise<Answer>): Promise<Answer> => {
    await queries.cancelQueries({ queryKey });
    queries.setQueriesData<Trash>({ queryKey }, (trash) => trash && withoutTrashed(trash, id));
    try {
      return await call();
    } catch (error) {
      await queries.invalidateQueries({ queryKey });
      throw error;
    }
  };
  return {
    restore: (id) =>
      withEntryRemoved(id, async () => {
        const asset = await client.call('restoreAsset', { parameters: { project, id } });
        queries.setQueryData<readonly AssetEntry[]>(
          queryKeys.assets(project),
          (assets) => assets && withAsset(assets, asset),
        );
        return asset;
      }),
    remove: (id) =>
      withEntryRemoved(id, async () => {
        await client.call('deleteTrashed', { parameters: { project, id } });
      }),
    empty: async () => {
      try {
        const { count } = await client.call('emptyTrash', { parameters: { project } });
        // Remove the rows immediately, because the caller expects an updated list. The refetch below adds entries that
        // were deleted in the meantime.
        queries.setQueriesData<Trash>({ queryKey }, (trash) => trash && { ...trash, assets: [], count: 0, bytes: 0 });
        return count;
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    },
    latest: (names) => latestInTrash(client, project, names),
  };
}
