/** A Gregorian date with an optional time and without a time zone. */
export interface CalendarDate {
  /** The number of days since 1970-01-01. */
  readonly day: number;
  /** The number of seconds since midnight. */
  readonly second: number;
  /** The smallest unit that the text of the date contains. */
  readonly precision: 'day' | 'minute' | 'second';
}

/** The fields of a date. Months count from 1. Weekdays count from 1, which is Monday. */
export interface DateFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
}

export const DATE_UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
export type DateUnit = (typeof DATE_UNITS)[number];

export const DATE_PARTS = [
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'weekday',
  'week',
  'yearday',
  'quarter',
] as const;
export type DatePart = (typeof DATE_PARTS)[number];

const DAY = 86_400;
const MINUTE = 60;
const HOUR = 3_600;
const MAX_YEAR = 9_999;
/** The number of days from 0000-03-01 to 1970-01-01. */
const EPOCH = 719_468;
/** The number of days in 400 years, after which the calendar repeats. */
const CYCLE = 146_097;

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:Z|[+-](?:0\d|1\d|2[0-3]):?[0-5]\d|[+-](?:0\d|1\d|2[0-3]))?)?$/;

/**
 * Parses `YYYY-MM-DD`, optionally followed by `T` or a space, `hh:mm` or `hh:mm:ss`, and a time zone, which is ignored.
 * Returns null for any other text, and for a day that does not exist. Years must be from 1 to 9999.
 */
export function parseDate(text: string): CalendarDate | null {
  const found = FORM.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((each) => Number(each ?? 0));
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const precision = found[4] === undefined ? 'day' : found[6] === undefined ? 'minute' : 'second';
  return { day: dayNumber(year, month, day), second: hour * HOUR + minute * MINUTE + second, precision };
}

/** Formats a date so that {@link parseDate} can parse it. */
export function formatIsoDate(date: CalendarDate): string {
  const { year, month, day, hour, minute, second } = fieldsOf(date);
  const two = (value: number) => String(value).padStart(2, '0');
  const calendar = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (date.precision === 'day') return calendar;
  return `${calendar}T${two(hour)}:${two(minute)}${date.precision === 'second' ? `:${two(second)}` : ''}`;
}

export function fieldsOf({ day, second }: CalendarDate): DateFields {
  // Count years from March, because the leap day is then the last day of a year.
  const shifted = day + EPOCH;
  const cycle = Math.floor(shifted / CYCLE);
  const inCycle = shifted - cycle * CYCLE;
  const yearOfCycle = Math.floor(
    (inCycle - Math.floor(inCycle / 1_460) + Math.floor(inCycle / 36_524) - Math.floor(inCycle / 146_096)) / 365,
  );
  const dayOfYear = inCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
    hour: Math.floor(second / HOUR),
    minute: Math.floor((second % HOUR) / MINUTE),
    second: second % MINUTE,
    // 1970-01-01 was a Thursday.
    weekday: modulo(day + 3, 7) + 1,
  };
}

/**
 * Adds a whole number of units. Months and years keep the day of the month, or use the last day of a shorter month.
 * Returns null if the year is not from 1 to 9999.
 */
export function addToDate(date: CalendarDate, count: number, unit: DateUnit): CalendarDate | null {
  if (unit === 'year' || unit === 'month') return addMonths(date, unit === 'year' ? 12 * count : count);
  const seconds = secondsOf(unit) * count;
  const total = date.second + modulo(seconds, DAY);
  const added: CalendarDate = {
    day: date.day + Math.floor(seconds / DAY) + Math.floor(total / DAY),
    second: total % DAY,
    precision: date.precision,
  };
  if (unit === 'day' || unit === 'week') return inRange(added);
  const precision = date.precision === 'second' || added.second % MINUTE !== 0 ? 'second' : 'minute';
  return inRange({ ...added, precision });
}

function addMonths(date: CalendarDate, count: number): CalendarDate | null {
  const { year, month, day } = fieldsOf(date);
  const months = 12 * year + month - 1 + count;
  const toYear = Math.floor(months / 12);
  if (toYear < 1 || toYear > MAX_YEAR) return null;
  const toMonth = modulo(months, 12) + 1;
  return { ...date, day: dayNumber(toYear, toMonth, Math.min(day, daysOf(toYear, toMonth))) };
}

const FIRST_DAY = dayNumber(1, 1, 1);
const LAST_DAY = dayNumber(MAX_YEAR, 12, 31);

function inRange(date: CalendarDate): CalendarDate | null {
  return date.day >= FIRST_DAY && date.day <= LAST_DAY ? date : null;
}

/**
 * Returns the number of whole units from one date to another, rounded toward zero: the largest number that can be added
 * to the first date without passing the second. The number is negative if the second date is earlier.
 */
export function dateDifference(from: CalendarDate, to: CalendarDate, unit: DateUnit): number {
  if (unit === 'year') return withoutSign(Math.trunc(monthsBetween(from, to) / 12));
  if (unit === 'month') return withoutSign(monthsBetween(from, to));
  const seconds = (to.day - from.day) * DAY + to.second - from.second;
  return withoutSign(Math.trunc(seconds / secondsOf(unit)));
}

function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  const [first, last] = [fieldsOf(from), fieldsOf(to)];
  const months = 12 * (last.year - first.year) + last.month - first.month;
  const reached = addMonths(from, months) ?? from;
  const order = Math.sign(reached.day - to.day || reached.second - to.second);
  if (months > 0 && order > 0) return months - 1;
  return months < 0 && order < 0 ? months + 1 : months;
}

/** Returns a part of a date. Weeks follow ISO 8601: the first week of a year contains the first Thursday. */
export function datePart(date: CalendarDate, part: DatePart): number {
  const fields = fieldsOf(date);
  switch (part) {
    case 'week': {
      const thursday = date.day - fields.weekday + 4;
      const { year } = fieldsOf({ ...date, day: thursday });
      return Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1;
    }
    case 'yearday':
      return date.day - dayNumber(fields.year, 1, 1) + 1;
    case 'quarter':
      return Math.ceil(fields.month / 3);
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
    case 'minute':
    case 'second':
    case 'weekday':
      return fields[part];
  }
}

function secondsOf(unit: Exclude<DateUnit, 'year' | 'month'>): number {
  return { week: 7 * DAY, day: DAY, hour: HOUR, minute: MINUTE, second: 1 }[unit];
}

/** Returns the number of days from 1970-01-01 to a date. */
function dayNumber(year: number, month: number, day: number): number {
  const fromMarch = month <= 2 ? year - 1 : year;
  const cycle = Math.floor(fromMarch / 400);
  const yearOfCycle = fromMarch - cycle * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const inCycle = yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycle * CYCLE + inCycle - EPOCH;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** Replaces negative zero with zero. */
function withoutSign(value: number): number {
  return value === 0 ? 0 : value;
}
