import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type FontPackage = JsonOf<'listFonts'>['packages'][number];

/** The poll interval in milliseconds while fonts are being added. */
const WATCH_MILLISECONDS = 500;

/** Queries the fonts that can be added to the program. Polls while a font is being added. */
export function useFonts() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.fonts,
    queryFn: ({ signal }) => client.call('listFonts', { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.packages.some((fontPackage) => fontPackage.state === 'adding') === true ? WATCH_MILLISECONDS : false,
  });
}

/** Returns the families that were added to the program. */
export function useAddedFamilies(): readonly string[] {
  const { data } = useFonts();
  return useMemo(() => {
    const fonts = (data?.packages ?? []).flatMap((fontPackage) => fontPackage.fonts);
    return [...new Set(fonts.map(({ family }) => family))];
  }, [data]);
}

/** Adds or removes a font package. Removing a package cancels a running addition. */
export function useChangeFonts() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: ({ name, call }: { readonly name: string; readonly call: 'addFonts' | 'removeFonts' }) =>
      client.call(call, { parameters: { package: name } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.fonts }),
  });
}
