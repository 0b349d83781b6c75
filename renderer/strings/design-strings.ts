import type { Language } from './language.ts';
import { pageLanguage } from './page-language.ts';

/** The translations for a design's form, keyed by the author's texts. */
export interface DesignWords {
  readonly groups: Readonly<Record<string, string>>;
  /** The translations of the label, the help text, and the choices, by variable. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const german = import.meta.glob<DesignWords>('../../designs/*/words.de.json', { import: 'default', eager: true });

/** The tables by language; null for the language in which designs are written. */
const tables: Readonly<Record<Language, ReadonlyMap<string, string> | null>> = {
  en: null,
  de: joined(Object.values(german)),
};

/**
 * Returns the translation of a variable's text. A template does not name its design. Therefore, a translation exists
 * only if a bundled design has the same text for a variable of this name. All other texts are returned unchanged.
 */
export function variableLabel(variable: string, written: string): string {
  return tables[pageLanguage()]?.get(keyOf(variable, written)) ?? written;
}

function joined(designs: readonly DesignWords[]): ReadonlyMap<string, string> {
  return new Map(
    designs.flatMap(({ groups, variables }) =>
      Object.entries(variables).flatMap(([name, texts]) =>
        [...Object.entries(groups), ...Object.entries(texts)].map(
          ([written, words]) => [keyOf(name, written), words] as const,
        ),
      ),
    ),
  );
}

function keyOf(variable: string, written: string): string {
  return `${variable}\n${written}`;
}
