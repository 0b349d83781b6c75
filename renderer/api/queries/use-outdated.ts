import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type OutdatedFilm = JsonOf<'listOutdated'>['films'][number];

const none: readonly OutdatedFilm[] = [];

/** Queries the outdated films of a project by render id; null means all projects. */
export function useOutdated(project: string | null): ReadonlyMap<string, OutdatedFilm> {
  const { client } = useApi();
  const { data = none } = useQuery({
    queryKey: queryKeys.outdatedIn(project),
    queryFn: async ({ signal }): Promise<readonly OutdatedFilm[]> =>
      (await client.call('listOutdated', { query: project === null ? {} : { project }, signal })).films,
  });
  return useMemo(() => new Map(data.map((film) => [film.render, film])), [data]);
}
