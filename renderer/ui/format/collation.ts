import { pageLanguage } from '#renderer/strings/page-language.ts';

const collators = new Map<string, Intl.Collator>();

/** The order of names for people: as the page's language sorts, numbers by their value, case and accents aside. */
export function compareNames(one: string, other: string): number {
  const language = pageLanguage();
  const known = collators.get(language);
  const collator = known ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  if (known === undefined) collators.set(language, collator);
  return collator.compare(one, other);
}
