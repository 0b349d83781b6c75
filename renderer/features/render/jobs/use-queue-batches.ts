import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';
import { HIDDEN_BATCHES } from '#renderer/shell/window/render-session.ts';
import { useRenderSession, useRenderSessionStore } from '#renderer/shell/window/window-context.tsx';
import { writeStored } from '#renderer/ui/browser/stored.ts';
import { listedBatches } from './queue-entries.ts';

const SHOWN = 20;
/**
 * The throttle interval in milliseconds for refetching the counts of ended films. A batch can have thousands of films,
 * and a refetch for each would overload the service.
 */
const COUNT_DELAY_MILLISECONDS = 1000;
const none: readonly BatchEntry[] = [];

/** Returns the batches to list in the queue, newest first. Events keep them up to date. */
export function useQueueBatches(): readonly BatchEntry[] {
  const { client } = useApi();
  const hidden = useRenderSession((state) => state.hiddenBatches);
  const { data = none } = useQuery({
    queryKey: queryKeys.allBatches,
    queryFn: async ({ signal }): Promise<readonly BatchEntry[]> =>
      (await client.call('listAllBatches', { query: { limit: SHOWN }, signal })).batches,
  });
  return useMemo(() => listedBatches(data, hidden, Date.now()), [data, hidden]);
}

/** Updates the counts of batches when films end. Mount it once per window. */
export function useCountBatches(): void {
  const { events, queries } = useApi();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const count = () => {
      timer = null;
      void queries.invalidateQueries({ queryKey: queryKeys.allBatches });
    };
    const stop = events.subscribe((event) => {
      if (event.type === 'render.changed' && event.data.batch !== null)
        timer ??= setTimeout(count, COUNT_DELAY_MILLISECONDS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [events, queries]);
}

/** Returns a function that hides ended batches on this machine. Their films and batch screens stay. */
export function useHideBatches(): (ids: readonly string[]) => void {
  const session = useRenderSessionStore();
  return (ids) => {
    const hiddenBatches = [...new Set([...ids, ...session.getState().hiddenBatches])].slice(0, 5 * SHOWN);
    session.setState({ hiddenBatches });
    writeStored(HIDDEN_BATCHES, hiddenBatches);
  };
}
