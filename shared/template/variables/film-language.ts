import { DEFAULT_LANGUAGE, isLanguageTag } from '../../formats/languages.ts';
import { attributeValue, type ElementNode } from '../document/document.ts';
import { parseValue } from '../placeholders/placeholder.ts';
import { type Substitution, substitute } from '../placeholders/substitute.ts';
import type { VariableScan } from './variable-uses.ts';

/**
 * The name of the entry for the requested language among the values of a film. The language is an entry because stored
 * films, jobs, and keys of films contain all values. No variable can have this name.
 */
const REQUESTED_LANGUAGE = '=language';

/** Adds the language of a request to the values of a film. If it is null, the language of the template applies. */
export function withLanguage<Value extends readonly [name: string, value: string]>(
  values: Iterable<Value>,
  language: string | null,
): Map<string, string> {
  return new Map<string, string>(language === null ? values : [...values, [REQUESTED_LANGUAGE, language]]);
}

/** Returns whether a name among the values of a film is a setting of the request instead of a variable. */
export function isRequestSetting(name: string): boolean {
  return name.startsWith('=');
}

/** Returns the requested language in the values of a film; null if the language of the template applies. */
export function requestedLanguage(values: ReadonlyMap<string, string>): string | null {
  const language = values.get(REQUESTED_LANGUAGE);
  return language !== undefined && isLanguageTag(language) ? language : null;
}

/**
 * Returns the language of a film: from the request, otherwise from the movie, otherwise English. An invalid attribute
 * counts as absent, because the resolver reports it.
 */
export function filmLanguage(movie: ElementNode, substitution: Pick<Substitution, 'values' | 'defaults'>): string {
  const requested = requestedLanguage(substitution.values);
  if (requested !== null) return requested;
  const filled = substitute(parseValue(attributeValue(movie, 'language') ?? ''), substitution);
  const tag = filled.kind === 'text' ? filled.text.trim() : '';
  return isLanguageTag(tag) ? tag : DEFAULT_LANGUAGE;
}

/** Returns the inputs for the values in the document of a film: its variables, their declarations, and its language. */
export function filmSubstitution(
  movie: ElementNode,
  { defaults, declarations }: Pick<VariableScan, 'defaults' | 'declarations'>,
  values: ReadonlyMap<string, string>,
): Substitution {
  return { values, defaults, declarations, language: filmLanguage(movie, { values, defaults }) };
}
