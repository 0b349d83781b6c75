import type { Api } from '#renderer/api/api.ts';
import { knownBrand } from '#renderer/api/queries/use-brand.ts';

/** How a project's brand wants transitions to begin; nothing where it does not say, or is not known yet. */
export function likeBrand(
  api: Pick<Api, 'queries'>,
  project: string,
): { readonly like?: Readonly<Record<string, string>> } {
  const { transition } = knownBrand(api, project)?.motion ?? {};
  if (transition === undefined) return {};
  const { type, direction, duration } = transition;
  return { like: { type, ...(direction && { direction }), ...(duration && { duration }) } };
}
