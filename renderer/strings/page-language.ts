import type { Catalogue } from './catalogue.ts';
import { catalogues, defaultLanguage, type Language } from './language.ts';

// A page speaks one language, as it has one address. Components take their words from `useStrings`, which draws them
// again when it changes; what is written outside of them (numbers, ages, the words of a problem) reads it here.
let spoken: Language = defaultLanguage;

export function pageLanguage(): Language {
  return spoken;
}

/** To be called before anything is drawn in the language. */
export function setPageLanguage(language: Language): void {
  spoken = language;
}

export function pageStrings(): Catalogue {
  return catalogues[spoken];
}
