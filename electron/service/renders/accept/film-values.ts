import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import { withLanguage } from '#shared/template/variables/film-language.ts';
import { type RequestedLoudness, withLoudness } from '#shared/template/variables/film-loudness.ts';

/** The parts of a request that determine the values of its film. */
export interface RequestedValues extends RequestedLoudness {
  readonly variables: Iterable<readonly [name: string, value: string]>;
  readonly brand?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly language?: string | null | undefined;
}

/**
 * Returns all values of a film: the given values, the brand's values for other variables, and the requested language
 * and loudness.
 */
export function filmValues({
  variables,
  brand = [],
  language = null,
  ...loudness
}: RequestedValues): Map<string, string> {
  return withLoudness(withLanguage(mergeBrandValues(variables, brand), language), loudness);
}
