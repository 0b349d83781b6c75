import { pageLanguage } from '#renderer/strings/page-language.ts';

const collators = new Map<string, Intl.Collator>();

/** Compares names in the collation of the page language, with numeric order, and without case and accents. */
export function compareNames(one: string, other: string): number {
  const language = pageLanguage();
  const cachedCollator = collators.get(language);
  const collator = cachedCollator ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  if (cachedCollator === undefined) collators.set(language, collator);
  return collator.compare(one, other);
}
