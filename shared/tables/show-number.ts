import { Decimal } from 'decimal.js';
import { findLanguage, type Language } from '../formats/languages.ts';
import { type FormatSection, type FormatToken, type NumberFormat, readFormat } from './number-format.ts';
import { datePieces } from './show-date.ts';

/** A number as a spreadsheet displays it. `isUnderstood` is false if the format is unsupported. */
export interface ShownNumber {
  readonly shown: string;
  readonly isUnderstood: boolean;
}

/** The text that spreadsheets display for a number that their format cannot show. */
export const NO_DATE = '########';

/** Formats a number as a spreadsheet displays it. */
export function showNumber(format: NumberFormat, value: number, language: Language): ShownNumber {
  if (format === null) return { shown: showGeneral(value, language), isUnderstood: false };
  const section = sectionFor(format, value);
  if (section === null) return { shown: NO_DATE, isUnderstood: true };
  const own = section.section.language === null ? language : findLanguage(section.section.language);
  if (section.section.isDate) {
    const pieces = datePieces(section.section.tokens, value, own);
    return { shown: pieces ?? NO_DATE, isUnderstood: true };
  }
  const minus = section.hasMinus && value < 0 ? '-' : '';
  return { shown: minus + showSection(section.section, Math.abs(value), language), isUnderstood: true };
}

/**
 * Formats a text as a spreadsheet displays it. Only the fourth section, or a single section with `@`, affects texts.
 */
export function showText(format: NumberFormat, text: string): string {
  const section = format?.length === 4 ? format[3] : format?.length === 1 ? format[0] : undefined;
  if (section === undefined || (format?.length === 1 && !section.isText)) return text;
  return section.tokens.map((token) => (token.kind === 'text' ? token.text : token.kind === 'at' ? text : '')).join('');
}

const formats = new Map<string, NumberFormat>();
/** The maximum number of cached formats, because the codes come from files. */
const MAX_FORMATS = 10_000;

/** Returns the parsed format of a code. Caches formats. */
export function formatOf(code: string): NumberFormat {
  const known = formats.get(code);
  if (known !== undefined) return known;
  const format = readFormat(code);
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(code, format);
  return format;
}

interface ChosenSection {
  readonly section: FormatSection;
  readonly hasMinus: boolean;
}

function sectionFor(format: readonly FormatSection[], value: number): ChosenSection | null {
  const numeric = format.length === 4 ? format.slice(0, 3) : format;
  if (numeric.some(({ condition }) => condition !== null)) {
    for (const [at, section] of numeric.entries()) {
      const { condition } = section;
      const isLast = at === numeric.length - 1;
      const matches = condition === null ? isLast || (at === 1 && value < 0) : meets(value, condition);
      if (!matches) continue;
      const isNegative = condition?.sign.startsWith('<') && condition.operand <= 0;
      return { section, hasMinus: !isNegative && !(condition === null && at === 1 && numeric.length > 2) };
    }
    return null;
  }
  const [positive, negative, zero] = numeric;
  if (positive === undefined) return null;
  if (value < 0 && negative !== undefined) return { section: negative, hasMinus: false };
  if (value === 0 && zero !== undefined) return { section: zero, hasMinus: false };
  return { section: positive, hasMinus: true };
}

function meets(value: number, { sign, operand }: NonNullable<FormatSection['condition']>): boolean {
  switch (sign) {
    case '<':
      return value < operand;
    case '<=':
      return value <= operand;
    case '=':
      return value === operand;
    case '>=':
      return value >= operand;
    case '>':
      return value > operand;
    case '<>':
      return value !== operand;
    default:
      return sign satisfies never;
  }
}

/** The number of significant digits with which spreadsheets compute. */
const SIGNIFICANT = 15;

function showSection(section: FormatSection, value: number, language: Language): string {
  const { tokens } = section;
  if (tokens.some(({ kind }) => kind === 'general' || kind === 'at'))
    return tokens.map((token) => (token.kind === 'text' ? token.text : showGeneral(value, language))).join('');
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const number = new Decimal(value.toPrecision(SIGNIFICANT))
    .times(Decimal.pow(100, percents))
    .dividedBy(Decimal.pow(1000, section.scale));
  if (tokens.some(({ kind }) => kind === 'slash') && tokens.some(({ kind }) => kind === 'digit'))
    return showFraction(tokens, number);
  const exponentAt = tokens.findIndex(({ kind }) => kind === 'exponent');
  if (exponentAt >= 0) return showExponent(section, exponentAt, number, language);
  return showDigits(section, tokens, number, language);
}

