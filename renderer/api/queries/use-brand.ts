import { QueryObserver, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { storedBrand } from '#shared/contract/shapes/brand-shape.ts';
import type { Api } from '../api.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

/** The brand of a project as the service stores it. */
export interface StoredBrand {
  readonly brand: BrandKit;
  /** The values of the brand for variables. */
  readonly values: Readonly<Record<string, string>>;
  /** The assets that the brand names but the project does not contain. */
  readonly missing: readonly string[];
  /** The etag that guards the next save. */
  readonly etag: string;
}

function brandQuery({ client }: Pick<Api, 'client'>, project: string) {
  return queryOptions({
    queryKey: queryKeys.brand(project),
    queryFn: async ({ signal }): Promise<StoredBrand> =>
      answerOf(await client.open('readBrand', { parameters: { project }, signal })),
  });
}

export function useBrand(project: string) {
  return useQuery(brandQuery(useApi(), project));
}

/** Returns the brand from the cache; null if it is not loaded yet. */
export function cachedBrand({ queries }: Pick<Api, 'queries'>, project: string): BrandKit | null {
  return queries.getQueryData<StoredBrand>(queryKeys.brand(project))?.brand ?? null;
}

export async function readBrand(api: Pick<Api, 'client' | 'queries'>, project: string): Promise<StoredBrand> {
  return await api.queries.fetchQuery(brandQuery(api, project));
}

/** Calls the listener with each version of a brand. Returns a function that removes the listener. */
export function followBrand(
  api: Pick<Api, 'client' | 'queries'>,
  project: string,
  onChange: (brand: StoredBrand) => void,
): () => void {
  return new QueryObserver(api.queries, brandQuery(api, project)).subscribe(({ data }) => {
    if (data !== undefined) onChange(data);
  });
}

/**
 * Saves a brand if the stored version still has the cached etag. Otherwise, the service refuses with
 * `brand/precondition`.
 */
export function useSaveBrand(project: string) {
  const { client, queries } = useApi();
  return useMutation({
    // Saves are serialized, because each needs the etag of the previous one.
    scope: { id: `brand ${project}` },
    mutationFn: async (brand: BrandKit): Promise<StoredBrand> => {
      const etag = queries.getQueryData<StoredBrand>(queryKeys.brand(project))?.etag;
      const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag };
      return answerOf(await client.open('saveBrand', { parameters: { project }, body: brand, headers }));
    },
    onSuccess: (saved) => queries.setQueryData(queryKeys.brand(project), saved),
    onError: () => queries.invalidateQueries({ queryKey: queryKeys.brand(project) }),
  });
}

async function answerOf(answer: Response): Promise<StoredBrand> {
  return { ...storedBrand.parse(await answer.json()), etag: answer.headers.get('etag') ?? '' };
}
