import type { Catalogue } from './catalogue.ts';
import { catalogues, defaultLanguage, type Language } from './language.ts';

// The language of the page. Components use `useStrings`, which renders again after a change. Functions outside of
// components, such as number formats, read this variable.
let spoken: Language = defaultLanguage;

export function pageLanguage(): Language {
  return spoken;
}

/** Sets the language. Call it before any component renders a text. */
export function setPageLanguage(language: Language): void {
  spoken = language;
}

export function pageStrings(): Catalogue {
  return catalogues[spoken];
}