/** Writes a number into the placeholders of tokens. Handles formats without an exponent. */
function showDigits(
  section: FormatSection,
  tokens: readonly FormatToken[],
  number: Decimal,
  language: Language,
): string {
  const pointAt = tokens.findIndex(({ kind }) => kind === 'point');
  const whole = pointAt < 0 ? tokens : tokens.slice(0, pointAt);
  const decimals = pointAt < 0 ? [] : tokens.slice(pointAt + 1);
  const places = decimals.filter(({ kind }) => kind === 'digit').length;
  const [digits = '', fraction = ''] = number.toFixed(places, Decimal.ROUND_HALF_UP).split('.');
  const written = wholeDigits(whole, digits === '0' ? '' : digits, section.isGrouped ? language.numbers.group : '');
  if (pointAt < 0) return written;
  return written + language.numbers.decimal + decimalDigits(decimals, fraction);
}

/** Writes digits into placeholders from right to left. The first placeholder gets all remaining digits. */
function wholeDigits(tokens: readonly FormatToken[], digits: string, group: string): string {
  const places = tokens.filter(({ kind }) => kind === 'digit').length;
  let rest = digits;
  let [placesLeft, count, text] = [places, 0, ''];
  const add = (digit: string, isDigit: boolean) => {
    if (group !== '' && count > 0 && count % 3 === 0 && isDigit) text = group + text;
    text = digit + text;
    count += 1;
  };
  for (const token of tokens.toReversed()) {
    if (token.kind !== 'digit') {
      text = literal(token) + text;
      continue;
    }
    placesLeft -= 1;
    const digit = rest.at(-1);
    rest = rest.slice(0, -1);
    if (digit !== undefined) add(digit, true);
    else if (token.sign === '0') add('0', true);
    else if (token.sign === '?') text = ` ${text}`;
    if (placesLeft > 0) continue;
    for (; rest !== ''; rest = rest.slice(0, -1)) add(rest.at(-1) ?? '', true);
  }
  return text;
}

function decimalDigits(tokens: readonly FormatToken[], fraction: string): string {
  const significant = fraction.replace(/0+$/, '').length;
  let at = 0;
  return tokens
    .map((token) => {
      if (token.kind !== 'digit') return literal(token);
      const digit = fraction[at] ?? '0';
      at += 1;
      if (at <= significant || token.sign === '0') return digit;
      return token.sign === '?' ? ' ' : '';
    })
    .join('');
}

function literal(token: FormatToken): string {
  switch (token.kind) {
    case 'text':
      return token.text;
    case 'percent':
      return '%';
    case 'slash':
      return '/';
    default:
      return '';
  }
}

/**
 * Formats a number with a mantissa and an exponent. The exponent is a multiple of the number of digits before the
 * point.
 */
function showExponent(section: FormatSection, at: number, number: Decimal, language: Language): string {
  const { tokens } = section;
  const mantissa = tokens.slice(0, at);
  const pointAt = mantissa.findIndex(({ kind }) => kind === 'point');
  const step = Math.max(1, mantissa.slice(0, pointAt < 0 ? at : pointAt).filter(({ kind }) => kind === 'digit').length);
  const places = pointAt < 0 ? 0 : mantissa.slice(pointAt).filter(({ kind }) => kind === 'digit').length;
  let exponent = number.isZero() ? 0 : Math.floor(number.e / step) * step;
  let scaled = number.times(Decimal.pow(10, -exponent));
  if (scaled.toDecimalPlaces(places, Decimal.ROUND_HALF_UP).greaterThanOrEqualTo(Decimal.pow(10, step))) {
    exponent += step;
    scaled = number.times(Decimal.pow(10, -exponent));
  }
  const token = tokens[at];
  const plus = token?.kind === 'exponent' && token.plus ? '+' : '';
  const sign = exponent < 0 ? '-' : plus;
  const written = showDigits({ ...section, isGrouped: false }, mantissa, scaled, language);
  return `${written}E${sign}${wholeDigits(tokens.slice(at + 1), String(Math.abs(exponent)), '')}`;
}

