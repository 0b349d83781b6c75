import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { seeded } from '#shared/testing/seeded.ts';
import { parseDate } from './calendar.ts';
import { formatDate } from './dates.ts';
import { findLanguage, LANGUAGE_TAGS, type Language } from './languages.ts';
import { formatCompact, formatMoney, formatNumber, formatPercent } from './numbers.ts';
import { joinSeries } from './phrases.ts';
import { categoryOf } from './plurals.ts';

// Compare with the tables of CLDR 48.0 in Node; `halfExpand` rounds halves away from zero. Known differences are the
// sign of zero, and U+202F in English and Mexican times, which ICU replaces with a space.

/** The number of random values per format and language. */
const COUNT = 12;

/** Returns random decimals below 10^15 in magnitude, with up to five decimals. About a third have a minus sign. */
function decimals(seed: number): readonly string[] {
  const random = seeded(seed);
  return Array.from({ length: COUNT }, () => {
    const whole = String(Math.floor(random() * 10 ** Math.floor(random() * 16)));
    const fraction = String(Math.floor(random() * 10 ** 5)).slice(0, Math.floor(random() * 6));
    return `${random() < 0.3 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  });
}

/** Formats decimals with `Intl`, which parses them exactly from a text. */
function intl(tag: string, options: Intl.NumberFormatOptions): (text: string) => string {
  const format = new Intl.NumberFormat(tag, { roundingMode: 'halfExpand', signDisplay: 'negative', ...options });
  return (text) => format.format(text as `${number}`);
}

const TAGS = [...LANGUAGE_TAGS, 'ar-u-nu-arab', 'hi-u-nu-deva', 'de-LU', 'ja-u-nu-latn'];

describe.each(TAGS)('the formats agree with Intl in the language %s', (tag) => {
  const language = findLanguage(tag);
  const each = (write: (language: Language, number: Decimal) => string, options: Intl.NumberFormatOptions) => {
    const expected = intl(tag, options);
    const numbers = decimals(tag.length + JSON.stringify(options).length);
    expect(numbers.map((text) => `${text} ${write(language, new Decimal(text))}`)).toEqual(
      numbers.map((text) => `${text} ${expected(text)}`),
    );
  };

  test('numbers', () => {
    each((spoken, number) => formatNumber(spoken, number), { maximumFractionDigits: 15 });
    for (const count of [0, 2, 4])
      each((spoken, number) => formatNumber(spoken, number, { min: count, max: count }), {
        minimumFractionDigits: count,
        maximumFractionDigits: count,
      });
    each((spoken, number) => formatNumber(spoken, number, { min: 1, max: 3 }), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 3,
    });
  });

  test('percentages', () => {
    for (const count of [0, 1, 2])
      each((spoken, number) => formatPercent(spoken, number, count), {
        style: 'percent',
        minimumFractionDigits: count,
        maximumFractionDigits: count,
      });
  });

  test('amounts of money', () => {
    for (const currency of [
      'EUR',
      'USD',
      'GBP',
      'JPY',
      'CHF',
      'PLN',
      'INR',
      'BRL',
      'TRY',
      'AED',
      'KWD',
      'XAF',
      'XXX',
      'QQQ',
      'PTE',
      'CLF',
    ])
      each((spoken, number) => formatMoney(spoken, number, currency), { style: 'currency', currency });
    each((spoken, number) => formatMoney(spoken, number, 'EUR', 0), {
      style: 'currency',
      currency: 'EUR',
      minimumFractionDigits: 0,
      maximumFractionDigits: 0,
    });
  });

  test.each(['short', 'long'] as const)('compact numbers: %s', (width) => {
    each((spoken, number) => formatCompact(spoken, number, width), { notation: 'compact', compactDisplay: width });
  });

  test('dates', () => {
    const random = seeded(7);
    const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
      short: { dateStyle: 'short' },
      medium: { dateStyle: 'medium' },
      long: { dateStyle: 'long' },
      full: { dateStyle: 'full' },
      time: { timeStyle: 'short' },
      yearmonth: { year: 'numeric', month: 'long' },
      monthday: { month: 'long', day: 'numeric' },
      month: { month: 'long' },
      weekday: { weekday: 'long' },
    };
    for (const [style, options] of Object.entries(styles)) {
      const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options });
      const instants = Array.from({ length: COUNT }, () => Math.floor(random() * 2 ** 32) * 1000);
      const written = instants.map((instant) => {
        const date = parseDate(new Date(instant).toISOString().slice(0, 19));
        return withoutNarrowSpaces(date === null ? null : formatDate(language, date, style));
      });
      expect(written).toEqual(instants.map((instant) => withoutNarrowSpaces(format.format(instant))));
    }
  });

  test('plural categories', () => {
    for (const [type, rules] of [
      ['cardinal', language.table.plurals],
      ['ordinal', language.table.ordinals],
    ] as const) {
      const plural = new Intl.PluralRules(tag, { type, maximumFractionDigits: 15 });
      const numbers = ['0', '1', '2', '1000000', ...Array.from({ length: 130 }, (_, at) => String(at)), ...decimals(3)];
      const exact = numbers.filter((number) => !number.startsWith('-') && number.length < 15);
      expect(exact.map((text) => `${text} ${categoryOf(rules, new Decimal(text))}`)).toEqual(
        exact.map((text) => `${text} ${plural.select(Number(text))}`),
      );
    }
  });

  test('series', () => {
    for (const [word, type] of [
      ['and', 'conjunction'],
      ['or', 'disjunction'],
    ] as const)
      for (const count of [0, 1, 2, 3, 4, 7]) {
        const items = Array.from({ length: count }, (_, at) => `x${at}`);
        expect(joinSeries(language, items, word)).toBe(new Intl.ListFormat(tag, { type }).format(items));
      }
  });
});

function withoutNarrowSpaces(text: string | null): string | undefined {
  return text?.replaceAll('\u202f', ' ');
}
