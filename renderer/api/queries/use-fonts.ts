import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type FontPackage = JsonOf<'listFonts'>['packages'][number];

/** How often it is asked how far fonts are that are being added. */
const WATCH_MILLISECONDS = 500;

/** Fonts that can be added to the program; watched while one is on its way. */
export function useFonts() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.fonts,
    queryFn: ({ signal }) => client.call('listFonts', { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.packages.some((each) => each.state === 'adding') === true ? WATCH_MILLISECONDS : false,
  });
}

/** The families that were added to the program. */
export function useAddedFamilies(): readonly string[] {
  const { data } = useFonts();
  return useMemo(() => {
    const fonts = (data?.packages ?? []).flatMap((each) => each.fonts);
    return [...new Set(fonts.map(({ family }) => family))];
  }, [data]);
}

/** Begins to add a package of fonts, or removes it, which also stops adding it. */
export function useChangeFonts() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: ({ name, call }: { readonly name: string; readonly call: 'addFonts' | 'removeFonts' }) =>
      client.call(call, { parameters: { package: name } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.fonts }),
  });
}