/** The largest denominator of a fraction with `?` placeholders. */
const MAX_DENOMINATOR = 9_999;

/** Formats a number as a fraction, such as `1 3/4` in the format `# ?/?`. */
function showFraction(tokens: readonly FormatToken[], number: Decimal): string {
  const slash = tokens.findIndex(({ kind }) => kind === 'slash');
  let from = slash;
  while (tokens[from - 1]?.kind === 'digit') from -= 1;
  let to = slash + 1;
  while (tokens[to]?.kind === 'digit' || /^\d+$/.test(textOf(tokens[to]))) to += 1;
  const fixed = Number(
    tokens
      .slice(slash + 1, to)
      .map(textOf)
      .join(''),
  );
  const before = tokens.slice(0, from);
  const hasWhole = before.some(({ kind }) => kind === 'digit');
  const whole = hasWhole ? number.floor() : new Decimal(0);
  const part = number.minus(whole).toNumber();
  const most = Math.min(MAX_DENOMINATOR, 10 ** (to - slash - 1) - 1);
  let [numerator, denominator] = fixed > 0 ? [Math.round(part * fixed), fixed] : nearestFraction(part, most);
  let shownWhole = whole;
  if (hasWhole && numerator === denominator) [shownWhole, numerator] = [whole.plus(1), 0];
  const wholeText = shownWhole.isZero() && numerator !== 0 ? '' : shownWhole.toFixed();
  const start = hasWhole
    ? wholeDigits(before, wholeText, '') || (numerator === 0 ? '0' : '')
    : before.map(literal).join('');
  const widths = [slash - from, to - slash - 1] as const;
  const end = tokens.slice(to).map(literal).join('');
  if (hasWhole && numerator === 0) return `${start}${' '.repeat(widths[0] + widths[1] + 1)}${end}`;
  return `${start}${String(numerator).padStart(widths[0])}/${String(denominator).padEnd(widths[1])}${end}`;
}

function textOf(token: FormatToken | undefined): string {
  return token?.kind === 'text' ? token.text : token?.kind === 'digit' && token.sign === '0' ? '0' : '';
}

/**
 * Returns the nearest fraction with a limited denominator. Among equally near fractions, returns the smallest
 * denominator.
 */
function nearestFraction(value: number, most: number): [numerator: number, denominator: number] {
  let best: [number, number] = [Math.round(value), 1];
  let error = Math.abs(value - best[0]);
  for (let denominator = 2; denominator <= most && error > 1e-12; denominator += 1) {
    const numerator = Math.round(value * denominator);
    const difference = Math.abs(value - numerator / denominator);
    if (difference < error - 1e-12) [best, error] = [[numerator, denominator], difference];
  }
  return best;
}

/** Formats a number in the format General, with up to 11 characters. */
function showGeneral(value: number, language: Language): string {
  return generalText(value).replace('.', language.numbers.decimal);
}

function generalText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e11) return String(value);
  if (value === 0) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const width = value < 0 ? 12 : 11;
  if (magnitude >= -4 && magnitude <= -1) return withoutZeros(value.toPrecision(10 + magnitude));
  if (Math.abs(magnitude) <= 9) {
    const fixed = withoutZeros(value.toFixed(12));
    if (fixed.length <= width && fixed !== '0' && fixed !== '-0') return fixed;
    const precise = withoutZeros(value.toPrecision(10));
    if (precise.length <= width && !precise.includes('e')) return precise;
  }
  // From 1e21 on, `toFixed` returns an exponent.
  const whole = value.toFixed(0);
  return magnitude >= 9 && magnitude <= 10 && whole.length <= width ? whole : exponential(value);
}

function exponential(value: number): string {
  const [mantissa = '', exponent = '+0'] = value.toExponential(5).split('e');
  return `${withoutZeros(mantissa)}E${exponent.charAt(0)}${exponent.slice(1).padStart(2, '0')}`;
}

function withoutZeros(digits: string): string {
  return digits.includes('.') && !digits.includes('e') ? digits.replace(/\.?0+$/, '') : digits;
}
