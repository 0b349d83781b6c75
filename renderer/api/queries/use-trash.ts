import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonOf } from '#shared/contract/client.ts';
import type { Api } from '../api.ts';
import { useApi } from '../api-context.tsx';
import { type AssetEntry, withAsset } from '../client/asset-list.ts';
import { queryKeys } from '../client/query-keys.ts';
import { latestInTrash, type Trash, type TrashEntry, withoutTrashed } from '../client/trash-list.ts';

/**
 * What was deleted last of a project, so many of it; what there was stays in sight while more is read. Nothing is read
 * where it is not wanted.
 */
export function useTrash(project: string, limit: number, isWanted = true) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.trashUpTo(project, limit),
    queryFn: ({ signal }) => client.call('listTrash', { parameters: { project }, query: { limit }, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}

/** What is done with the trash of a project. The lists show it at once; each call throws what the service refuses. */
export interface TrashCalls {
  /** The answer says the name under which it is back. */
  readonly restore: (id: string) => Promise<JsonOf<'restoreAsset'>>;
  readonly remove: (id: string) => Promise<void>;
  /** Gives how many were deleted. */
  readonly empty: () => Promise<number>;
  /** Of each name what was deleted last. */
  readonly latest: (names: readonly string[]) => Promise<readonly TrashEntry[]>;
}

export function useTrashCalls(project: string): TrashCalls {
  const api = useApi();
  return useMemo(() => trashCalls(api, project), [api, project]);
}

function trashCalls({ client, queries }: Pick<Api, 'client' | 'queries'>, project: string): TrashCalls {
  const queryKey = queryKeys.trash(project);
  /** Takes it out of the lists while the call is made; what the service refuses is read again. */
  const takingOut = async <Answer>(id: string, call: () => Promise<Answer>): Promise<Answer> => {
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
      takingOut(id, async () => {
        const asset = await client.call('restoreAsset', { parameters: { project, id } });
        queries.setQueryData<readonly AssetEntry[]>(
          queryKeys.assets(project),
          (assets) => assets && withAsset(assets, asset),
        );
        return asset;
      }),
    remove: (id) =>
      takingOut(id, async () => {
        await client.call('deleteTrashed', { parameters: { project, id } });
      }),
    empty: async () => {
      try {
        const { count } = await client.call('emptyTrash', { parameters: { project } });
        // Whoever asked sees its rows gone by then; what came meanwhile is read below.
        queries.setQueriesData<Trash>({ queryKey }, (trash) => trash && { ...trash, assets: [], count: 0, bytes: 0 });
        return count;
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    },
    latest: (names) => latestInTrash(client, project, names),
  };
}
