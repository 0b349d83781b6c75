import { Decimal } from 'decimal.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundledFonts } from '../drawings/fonts/bundled-fonts.ts';
import { bundledOrSample, openKit } from '../drawings/testing/open-kit.ts';
import { required } from '../lib/assert.ts';
import { parseDate } from './calendar.ts';
import { CLDR_TABLES, CURRENCY_DECIMALS } from './cldr-tables.ts';
import { DATE_STYLES, formatDate, formatDuration } from './dates.ts';
import { findLanguage, isLanguageTag, LANGUAGE_TAGS } from './languages.ts';
import { formatCompact, formatMoney, formatNumber, formatPercent } from './numbers.ts';
import { joinSeries, pluralText } from './phrases.ts';

const english = findLanguage('en');
const german = findLanguage('de');
const date = (text: string) => required(parseDate(text), text);

describe('findLanguage', () => {
  test.each([
    ['de', 'de'],
    ['de-LU', 'de'],
    ['DE-at', 'de-AT'],
    ['de-Latn-AT', 'de'],
    ['de-AT-1996', 'de-AT'],
    ['pt-PT-u-nu-latn', 'pt-PT'],
    ['xx', null],
    ['zh-Hans', null],
  ])('finds the closest language with data: %s → %s', (tag, found) => {
    expect(findLanguage(tag)).toMatchObject({ tag, found });
  });

  test.each([
    ['ar', '1,234.5'],
    ['ar-u-nu-arab', '١٬٢٣٤٫٥'],
    ['hi-u-nu-deva', '१,२३४.५'],
    ['de-u-ca-gregory-nu-deva', '१.२३४,५'],
    ['en-u-nu-thai', '1,234.5'],
    ['de-AT', '1\u00a0234,5'],
    ['xx', '1,234.5'],
  ])('numbers of %s are written like %s', (tag, expected) => {
    expect(formatNumber(findLanguage(tag), new Decimal('1234.5'))).toBe(expected);
  });

  test('accepts only the syntax of language tags', () => {
    expect(['de', 'de-AT', 'sr-Latn-RS', 'ar-u-nu-arab', 'es-419'].every(isLanguageTag)).toBe(true);
    expect(
      ['', 'd', 'de_AT', 'de-', '-de', 'de AT', '1de', 'de-abcdefghi', `de${'-a'.repeat(40)}`].some(isLanguageTag),
    ).toBe(false);
  });
});

test.each([
  ['-0.004', 2, '0.00'],
  ['-0.005', 2, '-0.01'],
  ['2.5', 0, '3'],
  ['999999999999999999.5', 0, '1,000,000,000,000,000,000'],
])('%s with %d decimals is %s', (number, count, expected) => {
  expect(formatNumber(english, new Decimal(number), { min: count, max: count })).toBe(expected);
});

test.each([
  ['en', 'XYZ', '7', 'XYZ\u00a07.00'],
  ['en', 'XYZ', '-7', '-XYZ\u00a07.00'],
  ['de-CH', 'CHF', '-5', 'CHF-5.00'],
  ['fr-CH', 'EUR', '1234.5', "1'234.50\u00a0€"],
  ['de-AT', 'EUR', '1234.5', '€\u00a01.234,50'],
  ['en', 'constructor', '1', 'constructor\u00a01.00'],
])('%s writes money in %s: %s as %s', (tag, currency, amount, expected) => {
  expect(formatMoney(findLanguage(tag), new Decimal(amount), currency)).toBe(expected);
});

test.each([
  ['en', 'short', '999499', '999K'],
  ['en', 'short', '999500', '1M'],
  ['en', 'short', '9.96', '10'],
  ['en', 'short', '0.01234', '0.012'],
  ['en', 'short', '-1250', '-1.3K'],
  ['en', 'short', '0', '0'],
  ['en', 'short', '123456789012345678', '123,457T'],
  ['fr', 'long', '1000', 'mille'],
  ['fr', 'long', '-1000', '-1 millier'],
  ['it', 'long', '-1000', '-mille'],
  ['es', 'short', '1234567890', '1235\u00a0M'],
  ['ja', 'short', '99999', '10万'],
] as const)('%s writes %s compact numbers: %s as %s', (tag, width, number, expected) => {
  expect(formatCompact(findLanguage(tag), new Decimal(number), width)).toBe(expected);
});

describe('formatDate', () => {
  test.each([
    ['d.M.yy', '5.3.07'],
    ["EEE d MMM, HH:mm:ss 'Uhr'", 'Mo. 5 März, 09:05:07 Uhr'],
    ["d 'o''clock'", "5 o'clock"],
    ["''yyyy''", "'2007'"],
    ['LLL ccc', 'Mär Mo'],
    ['h a G', '9 AM n. Chr.'],
    ['yyyy', '2007'],
    ['m', '5'],
    ['d年', '5年'],
    ['', ''],
  ])('writes the pattern %s', (pattern, expected) => {
    expect(formatDate(german, date('2007-03-05T09:05:07'), pattern)).toBe(expected);
  });

  test.each(['longer', 'dm', 'Long', 'QQQ', 'MMMMM', 'ddd', 'yyy', 'EE', "d 'x", 'z', 'K'])('refuses %s', (pattern) => {
    expect(formatDate(german, date('2007-03-05'), pattern)).toBeNull();
  });

  test.each([
    ['00:05', '12:05 AM'],
    ['12:00', '12:00 PM'],
    ['23:59', '11:59 PM'],
  ])('counts hours in halves of a day: %s', (time, expected) => {
    expect(formatDate(english, date(`2026-01-01T${time}`), 'h:mm a')).toBe(expected);
  });

  test('separates English times with a narrow space', () => {
    expect(formatDate(english, date('2026-01-01T15:04'), 'time')).toBe('3:04\u202fPM');
  });
});

