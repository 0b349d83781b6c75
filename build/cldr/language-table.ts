import type { CompactPatterns, DateNames, LanguageTable, NumberTable } from '#shared/formats/language-table.ts';
import { PackagingError } from '../packages/script.ts';
import type { CldrPackage, ReadCldr } from './fetch-packages.ts';

/** A value of a JSON file of CLDR. */
type Json = string | { readonly [name: string]: Json };

/**
 * Builds the table of a language from CLDR's JSON. Throws {@link PackagingError} if data is missing or a pattern has a
 * field that `shared/formats/` cannot write.
 */
export async function languageTable(read: ReadCldr, tag: string): Promise<LanguageTable> {
  const main = async (name: CldrPackage, file: string): Promise<Json> =>
    at((await read(name, `main/${tag}/${file}.json`)) as Json, 'main', tag);
  const rules = async (file: string, type: string): Promise<Readonly<Record<string, string>>> => {
    const all = at((await read('cldr-core', `supplemental/${file}.json`)) as Json, 'supplemental', type);
    return pluralRules(objectOf(all)[tag] ?? at(all, tag.split('-')[0] ?? tag));
  };
  const numbers = at(await main('cldr-numbers-full', 'numbers'), 'numbers');
  const systems = ['latn', 'arab', 'deva'].filter((system) => `symbols-numberSystem-${system}` in objectOf(numbers));
  const tables = Object.fromEntries(systems.map((system) => [system, numberTable(numbers, system)]));
  const { latn } = tables;
  if (latn === undefined || text(numbers, 'defaultNumberingSystem') !== 'latn')
    throw new PackagingError(`The usual digits of ${tag} are not Latin.`);
  const currencies = objectOf(at(await main('cldr-numbers-full', 'currencies'), 'numbers', 'currencies'));
  const lists = at(await main('cldr-misc-full', 'listPatterns'), 'listPatterns');
  const order = text(await main('cldr-misc-full', 'layout'), 'layout', 'orientation', 'characterOrder');
  return {
    direction: order === 'right-to-left' ? 'rtl' : 'ltr',
    minimumGrouping: Number(text(numbers, 'minimumGroupingDigits')),
    numbers: latn,
    otherDigits: Object.fromEntries(
      Object.entries(tables).flatMap(([system, table]) => {
        const difference = system === 'latn' ? undefined : differenceOf(latn, table);
        return difference === undefined ? [] : [[system, difference]];
      }),
    ),
    currencies: Object.fromEntries(
      Object.entries(currencies).flatMap(([code, currency]) => {
        const { symbol, decimal, group } = objectOf(currency);
        if (typeof symbol !== 'string' || symbol === code) return [];
        return [[code, typeof decimal === 'string' ? [symbol, decimal, String(group)] : symbol]];
      }),
    ),
    dates: dateNames(at(await main('cldr-dates-full', 'ca-gregorian'), 'dates', 'calendars', 'gregorian')),
    series: { and: series(lists, 'standard'), or: series(lists, 'or') },
    plurals: await rules('plurals', 'plurals-type-cardinal'),
    ordinals: await rules('ordinals', 'plurals-type-ordinal'),
  };
}

/** Returns the decimals of the currencies that do not have two. */
export async function currencyDecimals(read: ReadCldr): Promise<Readonly<Record<string, number>>> {
  const file = (await read('cldr-core', 'supplemental/currencyData.json')) as Json;
  const fractions = Object.entries(objectOf(at(file, 'supplemental', 'currencyData', 'fractions')));
  const decimals = fractions.map(([code, each]) => [code, Number(text(each, '_digits'))] as const);
  return Object.fromEntries(decimals.filter(([code, digits]) => code !== 'DEFAULT' && digits !== 2));
}

/**
 * Returns the changes that turn one table into another; undefined without changes. Null removes a part.
 */
