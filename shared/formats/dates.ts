import { Decimal } from 'decimal.js';
import { assertNever } from '../lib/assert.ts';
import { type CalendarDate, type DateFields, fieldsOf } from './calendar.ts';
import type { DateNames } from './language-table.ts';
import type { Language } from './languages.ts';
import { inDigits } from './number-pattern.ts';

/** The named styles of dates. */
export const DATE_STYLES = [
  'short',
  'medium',
  'long',
  'full',
  'time',
  'yearmonth',
  'monthday',
  'month',
  'weekday',
] as const;

type DateStyle = (typeof DATE_STYLES)[number];

/** The fields of date patterns (UTS 35, part 4, section 8). */
const DATE_FIELDS = [
  ...['y', 'yy', 'yyyy', 'M', 'MM', 'MMM', 'MMMM', 'L', 'LL', 'LLL', 'LLLL', 'd', 'dd'],
  ...['E', 'EEE', 'EEEE', 'ccc', 'cccc', 'H', 'HH', 'h', 'hh', 'm', 'mm', 's', 'ss', 'a', 'G'],
];

/** Formats a date in a style or with a pattern. Returns null for an unknown style or a malformed pattern. */
export function formatDate(language: Language, date: CalendarDate, style: string): string | null {
  const source = isStyle(style) ? patternOf(language.table.dates, style) : style;
  // Require that a text of only lowercase letters is a single field. Otherwise, a misspelled style would be a pattern.
  if (/^[a-z]+$/.test(source) && !DATE_FIELDS.includes(source)) return null;
  const pieces = readPatternPieces(source);
  if (pieces === null) return null;
  const fields = fieldsOf(date);
  const written = pieces.map((piece) => ('text' in piece ? piece.text : fieldText(language, fields, piece.field)));
  return written.includes(null) ? null : written.join('');
}

function isStyle(style: string): style is DateStyle {
  return (DATE_STYLES as readonly string[]).includes(style);
}

function patternOf({ styles }: DateNames, style: DateStyle): string {
  switch (style) {
    case 'month':
      return 'LLLL';
    case 'weekday':
      return 'cccc';
    case 'short':
    case 'medium':
    case 'long':
    case 'full':
    case 'time':
    case 'yearmonth':
    case 'monthday':
      return styles[style];
    default:
      return assertNever(style);
  }
}

type PatternPiece = { readonly text: string } | { readonly field: string };

/**
 * Splits a pattern into fields (runs of one letter) and texts. `'…'` is a quoted text, and a doubled quote is a quote
 * character. Returns null if a quote is not closed.
 */
function readPatternPieces(pattern: string): readonly PatternPiece[] | null {
  const pieces: PatternPiece[] = [];
  const tokens = pattern.matchAll(/''|'((?:[^']|'')+)'|([A-Za-z])\2*|([^A-Za-z']+)|'/g);
  for (const [token, quoted, letter, plain] of tokens) {
    if (letter !== undefined) pieces.push({ field: token });
    else if (plain !== undefined) pieces.push({ text: plain });
    else if (token === "''") pieces.push({ text: "'" });
    else if (quoted === undefined) return null;
    else pieces.push({ text: quoted.replaceAll("''", "'") });
  }
  return pieces;
}

/** Returns the text of a field of a date; null for an unknown field. */
function fieldText(language: Language, fields: DateFields, field: string): string | null {
  const { months, days, halves, era } = language.table.dates;
  const number = (value: number, length = 1) => inDigits(language, String(value).padStart(length, '0'));
  const name = (names: DateNames['months']['wide'], at: number, use: 'format' | 'alone') =>
    (names[use] ?? names.format)[at - 1] ?? null;
  const month = (use: 'format' | 'alone') =>
    field.length <= 2
      ? number(fields.month, field.length)
      : name(field.length === 3 ? months.short : months.wide, fields.month, use);
  const day = (use: 'format' | 'alone') => name(field.length === 4 ? days.wide : days.short, fields.weekday, use);
  if (!DATE_FIELDS.includes(field)) return null;
  switch (field[0]) {
    case 'y':
      return field === 'yy' ? number(fields.year % 100, 2) : number(fields.year, field.length);
    case 'M':
      return month('format');
    case 'L':
      return month('alone');
    case 'd':
      return number(fields.day, field.length);
    case 'E':
      return day('format');
    case 'c':
      return day('alone');
    case 'H':
      return number(fields.hour, field.length);
    case 'h':
      return number(((fields.hour + 11) % 12) + 1, field.length);
    case 'm':
      return number(fields.minute, field.length);
    case 's':
      return number(fields.second, field.length);
    case 'a':
      return halves[fields.hour < 12 ? 0 : 1] ?? null;
    default:
      return era;
  }
}

/** The number of seconds in each unit of a duration, by its letter in patterns, largest first. */
const DURATION_UNITS = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;
type DurationLetter = keyof typeof DURATION_UNITS;
const DURATION_LETTERS = Object.keys(DURATION_UNITS) as readonly DurationLetter[];

/**
 * Formats whole seconds, rounded toward zero, with a pattern of `d`, `h`, `m`, and `s`. A doubled letter gives at least
 * two digits. The largest unit in the pattern includes all larger units. Without a pattern, the format is `m:ss`, or
 * `h:mm:ss` from one hour on. Returns null for a malformed pattern.
 */
export function formatDuration(language: Language, seconds: Decimal, pattern?: string): string | null {
  const whole = seconds.abs().toDecimalPlaces(0, Decimal.ROUND_DOWN);
  const pieces = readPatternPieces(pattern ?? (whole.lessThan(DURATION_UNITS.h) ? 'm:ss' : 'h:mm:ss'));
  const used = pieces?.flatMap((piece) => ('field' in piece ? [piece.field] : [])) ?? [];
  const letters = used.map((field) => field[0]);
  const isSound = used.every((field) => /^(?:d{1,2}|h{1,2}|m{1,2}|s{1,2})$/.test(field));
  if (pieces === null || !isSound || new Set(letters).size < letters.length) return null;
  let rest = whole;
  const values = new Map<string, Decimal>();
  for (const letter of DURATION_LETTERS.filter((each) => letters.includes(each))) {
    values.set(letter, rest.dividedToIntegerBy(DURATION_UNITS[letter]));
    rest = rest.modulo(DURATION_UNITS[letter]);
  }
  const text = pieces.map((piece) => {
    if ('text' in piece) return piece.text;
    return inDigits(language, (values.get(piece.field.charAt(0)) ?? whole).toFixed().padStart(piece.field.length, '0'));
  });
  const isNegative = seconds.isNegative() && [...values.values()].some((value) => !value.isZero());
  return (isNegative ? language.numbers.minus : '') + text.join('');
}
