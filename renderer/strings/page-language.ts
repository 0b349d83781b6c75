import type { Catalogue } from './catalogue.ts';
import { catalogues, defaultLanguage, type Language } from './language.ts';

// The language of the page, for functions outside components, such as number formatting. Components use `useStrings`,
// because it renders them again after a change.
let current: Language = defaultLanguage;

export function pageLanguage(): Language {
  return current;
}

/** Sets the language. Must run before any component renders a text. */
export function setPageLanguage(language: Language): void {
  current = language;
}

export function pageStrings(): Catalogue {
  return catalogues[current];
}