export function differenceOf(base: unknown, other: unknown): unknown {
  if (!isObject(base) || !isObject(other)) {
    return JSON.stringify(base) === JSON.stringify(other) ? undefined : (other ?? null);
  }
  const names = [...new Set([...Object.keys(base), ...Object.keys(other)])];
  const parts = names.flatMap((name) => {
    const difference = differenceOf(base[name], other[name]);
    return difference === undefined ? [] : [[name, difference] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function numberTable(numbers: Json, system: string): NumberTable {
  const symbols = at(numbers, `symbols-numberSystem-${system}`);
  const decimals = at(numbers, `decimalFormats-numberSystem-${system}`);
  const { currencyDecimal, currencyGroup } = objectOf(symbols);
  return {
    decimal: text(symbols, 'decimal'),
    group: text(symbols, 'group'),
    minus: text(symbols, 'minusSign'),
    percent: text(symbols, 'percentSign'),
    ...(typeof currencyDecimal === 'string' ? { currencyDecimal } : {}),
    ...(typeof currencyGroup === 'string' ? { currencyGroup } : {}),
    patterns: {
      number: text(decimals, 'standard'),
      percent: text(numbers, `percentFormats-numberSystem-${system}`, 'standard'),
      money: text(numbers, `currencyFormats-numberSystem-${system}`, 'standard'),
    },
    short: compactPatterns(at(decimals, 'short', 'decimalFormat')),
    long: compactPatterns(at(decimals, 'long', 'decimalFormat')),
  };
}

/** The largest exponent of compact patterns. Larger patterns are for numbers that expressions refuse. */
const MAX_EXPONENT = 17;

function compactPatterns(patterns: Json): CompactPatterns {
  const entries = Object.entries(objectOf(patterns)).map(([name, pattern]) => {
    const [, power = '', form = ''] = /^(10+)-count-(\w+)$/.exec(name) ?? [];
    if (form === '' || typeof pattern !== 'string') throw new PackagingError(`${name} is no compact pattern.`);
    return { exponent: power.length - 1, form, pattern };
  });
  const byExponent = Map.groupBy(entries, ({ exponent }) => exponent);
  return Object.fromEntries(
    [...byExponent]
      .filter(([exponent]) => exponent <= MAX_EXPONENT)
      .map(([exponent, forms]) => {
        const other = forms.find(({ form }) => form === 'other')?.pattern ?? '';
        const rest = forms.filter(({ pattern }) => pattern !== other).map(({ form, pattern }) => [form, pattern]);
        return [exponent, rest.length === 0 ? other : { ...Object.fromEntries(rest), other }];
      }),
  );
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1));
/** The days of a week in CLDR's names. Monday is the first day (ISO 8601). */
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function dateNames(gregorian: Json): DateNames {
  const names = (kind: 'months' | 'days', use: string, width: string): readonly string[] =>
    (kind === 'months' ? MONTHS : DAYS).map((name) => text(gregorian, kind, use, width, name));
  const both = (kind: 'months' | 'days', width: string): DateNames['months' | 'days']['wide'] => {
    const format = names(kind, 'format', width);
    const alone = names(kind, 'stand-alone', width);
    return JSON.stringify(format) === JSON.stringify(alone) ? { format } : { format, alone };
  };
  const available = at(gregorian, 'dateTimeFormats', 'availableFormats');
  const pattern = (of: Json, name: string) => supportedPattern(text(of, name));
  const dates = at(gregorian, 'dateFormats');
  return {
    months: { short: both('months', 'abbreviated'), wide: both('months', 'wide') },
    days: { short: both('days', 'abbreviated'), wide: both('days', 'wide') },
    halves: ['am', 'pm'].map((half) => text(gregorian, 'dayPeriods', 'format', 'abbreviated', half)),
    era: text(gregorian, 'eras', 'eraAbbr', '1'),
    styles: {
      short: pattern(dates, 'short'),
      medium: pattern(dates, 'medium'),
      long: pattern(dates, 'long'),
      full: pattern(dates, 'full'),
      time: pattern(at(gregorian, 'timeFormats'), 'short'),
      yearmonth: pattern(available, 'yMMMM'),
      monthday: pattern(available, 'MMMMd'),
    },
  };
}

function supportedPattern(pattern: string): string {
  const fields = pattern.replaceAll(/'[^']*'/g, '').match(/([A-Za-z])\1*/g) ?? [];
  const known = /^(?:y|yy|yyyy|M{1,4}|L{1,4}|d{1,2}|E|EEE|EEEE|ccc|cccc|H{1,2}|h{1,2}|m{1,2}|s{1,2}|a|G)$/;
  const unknown = fields.find((field) => !known.test(field));
  if (unknown !== undefined) throw new PackagingError(`The date pattern ${pattern} has the field ${unknown}.`);
  return pattern;
}

function series(lists: Json, type: string): LanguageTable['series']['and'] {
  const patterns = at(lists, `listPattern-type-${type}`);
  return ['2', 'start', 'middle', 'end'].map((name) => text(patterns, name));
}

/** Returns the rules of all categories except `other`, without CLDR's samples. */
function pluralRules(rules: Json): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectOf(rules)).flatMap(([name, rule]) => {
      const condition = String(rule).replace(/@.*$/s, '').trim();
      return condition === '' ? [] : [[name.replace('pluralRule-count-', ''), condition]];
    }),
  );
}

function at(json: Json, ...names: readonly string[]): Json {
  return names.reduce<Json>((branch, name) => {
    const inside = objectOf(branch)[name];
    if (inside === undefined) throw new PackagingError(`CLDR has no ${names.join('/')}.`);
    return inside;
  }, json);
}

function text(json: Json, ...names: readonly string[]): string {
  const leaf = at(json, ...names);
  if (typeof leaf !== 'string') throw new PackagingError(`${names.join('/')} of CLDR is no text.`);
  return leaf;
}

function objectOf(json: Json): Readonly<Record<string, Json>> {
  return typeof json === 'string' ? {} : json;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
