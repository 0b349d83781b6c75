import { type DateFields, fieldsOf, formatIsoDate } from '../formats/calendar.ts';
import { formatDate } from '../formats/dates.ts';
import type { Language } from '../formats/languages.ts';
import type { FormatToken } from './number-format.ts';

/** The number of days from 1899-12-31, which is serial 0, to 1970-01-01. */
const EPOCH = 25_568;
/** The serial of 1900-02-29, which never existed. Spreadsheets count it for compatibility with Lotus 1-2-3. */
export const LEAP_DAY = 60;
/** The difference in days between serials of the default date system and of the 1904 date system. */
export const DAYS_OF_1904 = 1_462;
/** The serial after 9999-12-31. */
const END = 2_958_466;
const DAY_SECONDS = 86_400;

/** The day and the time that a serial represents. */
export interface SerialTime {
  /** The whole part of the serial, in days; null for a date of the calendar without a serial. */
  readonly serial: number | null;
  /** The number of days since 1970-01-01. */
  readonly day: number;
  /** The number of seconds since midnight. */
  readonly second: number;
}

/** The number of days from 1970-01-01 to 0001-01-01, the first day that values can have. */
const FIRST_DAY = -719_162;

/**
 * Returns the day and the time of a negative serial, rounded to the nearest second; null before the year 1. Excel
 * displays no date for these serials. LibreOffice writes and displays them as days before 1899-12-30, or before
 * 1904-01-01 in the 1904 date system.
 */
export function earlyTime(value: number, is1904: boolean): SerialTime | null {
  const seconds = Math.round(value * DAY_SECONDS + 1e-6);
  const days = Math.floor(seconds / DAY_SECONDS);
  const day = days - EPOCH - 1 + (is1904 ? DAYS_OF_1904 : 0);
  return day < FIRST_DAY ? null : { serial: null, day, second: seconds - days * DAY_SECONDS };
}

/** Returns the day and the time of a serial, rounded to the nearest second; null for a year outside 1900 to 9999. */
export function serialTime(value: number | SerialTime, unit = 1): SerialTime | null {
  if (typeof value !== 'number') return value;
  if (!(value >= 0 && value < END)) return null;
  // Round half up with a tolerance: serials have about 15 significant digits, so their times have errors of several
  // microseconds.
  const seconds = Math.round(value * DAY_SECONDS * unit + 1e-6) / unit;
  const serial = Math.floor(seconds / DAY_SECONDS);
  if (serial >= END) return null;
  return { serial, day: serial - EPOCH - (serial > LEAP_DAY ? 1 : 0), second: seconds - serial * DAY_SECONDS };
}

/**
 * Returns the date and time of a serial in ISO 8601, with the parts that its format displays; null for a serial without
 * a date. The result of {@link LEAP_DAY} is the day after it.
 */
export function serialValue(tokens: readonly FormatToken[], value: number | SerialTime): string | null {
  const time = serialTime(value);
  if (time === null) return null;
  const has = (letters: string) => tokens.some((token) => token.kind === 'date' && letters.includes(token.letter));
  const [hasDate, hasTime] = [has('ymd'), has('hns')];
  const clock = clockOf(time.second);
  if (!hasDate) return clock;
  if (time.serial === 0) return hasTime ? clock : null;
  const date = formatIsoDate({ day: time.day, second: 0, precision: 'day' });
  return hasTime ? `${date}T${clock}` : date;
}

export function clockOf(second: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `${two(second / 3600)}:${two((second % 3600) / 60)}:${two(second % 60)}`;
}

/** The number of hours, minutes, and seconds in a day, for `[h]`, `[m]`, and `[s]`. */
export const UNITS_PER_DAY = { h: 24, n: 1_440, s: 86_400 } as const;

/** Formats a serial with the tokens of a format. Returns null if the serial has no date. */
export function datePieces(
  tokens: readonly FormatToken[],
  value: number | SerialTime,
  language: Language,
): string | null {
  const isElapsed = tokens.some(({ kind }) => kind === 'elapsed');
  const fraction = Math.max(0, ...tokens.map((token) => (token.kind === 'fraction' ? token.length : 0)));
  const unit = 10 ** Math.min(fraction, 3);
  const isNegative = isElapsed && typeof value === 'number' && value < 0;
  const time = serialTime(isNegative ? -value : value, unit);
  if (time === null) return null;
  const hasHalves = tokens.some(({ kind }) => kind === 'halves');
  const fields = dateFields(time);
  const whole = Math.floor(time.second);
  const elapsed = { h: 0, n: 0, s: 0 };
  const total = (time.serial ?? 0) * DAY_SECONDS + whole;
  for (const letter of ['h', 'n', 's'] as const)
    elapsed[letter] = Math.floor((total * UNITS_PER_DAY[letter]) / DAY_SECONDS);
  const text = tokens.map((token) => {
    switch (token.kind) {
      case 'text':
        return token.text;
      case 'elapsed':
        return String(elapsed[token.letter]).padStart(token.length, '0');
      case 'fraction':
        return language.numbers.decimal + (time.second - whole).toFixed(fraction).slice(2);
      case 'halves':
        return whole < DAY_SECONDS / 2 ? 'AM' : 'PM';
      case 'date':
        return dateText(token.letter, token.length, { time, fields, whole, hasHalves, language });
      case 'slash':
        return '/';
      default:
        return '';
    }
  });
  return (isNegative ? '-' : '') + text.join('');
}

