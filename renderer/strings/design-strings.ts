import type { Language } from './language.ts';
import { pageLanguage } from './page-language.ts';

/** What the forms of a design say in another language: what its author wrote, and that in the other. */
export interface DesignWords {
  readonly groups: Readonly<Record<string, string>>;
  /** By variable: its label, its line of help, and the labels of its choices. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const german = import.meta.glob<DesignWords>('../../designs/*/words.de.json', { import: 'default', eager: true });

/** Null for the language that designs are written in. */
const tables: Readonly<Record<Language, ReadonlyMap<string, string> | null>> = {
  en: null,
  de: joined(Object.values(german)),
};

/**
 * What a form says of a variable, in the page's language where a design of the program says the same of a variable of
 * that name. A template that began with a design has no other tie to it; what its owner has written is left as it is.
 */
export function variableWords(variable: string, written: string): string {
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
