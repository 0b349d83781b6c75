import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';

/** Every language that there is a catalogue for. A new one is a file beside `en.ts` and a line here. */
export const catalogues = { en } as const satisfies Record<string, Catalogue>;

export type Language = keyof typeof catalogues;

export const defaultLanguage: Language = 'en';

/**
 * The best language there is for somebody who wishes for these, the first most of all. Wishes are language tags (BCP 47)
 * such as `de-CH`; only their first part counts, for catalogues differ by language alone.
 */
export function chooseLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const wished = wish.toLowerCase().split('-', 1)[0];
    const found = languages.find((language) => language === wished);
    if (found !== undefined) return found;
  }
  return defaultLanguage;
}

const languages = Object.keys(catalogues).filter((name): name is Language => name in catalogues);
