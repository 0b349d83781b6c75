import { DATE_STYLES, formatDate, formatDuration } from '../formats/dates.ts';
import { findLanguage, isLanguageTag, LANGUAGE_TAGS } from '../formats/languages.ts';
import { formatCompact, formatMoney, formatNumber, formatPercent, MAX_DECIMALS } from '../formats/numbers.ts';
import { isPluralName, joinSeries, pluralText } from '../formats/phrases.ts';
import { PLURAL_CATEGORIES } from '../formats/plurals.ts';
import { dateOf } from './date-functions.ts';
import type { Evaluation, Expression, FunctionSpec, Parameter } from './expression.ts';

const x: Parameter = { name: 'x', kind: 'number' };
const decimals: Parameter = { name: 'decimals', kind: 'number', optional: true };
const category: Parameter = { name: 'category', kind: 'text', options: PLURAL_CATEGORIES };
const phrase: Parameter = { name: 'text', kind: 'text' };

/** The maximum number of characters that replace a `#` in a plural. */
const MAX_NUMBER = 50;

/** Functions that format values in the film's language. */
export const formatFunctions = {
  number: {
    parameters: [x, { name: 'min', kind: 'number', optional: true }, { name: 'max', kind: 'number', optional: true }],
    description: 'Writes a number: with as many decimals as it has, with exactly `min`, or with `min` to `max`.',
    example: ['number(1234567.891)', '1,234,567.891'],
    evaluate: (evaluation, part, fewest, most) => {
      const number = evaluation.number(part);
      if (fewest === undefined) return formatNumber(findLanguage(evaluation.language), number);
      const min = evaluation.whole(fewest, 0, MAX_DECIMALS);
      const max = most === undefined ? min : evaluation.whole(most, min, MAX_DECIMALS);
      return formatNumber(findLanguage(evaluation.language), number, { min, max });
    },
  },
  percent: {
    parameters: [x, decimals],
    description: 'Writes a number times 100 with the percent sign, without decimals by default.',
    example: ['percent(0.125, 1)', '12.5%'],
    evaluate: (evaluation, part, digits) =>
      formatPercent(findLanguage(evaluation.language), evaluation.number(part), digitsOf(evaluation, digits)),
  },
  money: {
    parameters: [x, { name: 'currency', kind: 'text', options: ['EUR', 'USD', 'GBP', 'CHF', 'JPY'] }, decimals],
    description: 'Writes an amount in a currency, with the decimals of the currency by default.',
    example: ["money(4.9, 'EUR')", '€4.90'],
    evaluate: (evaluation, part, currency, digits) => {
      const amount = evaluation.number(part);
      const code = evaluation.text(currency);
      if (!/^[A-Z]{3}$/.test(code)) return evaluation.fault('argument', currency, { given: code, valid: 'currency' });
      return formatMoney(findLanguage(evaluation.language), amount, code, digitsOf(evaluation, digits));
    },
  },
  compact: {
    parameters: [x, { name: 'width', kind: 'text', optional: true, options: ['long'] }],
    description: 'Writes a number in its largest unit, such as thousands or millions.',
    example: ["compact(1500000, 'long')", '1.5 million'],
    evaluate: (evaluation, part, width) => {
      const number = evaluation.number(part);
      const isLong = width !== undefined;
      if (isLong) checkOption(evaluation, width, 'long');
      return formatCompact(findLanguage(evaluation.language), number, isLong ? 'long' : 'short');
    },
  },
  date: {
    parameters: [
      { name: 'date', kind: 'date' },
      { name: 'style', kind: 'text', options: DATE_STYLES },
    ],
    description: 'Writes a date in a style, or by a pattern such as `d MMMM y`.',
    example: ["date('2026-11-28', 'long')", 'November 28, 2026'],
    evaluate: (evaluation, part, style) => {
      const date = dateOf(evaluation, part);
      const pattern = evaluation.text(style);
      // Spend steps for the longest result: each letter of a pattern can become the longest month name.
      evaluation.spendText(pattern.length * MAX_NUMBER);
      return (
        formatDate(findLanguage(evaluation.language), date, pattern) ??
        evaluation.fault('argument', style, { given: pattern, valid: 'style', options: DATE_STYLES })
      );
    },
  },
  duration: {
    parameters: [
      { name: 'seconds', kind: 'number' },
      { name: 'pattern', kind: 'text', optional: true },
    ],
    description: 'Writes whole seconds as minutes and seconds, or by a pattern of the letters `d h m s`.',
    example: ['duration(3725)', '1:02:05'],
    evaluate: (evaluation, part, pattern) => {
      const seconds = evaluation.number(part);
      const form = pattern === undefined ? undefined : evaluation.text(pattern);
      evaluation.spendText(form?.length ?? 0);
      const text = formatDuration(findLanguage(evaluation.language), seconds, form);
      return text ?? evaluation.fault('argument', pattern, { given: form, valid: 'duration' });
    },
  },
  plural: {
    parameters: [{ name: 'n', kind: 'number' }, category, phrase],
    repeated: [category, phrase],
    description: 'Returns the text for a number by the rules of the language. `#` in it becomes the number.',
    example: ["plural(2, 'one', '# night', 'other', '# nights')", '2 nights'],
    evaluate: pluralOf('plurals'),
  },
  ordinal: {
    parameters: [{ name: 'n', kind: 'number' }, category, phrase],
    repeated: [category, phrase],
    description: 'Returns the text for a position by the rules of the language, such as `22nd`.',
    example: ["ordinal(22, 'one', '#st', 'two', '#nd', 'few', '#rd', 'other', '#th')", '22nd'],
    evaluate: pluralOf('ordinals'),
  },
  enumerate: {
    parameters: [
      { name: 'list', kind: 'list' },
      { name: 'word', kind: 'text', optional: true, options: ['or'] },
    ],
    description: 'Joins the items as the language writes a series.',
    example: ["enumerate(['Ada', 'Bob', 'Eve'])", 'Ada, Bob, and Eve'],
    evaluate: (evaluation, part, word) => {
      const items = evaluation.list(part);
      evaluation.spend(items.length);
      const texts = items.map((item, at) => evaluation.textOf(item, part, at + 1));
      evaluation.spendText(texts.reduce((sum, each) => sum + each.length, 0));
      const isOr = word !== undefined;
      if (isOr) checkOption(evaluation, word, 'or');
      return joinSeries(findLanguage(evaluation.language), texts, isOr ? 'or' : 'and');
    },
  },
  language: {
    parameters: [
      { name: 'tag', kind: 'text', options: LANGUAGE_TAGS },
      { name: 'value', kind: 'value' },
    ],
    description: 'Returns a value that is computed in another language.',
    example: ["language('de', money(4.9, 'EUR'))", '4,90\u{a0}€'],
    evaluate: (evaluation, tag, part) => {
      const language = evaluation.text(tag);
      if (isLanguageTag(language)) return evaluation.inLanguage(language, part);
      return evaluation.fault('argument', tag, { given: language, valid: 'language' });
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

function digitsOf(evaluation: Evaluation, part: Expression | undefined): number | undefined {
  return part === undefined ? undefined : evaluation.whole(part, 0, MAX_DECIMALS);
}

/** Checks an argument for which only one text is valid. */
export function checkOption(evaluation: Evaluation, part: Expression | undefined, option: string): void {
  const given = evaluation.text(part);
  if (given !== option) evaluation.fault('argument', part, { given, valid: 'options', options: [option] });
}

function pluralOf(kind: 'plurals' | 'ordinals'): FunctionSpec['evaluate'] {
  return (evaluation, part, ...choices) => {
    const number = evaluation.number(part);
    const pairs = Array.from({ length: choices.length / 2 }, (_, at) => {
      const when = evaluation.text(choices[2 * at]);
      if (!isPluralName(when))
        return evaluation.fault('argument', choices[2 * at], {
          given: when,
          valid: 'category',
          options: PLURAL_CATEGORIES,
        });
      const text = evaluation.text(choices[2 * at + 1]);
      // Spend the steps before creating the text.
      evaluation.spendText(text.length + MAX_NUMBER * (text.split('#').length - 1));
      return { when, text };
    });
    const text = pluralText(findLanguage(evaluation.language), kind, number, pairs);
    return text ?? evaluation.fault('argument', part, { given: number.toFixed(), valid: 'other' });
  };
}
