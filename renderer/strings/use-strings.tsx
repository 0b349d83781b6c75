import { createContext, type ReactNode, use } from 'react';
import type { Catalogue } from './catalogue.ts';
import { catalogues, defaultLanguage, type Language } from './language.ts';

const StringsContext = createContext<Catalogue>(catalogues[defaultLanguage]);

/** Provides the strings of a language to its children. */
export function StringsProvider({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  return <StringsContext value={catalogues[language]}>{children}</StringsContext>;
}

/** Returns the strings of the current language. */
export function useStrings(): Catalogue {
  return use(StringsContext);
}
