import type { Decimal } from 'decimal.js';
import type { Language } from './languages.ts';
import { formatNumber } from './numbers.ts';
import { categoryOf, PLURAL_CATEGORIES } from './plurals.ts';

/** A text for a plural category such as `one`, or for an exact number such as `=0`. */
export interface PluralChoice {
  readonly when: string;
  readonly text: string;
}

/** Returns whether a plural choice can have this name: a category, or `=` followed by a decimal. */
export function isPluralName(name: string): boolean {
  return (PLURAL_CATEGORIES as readonly string[]).includes(name) || /^=-?\d{1,15}(?:\.\d{1,15})?$/.test(name);
}

/**
 * Returns the text for a number: the choice for the number itself, for its category, or for `other`. Replaces `#` with
 * the formatted number and `##` with `#`. Returns null if a choice for `other` is missing.
 */
export function pluralText(
  language: Language,
  kind: 'plurals' | 'ordinals',
  number: Decimal,
  choices: readonly PluralChoice[],
): string | null {
  const named = (name: string) => choices.find(({ when }) => when === name);
  const other = named('other');
  if (other === undefined) return null;
  const exact = choices.find(({ when }) => when.startsWith('=') && number.equals(when.slice(1)));
  const chosen = exact ?? named(categoryOf(language.table[kind], number)) ?? other;
  return chosen.text.replace(/##?/g, (signs) => (signs === '##' ? '#' : formatNumber(language, number)));
}

/** Joins texts to a series in the language, such as `a, b, and c`. */
export function joinSeries(language: Language, items: readonly string[], word: 'and' | 'or'): string {
  const [two = '', start = '', middle = '', end = ''] = language.table.series[word];
  const [first = '', second, ...further] = items;
  if (second === undefined) return first;
  if (further.length === 0) return inSeries(two, first, second);
  // Join the repeated part from the left, which takes linear time.
  const last = further.at(-1) ?? '';
  const inside = further
    .slice(0, -1)
    .reduce((joined, item) => joined + between(middle) + item, between(start) + second);
  return inSeries(end, first + inside, last);
}

function inSeries(pattern: string, left: string, right: string): string {
  return left + between(pattern) + right;
}

/**
 * Returns the text between the two placeholders of a pattern. Every pattern in the tables begins and ends with a
 * placeholder.
 */
function between(pattern: string): string {
  return pattern.slice('{0}'.length, -'{1}'.length);
}
