import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/**
 * The catalogues of all languages. A new language needs a file like `en.ts`, a line here, and a line in each table
 * below.
 */
export const catalogues = { en, de } as const satisfies Record<string, Catalogue>;

export type Language = keyof typeof catalogues;

export const defaultLanguage: Language = 'en';

export const languages: readonly Language[] = Object.keys(catalogues).filter(isLanguage);

/** The name of each language in the language itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The BCP 47 locales for numbers and dates. English dates put the day first and use a 24-hour clock. */
export const locales: Readonly<Record<Language, { readonly numbers: string; readonly dates: string }>> = {
  en: { numbers: 'en', dates: 'en-GB' },
  de: { numbers: 'de', dates: 'de' },
};

export function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(catalogues, name);
}

/**
 * Returns the best supported language for a list of BCP 47 tags such as `de-CH`, in order of preference. Only the first
 * subtag is compared, because each language has one catalogue.
 */
export function chooseLanguage(requests: readonly string[]): Language {
  for (const request of requests) {
    const language = request.toLowerCase().split('-', 1)[0];
    if (isLanguage(language)) return language;
  }
  return defaultLanguage;
}

/** Returns the text in the requested language, or else in English. */
export function chooseText<Text>(
  texts: { readonly en: Text } & { readonly [Other in Language]?: Text },
  requested: Language,
): { readonly language: Language; readonly text: Text } {
  const text = texts[requested];
  return text === undefined ? { language: 'en', text: texts.en } : { language: requested, text };
}
