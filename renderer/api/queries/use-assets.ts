import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../api-context.tsx';
import { type AssetEntry, readAllAssets, withAsset, withoutAsset } from '../client/asset-list.ts';
import { queryKeys } from '../client/query-keys.ts';

/** Queries all assets of a project, in code point order of their names. `select` must be a stable function. */
export function useAssets<Selected = readonly AssetEntry[]>(
  project: string,
  select?: (assets: readonly AssetEntry[]) => Selected,
) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.assets(project),
    queryFn: ({ signal }) => readAllAssets(client, project, signal),
    // Disable structural sharing: comparing thousands of entries takes longer than rendering the few visible ones.
    structuralSharing: false,
    ...(select && { select }),
  });
}

/** Deletes an asset. The list is updated optimistically, and rolled back if the service refuses. */
export function useDeleteAsset(project: string) {
  const { client, queries } = useApi();
  const queryKey = queryKeys.assets(project);
  return useMutation({
    mutationFn: (name: string) => client.call('deleteAsset', { parameters: { project, name } }),
    onMutate: async (name) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<readonly AssetEntry[]>(queryKey)?.find((asset) => asset.name === name);
      queries.setQueryData<readonly AssetEntry[]>(queryKey, (assets) => assets && withoutAsset(assets, name));
      return { before };
    },
    onError: (_error, _name, context) => {
      const before = context?.before;
      if (before === undefined) return;
      queries.setQueryData<readonly AssetEntry[]>(queryKey, (assets) => assets && withAsset(assets, before));
    },
  });
}

/** Renames an asset. The list is updated from the response. */
export function useRenameAsset(project: string) {
  const { client, queries } = useApi();
  const queryKey = queryKeys.assets(project);
  return useMutation({
    mutationFn: ({ name, to }: { readonly name: string; readonly to: string }) =>
      client.call('renameAsset', { parameters: { project, name }, body: { name: to } }),
    onMutate: () => queries.cancelQueries({ queryKey }),
    onSuccess: (asset, { name }) =>
      queries.setQueryData<readonly AssetEntry[]>(
        queryKey,
        (assets) => assets && withAsset(withoutAsset(assets, name), asset),
      ),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Replaces the bytes of an asset if its stored etag is still `etag`. The list is updated from the response. */
export function useReplaceAsset(project: string) {
  const { client, queries } = useApi();
  const queryKey = queryKeys.assets(project);
  return useMutation({
    mutationFn: ({ name, etag, body }: { readonly name: string; readonly etag: string; readonly body: Uint8Array }) =>
      client.call('replaceAsset', { parameters: { project, name }, body, headers: { 'if-match': etag } }),
    onSuccess: (asset) =>
      queries.setQueryData<readonly AssetEntry[]>(queryKey, (assets) => assets && withAsset(assets, asset)),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Sets the tags of an asset. The list is updated from the response. */
export function useTagAsset(project: string) {
  const { client, queries } = useApi();
  const queryKey = queryKeys.assets(project);
  return useMutation({
    mutationFn: ({ name, tags }: { readonly name: string; readonly tags: readonly string[] }) =>
      client.call('tagAsset', { parameters: { project, name }, body: { tags: [...tags] } }),
    onMutate: () => queries.cancelQueries({ queryKey }),
    onSuccess: (asset) =>
      queries.setQueryData<readonly AssetEntry[]>(queryKey, (assets) => assets && withAsset(assets, asset)),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

const NONE: readonly string[] = [];
const namesOf = (assets: readonly AssetEntry[]): readonly string[] => assets.map(({ name }) => name);

/** Returns the names of a project's assets; undefined while loading, empty without a project. */
export function useAssetNames(project: string | null): readonly string[] | undefined {
  const { client } = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.assets(project ?? ''),
    queryFn: ({ signal }) => readAllAssets(client, project ?? '', signal),
    structuralSharing: false,
    enabled: project !== null,
    select: namesOf,
  });
  return project === null ? NONE : data;
}
