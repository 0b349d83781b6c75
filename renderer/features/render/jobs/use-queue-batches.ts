import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';
import { useRenderSession, useRenderSessionStore } from '#renderer/common/renders/render-session-context.tsx';
import { HIDDEN_BATCHES } from '#renderer/common/renders/render-session-store.ts';
import { writeStored } from '#renderer/ui/browser/stored.ts';
import { listedBatches } from './queue-entries.ts';

const SHOWN = 20;
/** Ends of films are gathered this long: counting thousands of them for each would keep the service busy. */
const GATHER_MILLISECONDS = 1000;
const none: readonly BatchEntry[] = [];

/** The batches that the queue lists, of all projects, newest first; kept up to date by events. */
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

/** Counts batches again as their films end. Once for a window. */
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
        timer ??= setTimeout(count, GATHER_MILLISECONDS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [events, queries]);
}

/** Takes ended batches off the list of this machine; their films and their own screen stay. */
export function useHideBatches(): (ids: readonly string[]) => void {
  const session = useRenderSessionStore();
  return (ids) => {
    const hiddenBatches = [...new Set([...ids, ...session.getState().hiddenBatches])].slice(0, 5 * SHOWN);
    session.setState({ hiddenBatches });
    writeStored(HIDDEN_BATCHES, hiddenBatches);
  };
}
