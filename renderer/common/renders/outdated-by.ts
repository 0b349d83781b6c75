import type { OutdatedFilm } from '#renderer/api/queries/use-outdated.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';

/** A reason why a film is not what a render would make now. */
export type OutdatedReason = OutdatedFilm['by'][number] | 'values' | 'format';

/** A film as a person asks for it. */
export interface AskedFilm {
  readonly format: string;
  readonly quality: string;
  /** Given values by the names of variables, without defaults and without those of the brand. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The reasons why a film is out of date: those that the service found, and what is asked for now that was not asked for
 * then. `variables` are the names of the values that the film shows.
 */
export function outdatedBy(
  changed: Pick<OutdatedFilm, 'by'> | undefined,
  made: AskedFilm | null,
  { now, variables }: { readonly now: AskedFilm; readonly variables: readonly string[] },
): readonly OutdatedReason[] {
  const found = changed?.by ?? [];
  if (made === null) return found;
  const isSame = (name: string) => givenValue(made.values, name) === givenValue(now.values, name);
  return [
    ...found,
    ...(variables.every(isSame) ? [] : (['values'] as const)),
    ...(made.format === now.format && made.quality === now.quality ? [] : (['format'] as const)),
  ];
}

/** The reasons in one sentence. */
export function outdatedWords(by: readonly OutdatedReason[], { render }: Pick<Catalogue, 'render'>): string {
  return render.outdatedSince(by.map((reason) => render.outdatedReasons[reason]));
}

function givenValue(values: AskedFilm['values'], name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