describe('formatDuration', () => {
  test.each([
    ['75', undefined, '1:15'],
    ['3599.9', undefined, '59:59'],
    ['3600', undefined, '1:00:00'],
    ['-75', undefined, '-1:15'],
    ['-0.9', undefined, '0:00'],
    ['-30', 'm', '0'],
    ['-59', 'h:mm', '0:00'],
    ['-60', 'h:mm', '-0:01'],
    ['3725', 'm:ss', '62:05'],
    ['93784', "d'd' hh'h'", '1d 02h'],
    ['93784', 's', '93784'],
    ['90061', 'h:ss', '25:61'],
    ['90061', "s's' m'm' h'h' d'd'", '1s 1m 1h 1d'],
    ['999999999999999999', 'h', '277777777777777'],
  ])('writes %s s with the pattern %s', (seconds, pattern, expected) => {
    expect(formatDuration(english, new Decimal(seconds), pattern)).toBe(expected);
  });

  test.each(['mmm', 'm:m', 'x', "m'", 'H:mm', 'm:mm'])('refuses %s', (pattern) => {
    expect(formatDuration(english, new Decimal(1), pattern)).toBeNull();
  });
});

describe('pluralText', () => {
  const choices = (...texts: readonly string[]) =>
    texts.map((text) => ({ when: text.slice(0, text.indexOf(':')), text: text.slice(text.indexOf(':') + 1) }));
  test.each([
    ['en', '0', ['=0:nothing', 'one:# night', 'other:# nights'], 'nothing'],
    ['en', '1', ['one:# night', '=1.0:a night', 'other:# nights'], 'a night'],
    ['en', '1.50', ['one:# night', 'other:# nights'], '1.5 nights'],
    ['en', '-1', ['one:# night', 'other:# nights'], '-1 night'],
    ['pl', '22', ['one:# noc', 'few:# noce', 'other:# nocy'], '22 noce'],
    ['pl', '5', ['one:# noc', 'other:# nocy'], '5 nocy'],
    ['de', '1000', ['other:## #'], '# 1.000'],
  ])('%s chooses the text for %s', (tag, number, texts, expected) => {
    expect(pluralText(findLanguage(tag), 'plurals', new Decimal(number), choices(...texts))).toBe(expected);
  });

  test('requires a text for other numbers', () => {
    expect(pluralText(english, 'plurals', new Decimal(1), choices('one:#'))).toBeNull();
  });

  test.each(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '1,003rd'])(
    'writes %s',
    (expected) => {
      const number = new Decimal(expected.replace(/\D/g, ''));
      expect(pluralText(english, 'ordinals', number, choices('one:#st', 'two:#nd', 'few:#rd', 'other:#th'))).toBe(
        expected,
      );
    },
  );
});

test('joins a long series in linear time', () => {
  const items = Array.from({ length: 100_000 }, () => 'x');
  expect(joinSeries(english, items, 'and')).toHaveLength(3 * items.length + 'and '.length - 2);
});

test('the tables take at most 120 KB', () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ CLDR_TABLES, CURRENCY_DECIMALS })).length;
  expect(bytes).toBeLessThanOrEqual(120_000);
});

describe('the bundled fonts', () => {
  const covered = new Set<number>();
  /** All output of the formats: the texts of the tables, and a result of each function. */
  const written = LANGUAGE_TAGS.flatMap((tag) => {
    const language = findLanguage(tag);
    const number = new Decimal('-1234567.5');
    const texts = [
      ...['', '-u-nu-arab', '-u-nu-deva'].map((digits) => formatNumber(findLanguage(tag + digits), number)),
      formatPercent(language, number),
      formatCompact(language, number, 'long'),
      ...DATE_STYLES.map((style) => formatDate(language, date('2026-11-28T15:04'), style)),
    ];
    return [...texts.join(''), ...JSON.stringify(language.table)];
  });
  const characters = [...new Set(written)].filter((character) => !/^[\p{Cf}\p{Cc}]$/u.test(character));

  beforeAll(async () => {
    const kit = await openKit();
    for (const { digest } of bundledFonts) {
      const typeface = required(
        kit.Typeface.MakeTypefaceFromData(new Uint8Array(bundledOrSample(digest)).buffer),
        digest,
      );
      const glyphs = typeface.getGlyphIDs(characters.join(''));
      for (const [at, character] of characters.entries())
        if ((glyphs[at] ?? 0) !== 0) covered.add(required(character.codePointAt(0), character));
      typeface.delete();
    }
  });

  test('have every character of the formats except Japanese ones', () => {
    const missing = characters.filter((character) => !covered.has(required(character.codePointAt(0), character)));
    expect(missing.filter((character) => !/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}、￥]$/u.test(character))).toEqual([]);
  });
});