/** Returns the date fields that spreadsheets display. Serial 0 is 1900-01-00, and serial 60 is 1900-02-29. */
function dateFields({ serial, day }: SerialTime): DateParts['fields'] {
  const fields = fieldsOf({ day, second: 0, precision: 'day' });
  if (serial === null) return fields;
  // Spreadsheets treat serial 0 as a Saturday, so their weekdays before March 1900 are wrong.
  const weekday = ((serial + 5) % 7) + 1;
  if (serial === 0) return { year: 1900, month: 1, day: 0, weekday };
  if (serial === LEAP_DAY) return { year: 1900, month: 2, day: 29, weekday };
  return { year: fields.year, month: fields.month, day: fields.day, weekday };
}

interface DateParts {
  readonly time: SerialTime;
  readonly fields: Pick<DateFields, 'year' | 'month' | 'day' | 'weekday'>;
  readonly whole: number;
  readonly hasHalves: boolean;
  readonly language: Language;
}

function dateText(letter: 'y' | 'm' | 'd' | 'h' | 'n' | 's', length: number, parts: DateParts): string {
  const { fields, whole, hasHalves, language } = parts;
  const number = (value: number) => String(value).padStart(Math.min(length, 2), '0');
  const { months, days } = language.table.dates;
  // Remove the period that short names have in CLDR, because spreadsheets omit it.
  const short = (name: string | undefined) => (name ?? '').replace(/\.$/, '');
  switch (letter) {
    case 'y':
      return length <= 2 ? String(fields.year % 100).padStart(2, '0') : String(fields.year);
    case 'm':
      if (length === 3) return short((months.short.alone ?? months.short.format)[fields.month - 1]);
      if (length === 4) return months.wide.format[fields.month - 1] ?? '';
      return length >= 5 ? (months.wide.format[fields.month - 1] ?? '').charAt(0) : number(fields.month);
    case 'd':
      if (length === 3) return short((days.short.alone ?? days.short.format)[fields.weekday - 1]);
      return length >= 4 ? (days.wide.format[fields.weekday - 1] ?? '') : number(fields.day);
    case 'h': {
      const hour = Math.floor(whole / 3600);
      return number(hasHalves ? ((hour + 11) % 12) + 1 : hour);
    }
    case 'n':
      return number(Math.floor((whole % 3600) / 60));
    case 's':
      return number(whole % 60);
    default:
      return letter satisfies never;
  }
}

/** The number of days from 1970-01-01 to 2000-02-29. */
const LEAP_DAY_OF_2000 = 11_016;

/** Formats a serial in the built-in local format: the short date of the language, with a four-digit year. */
export function localDate(value: number | SerialTime, language: Language, withTime: boolean): string | null {
  const time = serialTime(value);
  if (time === null) return null;
  const pattern = language.table.dates.styles.short.replace(/\byy?\b/, 'yyyy');
  const isZero = time.serial === 0;
  // Spreadsheets display serial 0 as the day before the first day of 1900.
  const shownPattern = isZero ? pattern.replace(/d+/, (day) => '0'.repeat(day.length)) : pattern;
  const shownDay = isZero ? time.day + 1 : time.day;
  const shown = formatDate(language, { day: shownDay, second: 0, precision: 'day' }, shownPattern) ?? '';
  // The calendar has no leap day in 1900, so format the leap day of 2000.
  const leap = formatDate(language, { day: LEAP_DAY_OF_2000, second: 0, precision: 'day' }, shownPattern) ?? '';
  const date = time.serial === LEAP_DAY ? leap.replace('2000', '1900') : shown;
  if (!withTime) return date;
  const minutes = String(Math.floor((time.second % 3600) / 60)).padStart(2, '0');
  return `${date} ${Math.floor(time.second / 3600)}:${minutes}`;
}
