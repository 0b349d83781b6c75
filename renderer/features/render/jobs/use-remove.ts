import { useCallback } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { servicePath } from '#renderer/api/client/service-path.ts';
import { undoSeconds, useDeletions } from '#renderer/project/deletions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { deletionKey } from './use-queue.ts';

/**
 * Returns a function that removes ended renders from the list. Their films are deleted when the time for undo has
 * ended.
 */
export function useRemove(): (renders: readonly RenderEntry[]) => void {
  const { render: strings } = useStrings();
  const { client, queries } = useApi();
  const { add, undo } = useDeletions();
  const toasts = useToast();
  return useCallback(
    (renders) => {
      if (renders.length === 0) return;
      const forget = async ({ project, id }: RenderEntry) => {
        try {
          await client.call('forgetRenders', { parameters: { project }, query: { id } });
        } catch (error) {
          const { title, detail } = problemWords(error);
          toasts.show({ id: 'forget', message: title, detail, tone: 'danger' });
        }
        await queries.invalidateQueries({ queryKey: queryKeys.queue });
      };
      for (const render of renders) {
        add({
          key: deletionKey(render.id),
          carryOut: (leaving) => {
            if (!leaving) void forget(render);
            else void fetch(leavingUrl(render), { method: 'DELETE', keepalive: true });
          },
        });
      }
      toasts.show({
        message: strings.cleared(renders.length),
        detail: strings.clearedHint,
        countdown: true,
        seconds: undoSeconds,
        action: {
          label: strings.undo,
          run: () => {
            for (const { id } of renders) undo(deletionKey(id));
          },
        },
      });
    },
    [client, queries, add, undo, toasts, strings],
  );
}

function leavingUrl({ project, id }: RenderEntry): string {
  return `${servicePath('/v1/renders/:project', { project })}?id=${encodeURIComponent(id)}`;
}
