import { pageLanguage } from '#renderer/strings/page-language.ts';

const collators = new Map<string, Intl.Collator>();

/** Compares names by the page language, with numeric order, ignoring case and accents. */
export function compareNames(one: string, other: string): number {
  const language = pageLanguage();
  const known = collators.get(language);
  const collator = known ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  if (known === undefined) collators.set(language, collator);
  return collator.compare(one, other);
}
