import type { Language } from './language.ts';
import { pageLanguage } from './page-language.ts';
import { said } from './said.ts';

interface Marks {
  readonly quote: (text: string) => string;
  /** How a sentence ends that tells the value of a variable, with the value as it was written in JSON. */
  readonly valueTold: RegExp;
  readonly itIs: (value: string) => string;
  readonly itIsEmpty: string;
}

const marks: Readonly<Record<Language, Marks>> = {
  en: {
    quote: (text) => `“${text}”`,
    valueTold: /; the variable `[^`]*` gives it the value "((?:[^"\\]|\\.)*)"/,
    itIs: (value) => `; it is “${value}”`,
    itIsEmpty: '; it is empty',
  },
  de: {
    quote: (text) => `„${text}“`,
    valueTold: /; die Variable `[^`]*` gibt ihm den Wert "((?:[^"\\]|\\.)*)"/,
    itIs: (value) => `; es ist „${value}“`,
    itIsEmpty: '; es ist leer',
  },
};

/**
 * A sentence as {@link said} gives it, for those who see no XML beside it: names stand in the quotation marks of the
 * language, and a value is told without the variable that it came through, which is the column or field that it stands
 * in.
 */
export function saidPlainly(text: string): string {
  const { quote, valueTold, itIs, itIsEmpty } = marks[pageLanguage()];
  return said(text)
    .replace(valueTold, (_all, value: string) => (value === '' ? itIsEmpty : itIs(unescaped(value))))
    .replace(/`([^`]*)`/g, (_all, name: string) => quote(name))
    .replaceAll('`', '');
}

function unescaped(value: string): string {
  try {
    return String(JSON.parse(`"${value}"`));
  } catch {
    return value;
  }
}
