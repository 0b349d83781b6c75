import { movieAttributes } from '../tables/movie-attributes.ts';
import type { LoudnessTarget } from '../values/loudness-target.ts';

/** The loudness values of a request, as text. For a null value, the value of the template applies. */
export interface RequestedLoudness {
  readonly loudness?: string | null | undefined;
  readonly truepeak?: string | null | undefined;
}

/** The names of the entries for the requested loudness among the values of a film. No variable can have these names. */
const NAMES = { loudness: '=loudness', truepeak: '=truepeak' } as const;

/** Adds the loudness of a request to the values of a film. */
export function withLoudness(
  values: Iterable<readonly [name: string, value: string]>,
  { loudness = null, truepeak = null }: RequestedLoudness,
): Map<string, string> {
  const all = new Map(values);
  if (loudness !== null) all.set(NAMES.loudness, loudness);
  if (truepeak !== null) all.set(NAMES.truepeak, truepeak);
  return all;
}

/** Returns whether a text is a valid value of the attribute. */
export function isLoudnessValue(attribute: keyof typeof NAMES, text: string): boolean {
  return movieAttributes[attribute].type.parse(text, null).ok;
}

/** The inclusive bounds of the attributes, in LUFS and dBTP. */
export const loudnessBounds = {
  loudness: { minimum: -40, maximum: -5 },
  truepeak: { minimum: -9, maximum: 0 },
} as const;

/**
 * Returns the loudness of a film: from the request, otherwise from the movie. Null means that the sound stays
 * unchanged.
 */
export function filmLoudness(
  values: ReadonlyMap<string, string>,
  movie: { readonly loudness: number | null; readonly truepeak: number },
): LoudnessTarget | null {
  const requested = (attribute: keyof typeof NAMES): number | null | undefined => {
    const read = movieAttributes[attribute].type.parse(values.get(NAMES[attribute]) ?? '', null);
    return read.ok ? read.value : undefined;
  };
  const loudness = requested('loudness');
  const integrated = loudness === undefined ? movie.loudness : loudness;
  return integrated === null ? null : { integrated, truePeak: requested('truepeak') ?? movie.truepeak };
}
