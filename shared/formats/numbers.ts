import { Decimal } from 'decimal.js';
import { CURRENCY_DECIMALS } from './cldr-tables.ts';
import type { CompactPatterns } from './language-table.ts';
import type { Language } from './languages.ts';
import { type Decimals, readPattern, type Separators, withAffixes, writeDigits } from './number-pattern.ts';
import { categoryOf } from './plurals.ts';

/** The maximum number of decimals of a formatted number. */
export const MAX_DECIMALS = 15;

/**
 * Formats a number, such as `1,234.5`. If `decimals` is absent, uses as many decimals as the number has, at most 15.
 */
export function formatNumber(language: Language, number: Decimal, decimals?: Decimals): string {
  const pattern = readPattern(language.numbers.patterns.number);
  const shown = decimals ?? { min: 0, max: MAX_DECIMALS };
  return withAffixes(language, writeDigits(language, number, shown, pattern, separatorsOf(language)), pattern);
}

/** Formats a number times 100 with the percent sign. */
export function formatPercent(language: Language, number: Decimal, decimals = 0): string {
  const pattern = readPattern(language.numbers.patterns.percent);
  const shown = { min: decimals, max: decimals };
  const written = writeDigits(language, number.times(100), shown, pattern, separatorsOf(language));
  return withAffixes(language, written, pattern);
}

const currencyDecimals = JSON.parse(CURRENCY_DECIMALS) as Readonly<Record<string, number>>;

/** The number of decimals of most currencies. */
const USUAL_DECIMALS = 2;

/**
 * Formats an amount of money. `currency` is a code of three capital letters. If the currency has no symbol, the code is
 * used.
 */
export function formatMoney(language: Language, amount: Decimal, currency: string, decimals?: number): string {
  const { table, numbers } = language;
  const known = Object.hasOwn(table.currencies, currency) ? table.currencies[currency] : undefined;
  const [symbol = currency, decimal, group] = typeof known === 'string' ? [known] : (known ?? []);
  const usual = Object.hasOwn(currencyDecimals, currency) ? currencyDecimals[currency] : undefined;
  const count = decimals ?? usual ?? USUAL_DECIMALS;
  const pattern = readPattern(numbers.patterns.money);
  const written = writeDigits(language, amount, { min: count, max: count }, pattern, {
    decimal: decimal ?? numbers.currencyDecimal ?? numbers.decimal,
    group: group ?? numbers.currencyGroup ?? numbers.group,
    minimumGrouping: table.minimumGrouping,
  });
  return withAffixes(language, written, pattern, symbol);
}

/** The minimum number of digits before a group separator in compact numbers. */
const COMPACT_GROUPING = 2;

/**
 * Formats a number in its largest unit, such as `1.2K` or `1.2 thousand`: with two significant digits below ten, and as
 * a whole number otherwise. If rounding reaches the next unit, uses that unit.
 */
export function formatCompact(language: Language, number: Decimal, width: 'short' | 'long'): string {
  const { table, numbers } = language;
  const patterns = numbers[width];
  const magnitude = number.isZero() ? 0 : number.e;
  const first = unitOf(patterns, magnitude);
  const once = inUnit(number, first.exponent);
  const reached = once.isZero() ? 0 : once.e + first.exponent;
  const unit = reached > magnitude ? unitOf(patterns, reached) : first;
  const shown = unit.exponent === first.exponent ? once : inUnit(number, unit.exponent);
  const source = patternOf(language, unit, shown);
  const pattern = readPattern(source);
  const separators = { ...separatorsOf(language), minimumGrouping: Math.max(COMPACT_GROUPING, table.minimumGrouping) };
  const usual = readPattern(numbers.patterns.number);
  const written = writeDigits(language, shown, { min: 0, max: MAX_COMPACT_DECIMALS }, usual, separators);
  const hidden = pattern.zeros === 0 ? { ...written, digits: '' } : written;
  return withAffixes(language, hidden, pattern);
}

/** The maximum number of decimals of a compact number. Two significant digits of a number with 34 digits need fewer. */
const MAX_COMPACT_DECIMALS = 40;

interface CompactUnit {
  /** The power of ten that equals one unit. */
  readonly exponent: number;
  readonly patterns: CompactPatterns[string];
}

/**
 * Returns the unit for numbers of a magnitude. The number of zeros in its pattern is the number of digits before the
 * decimal separator.
 */
function unitOf(patterns: CompactPatterns, magnitude: number): CompactUnit {
  const largest = Math.max(...Object.keys(patterns).map(Number));
  const exponent = Math.min(magnitude, largest);
  const found = patterns[String(exponent)] ?? PLAIN;
  const other = typeof found === 'string' ? found : (found['other'] ?? PLAIN);
  return other === PLAIN
    ? { exponent: 0, patterns: PLAIN }
    : { exponent: exponent - readPattern(other).zeros + 1, patterns: found };
}

/** The pattern of numbers without a unit. */
const PLAIN = '0';

function inUnit(number: Decimal, exponent: number): Decimal {
  const moved = number.times(Decimal.pow(10, -exponent));
  const decimals = moved.abs().lessThan(10) && !moved.isZero() ? 1 - moved.e : 0;
  return moved.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
}

function patternOf(language: Language, { exponent, patterns }: CompactUnit, shown: Decimal): string {
  if (typeof patterns === 'string') return patterns;
  // The pattern for exactly 1, such as `mille`, does not apply to −1 (Unicode LDML, part 3, Compact Number Formats).
  const exact = shown.equals(1) ? patterns['1'] : undefined;
  return exact ?? patterns[categoryOf(language.table.plurals, shown, exponent)] ?? patterns['other'] ?? PLAIN;
}

function separatorsOf({ table, numbers }: Language): Separators {
  return { decimal: numbers.decimal, group: numbers.group, minimumGrouping: table.minimumGrouping };
}
