import type { OutdatedFilm } from '#renderer/api/queries/use-outdated.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';

/** A reason why a new render would make a different film. */
export type OutdatedReason = OutdatedFilm['by'][number] | 'values' | 'format' | 'loudness' | 'size' | 'run';

/** The settings with which a film was made. */
export interface FilmSettings {
  readonly format: string;
  readonly quality: string;
  /** The requested loudness and true peak; empty or absent if the values of the movie apply. */
  readonly loudness?: string | undefined;
  readonly truepeak?: string | undefined;
  /** The requested maximum size in bytes; null or absent if the size is not limited. */
  readonly maxbytes?: number | null | undefined;
  /** The given values by variable, without defaults and brand values. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Returns the reasons why a film is outdated: reasons from the service, and changed settings. `variables` contains the
 * variables that the template uses.
 */
export function outdatedBy(
  changed: Pick<OutdatedFilm, 'by'> | undefined,
  made: FilmSettings | null,
  { now, variables }: { readonly now: FilmSettings; readonly variables: readonly string[] },
): readonly OutdatedReason[] {
  const changedParts = changed?.by ?? [];
  if (made === null) return changedParts;
  const isSame = (name: string) => givenValue(made.values, name) === givenValue(now.values, name);
  return [
    ...changedParts,
    ...(variables.every(isSame) ? [] : (['values'] as const)),
    ...(made.format === now.format && made.quality === now.quality ? [] : (['format'] as const)),
    ...(isSameLevel(made.loudness, now.loudness) && isSameLevel(made.truepeak, now.truepeak)
      ? []
      : (['loudness'] as const)),
    ...((made.maxbytes ?? null) === (now.maxbytes ?? null) ? [] : (['size'] as const)),
  ];
}

/** Returns the reasons as one sentence. */
export function outdatedWords(by: readonly OutdatedReason[], { render }: Pick<Catalogue, 'render'>): string {
  return render.outdatedSince(by.map((reason) => render.outdatedReasons[reason]));
}

/** Compares requested levels. A level is a number of decibels, `none`, or empty for the level of the movie. */
function isSameLevel(one = '', other = ''): boolean {
  return one === other || (one !== '' && other !== '' && Number(one) === Number(other));
}

function givenValue(values: FilmSettings['values'], name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
