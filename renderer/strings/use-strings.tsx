import { createContext, type ReactNode, use } from 'react';
import type { Catalogue } from './catalogue.ts';
import { catalogues, defaultLanguage, type Language } from './language.ts';

const StringsContext = createContext<Catalogue>(catalogues[defaultLanguage]);

/** Sets the language of everything inside. */
export function StringsProvider({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  return <StringsContext value={catalogues[language]}>{children}</StringsContext>;
}

/** The words of the language that is set. */
export function useStrings(): Catalogue {
  return use(StringsContext);
}
