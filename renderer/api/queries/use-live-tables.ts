import { keepPreviousData, type QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallInput, JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type LiveTable = JsonOf<'listLiveTables'>['tables'][number];
export type LiveTableDetail = JsonOf<'readLiveTable'>;
export type LiveRow = JsonOf<'listLiveRows'>['rows'][number];
export type LiveTableSettings = CallInput<'createLiveTable'>['body'];
/** The first values of the form of a new live table. */
export type LiveTableDraft = Partial<Omit<LiveTableSettings, 'source'>> & {
  /** The source. An address can be empty, because the user enters it in the form. */
  readonly source?: LiveTableSettings['source'];
};
export type RowState = LiveRow['state'];

/** Queries the live tables of a project. */
export function useLiveTables(project: string, enabled = true) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.liveTables(project),
    queryFn: async ({ signal }): Promise<readonly LiveTable[]> =>
      (await client.call('listLiveTables', { parameters: { project }, signal })).tables,
    enabled,
  });
}

/** Queries a live table with its last 100 readings, newest first. */
export function useLiveTable(project: string, table: string) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.liveTable(project, table),
    queryFn: ({ signal }) => client.call('readLiveTable', { parameters: { project, table }, signal }),
  });
}

/** Queries the rows of a live table in pages of 100 rows. `all` includes removed rows. */
export function useLiveRows(project: string, table: string, state: RowState | 'all') {
  const { client } = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.liveRows(project, table, state),
    queryFn: ({ pageParam, signal }) =>
      client.call('listLiveRows', {
        parameters: { project, table },
        query: { ...(state !== 'all' && { state }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  });
}

/** The operations on a live table that need no settings. */
export type LiveTableCommand = 'pause' | 'resume' | 'apply';

const commandCalls = { pause: 'pauseLiveTable', resume: 'resumeLiveTable', apply: 'applyLiveTable' } as const;

/** Pauses or resumes a live table, or applies the reading that a guard holds back. */
export function useLiveTableCommand(project: string, table: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (command: LiveTableCommand) => client.call(commandCalls[command], { parameters: { project, table } }),
    onSuccess: () => invalidate(queries, project),
  });
}

/** Reads a live table now. The response lists the differences from the previous rows. */
export function useReadLiveTable(project: string, table: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: () => client.call('readLiveTableNow', { parameters: { project, table } }),
    onSuccess: () => invalidate(queries, project),
  });
}

/** Creates a live table and watches it, or changes its settings if `table` is set. */
export function useSaveLiveTable(project: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: ({ table, body }: { readonly table: LiveTable | null; readonly body: LiveTableSettings }) =>
      table === null
        ? client.call('createLiveTable', { parameters: { project }, query: { start: true }, body })
        : client.call('changeLiveTable', {
            parameters: { project, table: table.id },
            headers: { 'if-match': table.etag },
            body,
          }),
    onSuccess: () => invalidate(queries, project),
  });
}

export type TableVariable = JsonOf<'listVariables'>['variables'][number];

/** Queries the variables of a saved movie. Disabled if `movie` is empty. */
export function useMovieVariables(project: string, movie: string) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.variables(project, movie),
    queryFn: async ({ signal }): Promise<readonly TableVariable[]> =>
      (await client.call('listVariables', { parameters: { project, movie }, signal })).variables,
    enabled: movie !== '',
    retry: false,
  });
}

/** Deletes a live table, so that the service no longer reads it. The films of its rows remain. */
export function useDeleteLiveTable(project: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (table: string) => client.call('deleteLiveTable', { parameters: { project, table } }),
    onSuccess: (_answer, table) => {
      queries.removeQueries({ queryKey: queryKeys.liveTable(project, table) });
      return invalidate(queries, project);
    },
  });
}

function invalidate(queries: QueryClient, project: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: queryKeys.liveTables(project) });
}

export type TablePreviewRequest = CallInput<'previewLiveTable'>['body'];

/**
 * Queries the first rows of a source. Disabled if `request` is null. `etag` is the version of an asset; empty for other
 * sources.
 */
export function useTablePreview(project: string, request: TablePreviewRequest | null, etag: string) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.sheets(project, etag, request ?? {}),
    queryFn: ({ signal }) =>
      client.call('previewLiveTable', {
        parameters: { project },
        body: request ?? { source: { kind: 'asset', name: '' } },
        signal,
      }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Returns the progress (0 to 1) of running renders of a project by their ids. */
export function useRenderShares(project: string): ReadonlyMap<string, number> {
  const { events } = useApi();
  const [shares, setShares] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(
    () =>
      events.subscribe((event) => {
        if (event.project !== project) return;
        if (event.type === 'render.progress') {
          const { id, done, total } = event.data;
          setShares((before) => new Map(before).set(id, total === 0 ? 0 : done / total));
        } else if (event.type === 'render.changed' && event.data.state !== 'rendering') {
          const { id } = event.data;
          setShares((before) => (before.has(id) ? new Map([...before].filter(([each]) => each !== id)) : before));
        }
      }),
    [events, project],
  );
  return shares;
}
