import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { namesInTrash } from '#renderer/api/client/trash-list.ts';
import type { MissingAsset } from '#renderer/api/queries/use-publishing.ts';
import type { Client } from '#shared/contract/client.ts';
import { missedInTrash } from './missed-in-trash.ts';

/** What films miss of one name in the trash, or of all where it is null; looked up anew each time that somebody asks. */
export function useMissedInTrash(project: string, name: string | null) {
  const { client } = useApi();
  return useQuery({
    queryKey: [...queryKeys.project(project), 'missed-in-trash', name],
    queryFn: ({ signal }) => readMissedInTrash(client, project, name, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The same, once. */
async function readMissedInTrash(
  client: Client<Response>,
  project: string,
  name: string | null,
  signal?: AbortSignal,
): Promise<readonly MissingAsset[]> {
  const { projects } = await client.call('listMissing', { ...(signal && { signal }) });
  const missing = projects.find(({ uid }) => uid === project)?.assets ?? [];
  if (missing.length === 0) return [];
  return missedInTrash(missing, name === null ? await namesInTrash(client, project) : [name]);
}
