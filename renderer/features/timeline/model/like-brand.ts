import type { Api } from '#renderer/api/api.ts';
import { cachedBrand } from '#renderer/api/queries/use-brand.ts';

/**
 * Returns the attributes that new transitions inherit from the project's brand. Empty if the brand has no transition,
 * or while the brand is loading.
 */
export function brandTransition(
  api: Pick<Api, 'queries'>,
  project: string,
): { readonly like?: Readonly<Record<string, string>> } {
  const { transition } = cachedBrand(api, project)?.motion ?? {};
  if (transition === undefined) return {};
  const { type, direction, duration } = transition;
  return { like: { type, ...(direction && { direction }), ...(duration && { duration }) } };
}
