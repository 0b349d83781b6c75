import { said as german } from './de/sentences.ts';
import type { Language } from './language.ts';
import { pageLanguage } from './page-language.ts';

/** Null for the language that sentences come in. */
const translations: Readonly<Record<Language, ((text: string) => string) | null>> = { en: null, de: german };

/**
 * A sentence of `shared/` or of the service (what is wrong with a template, why a command was refused, what a step
 * was), in the page's language as far as it has words for it.
 */
export function said(text: string): string {
  return translations[pageLanguage()]?.(text) ?? text;
}
