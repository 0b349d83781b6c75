/** A moment of the Gregorian calendar, without a time zone. */
export interface Moment {
  /** The days since 1970-01-01. */
  readonly days: number;
  /** The seconds since midnight. */
  readonly seconds: number;
  /** How precisely the text states the time. */
  readonly precision: 'day' | 'minute' | 'second';
}

export interface CalendarDate {
  /** From 1 to 9999. */
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  /** From 1 to 31. */
  readonly day: number;
}

const SECONDS_PER_DAY = 86_400;
const DATE = /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?\s*(?:Z|[+-]\d\d(?::?\d\d)?)?)?\s*$/;
/** The last year of a text with four digits. */
const LAST_YEAR = 9999;

/** Reads `YYYY-MM-DD`, optionally with a time and a zone. The zone is not applied. Returns null for another text. */
export function readMoment(text: string): Moment | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((each) => Number(each ?? 0));
  const isDate = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  if (!isDate || hour > 23 || minute > 59 || second > 59) return null;
  const precision = match[4] === undefined ? 'day' : match[6] === undefined ? 'minute' : 'second';
  return { days: daysOf({ year, month, day }), seconds: (hour * 60 + minute) * 60 + second, precision };
}

/** Formats a moment as precisely as it is stated; null if its year does not have four digits. */
export function momentText({ days, seconds, precision }: Moment): string | null {
  const { year, month, day } = dateOf(days);
  if (year < 1 || year > LAST_YEAR) return null;
  const date = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
  if (precision === 'day') return date;
  const { hour, minute, second } = timeOf(seconds);
  const time = `${date}T${padded(hour)}:${padded(minute)}`;
  return precision === 'second' ? `${time}:${padded(second)}` : time;
}

function padded(number: number, digits = 2): string {
  return String(number).padStart(digits, '0');
}

/** Adds seconds. The precision rises if the result needs it. */
export function addSeconds({ days, seconds, precision }: Moment, count: number): Moment {
  const sum = seconds + count;
  const later = Math.floor(sum / SECONDS_PER_DAY);
  const rest = sum - later * SECONDS_PER_DAY;
  const needed = rest % 60 !== 0 ? 'second' : precision === 'day' ? 'minute' : precision;
  return { days: days + later, seconds: rest, precision: needed };
}

/** Adds months. Keeps the day, or takes the last day of the month. */
export function addMonths(moment: Moment, count: number): Moment {
  const { year, month, day } = dateOf(moment.days);
  const months = year * 12 + (month - 1) + count;
  const [newYear, newMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  const date = { year: newYear, month: newMonth, day: Math.min(day, daysIn(newYear, newMonth)) };
  return { ...moment, days: daysOf(date) };
}

/** Returns the seconds from one moment to another. */
export function secondsBetween(from: Moment, to: Moment): number {
  return (to.days - from.days) * SECONDS_PER_DAY + to.seconds - from.seconds;
}

/** Returns the time of day of seconds since midnight. */
export function timeOf(seconds: number) {
  return { hour: Math.floor(seconds / 3600), minute: Math.floor(seconds / 60) % 60, second: seconds % 60 };
}

/** Returns the weekday of a day: 1 is Monday, 7 is Sunday. */
export function weekdayOf(days: number): number {
  // 1970-01-01 was a Thursday.
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** Returns the number of the day in its year, from 1. */
export function yearDayOf(days: number): number {
  return days - daysOf({ year: dateOf(days).year, month: 1, day: 1 }) + 1;
}

/** Returns the number of the week by ISO 8601: the week of a Thursday has the number of its year. */
export function weekOf(days: number): number {
  const thursday = days - weekdayOf(days) + 4;
  return Math.ceil(yearDayOf(thursday) / 7);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The days of 400 years, after which the calendar repeats. */
const DAYS_PER_ERA = 146_097;
/** The days from 0000-03-01, where an era begins, to 1970-01-01. */
const DAYS_TO_1970 = 719_468;

/** Returns the days since 1970-01-01. Years begin in March here, so that the leap day is the last one. */
function daysOf({ year, month, day }: CalendarDate): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_1970;
}

/** Returns the date of days since 1970-01-01, the inverse of `daysOf`. */
export function dateOf(days: number): CalendarDate {
  const shifted = days + DAYS_TO_1970;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
