import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useDeletions } from '#renderer/project/deletions.tsx';

const SHOWN = 200;
const none: readonly RenderEntry[] = [];

/** Queries the renders of all projects, newest first, without the renders of batches. Events update their progress. */
export function useQueue() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.queue,
    queryFn: async ({ signal }): Promise<readonly RenderEntry[]> =>
      (await client.call('listAllRenders', { query: { limit: SHOWN, batches: 'false' }, signal })).renders,
  });
}

/** Returns the renders to list. Renders whose removal can still be undone are omitted. */
export function useListedRenders(): readonly RenderEntry[] {
  const { data = none } = useQueue();
  const { waiting } = useDeletions();
  if (waiting.length === 0) return data;
  const hidden = new Set(waiting.map(({ key }) => key));
  return data.filter(({ id }) => !hidden.has(deletionKey(id)));
}

/** Returns the key of a render's pending removal. */
export function deletionKey(render: string): string {
  return `render ${render}`;
}

/** Returns the mutations of a render. The list is updated from the response. */
export function useQueueCalls() {
  const { client, queries } = useApi();
  const readAgain = () => queries.invalidateQueries({ queryKey: queryKeys.queue });
  const cancel = useMutation({
    mutationFn: ({ project, id }: RenderEntry) => client.call('cancelRender', { parameters: { project, render: id } }),
    onSuccess: (render) =>
      queries.setQueryData<readonly RenderEntry[]>(queryKeys.queue, (renders) =>
        renders?.map((each) => (each.id === render.id ? render : each)),
      ),
    onError: readAgain,
  });
  const retry = useMutation({
    mutationFn: ({ project, id }: RenderEntry) => client.call('retryRender', { parameters: { project, render: id } }),
    onSettled: readAgain,
  });
  const next = useMutation({
    mutationFn: ({ project, id }: RenderEntry) => client.call('renderNext', { parameters: { project, render: id } }),
    onSettled: readAgain,
  });
  const again = useMutation({
    mutationFn: ({ project, id }: RenderEntry) => client.call('renderAgain', { parameters: { project, render: id } }),
    onSettled: readAgain,
  });
  return { cancel, retry, next, again };
}
