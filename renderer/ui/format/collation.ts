import { pageLanguage } from '#renderer/strings/page-language.ts';

const collators = new Map<string, Intl.Collator>();

/** Compares names in the order of the page language. Numbers are compared by value; case and accents are ignored. */
export function compareNames(one: string, other: string): number {
  const language = pageLanguage();
  const known = collators.get(language);
  const collator = known ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  if (known === undefined) collators.set(language, collator);
  return collator.compare(one, other);
}
