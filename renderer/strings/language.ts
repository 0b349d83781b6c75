import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/**
 * Every language that there is a catalogue for. A new one is a file beside `en.ts`, a line here and one in each table
 * below.
 */
export const catalogues = { en, de } as const satisfies Record<string, Catalogue>;

export type Language = keyof typeof catalogues;

export const defaultLanguage: Language = 'en';

export const languages: readonly Language[] = Object.keys(catalogues).filter(isLanguage);

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** How numbers and dates are written (BCP 47). English dates have the day first and 24 hours. */
export const locales: Readonly<Record<Language, { readonly numbers: string; readonly dates: string }>> = {
  en: { numbers: 'en', dates: 'en-GB' },
  de: { numbers: 'de', dates: 'de' },
};

export function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(catalogues, name);
}

/**
 * The best language there is for somebody who wishes for these, the first most of all. Wishes are language tags (BCP
 * 47) such as `de-CH`; only their first part counts, for catalogues differ by language alone.
 */
export function chooseLanguage(requests: readonly string[]): Language {
  for (const wish of requests) {
    const wished = wish.toLowerCase().split('-', 1)[0];
    if (isLanguage(wished)) return wished;
  }
  return defaultLanguage;
}
