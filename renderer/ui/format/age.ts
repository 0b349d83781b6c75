import { locales } from '#renderer/strings/language.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { dateFormat } from './date.ts';

const day = 24 * 60 * 60 * 1000;

/** Formats a past time relative to now: "just now", "12 min ago", "yesterday", "Tuesday", "14 November". */
export function formatAge(at: Date, now: Date, justNow: string): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes < 1) return justNow;
  const days = Math.round((startOfDay(now) - startOfDay(at)) / day);
  if (days < 1) {
    return minutes < 60 ? shortAgo(minutes, 'minute') : shortAgo(Math.floor(minutes / 60), 'hour');
  }
  if (days === 1) return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-1, 'day');
  if (days < 7) return dateFormat('weekday', { weekday: 'long' }).format(at);
  return at.getFullYear() === now.getFullYear()
    ? dateFormat('day', { day: 'numeric', month: 'long' }).format(at)
    : dateFormat('day-year', { day: 'numeric', month: 'long', year: 'numeric' }).format(at);
}

/** Formats the time until a date in the largest unit that fits: `in 30 days`, `in 5 hours`, `in 1 minute`. */
export function formatUntil(at: Date, now: Date): string {
  const minutes = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 60_000));
  const format = new Intl.RelativeTimeFormat(locale());
  if (minutes < 60) return format.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 24 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day');
}

/** Formats a past time exactly: `14:32` today, `4 Nov, 14:32` on another day. */
export function formatMoment(at: Date, now: Date): string {
  if (startOfDay(at) === startOfDay(now)) return formatClock(at);
  return dateFormat('moment', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Formats the time of day: `14:32`. */
export function formatClock(at: Date): string {
  return dateFormat('clock', { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Formats the time of day with seconds: `14:32:10`. */
export function formatClockSeconds(at: Date): string {
  return dateFormat('clock-seconds', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);
}

function shortAgo(value: number, unit: 'minute' | 'hour'): string {
  const text = new Intl.RelativeTimeFormat(locale(), { style: 'short' }).format(-value, unit);
  // The English text of Intl has a period (`12 min. ago`), which the UI omits. In German, the period is correct.
  return pageLanguage() === 'en' ? text.replace('.', '') : text;
}

function locale(): string {
  return locales[pageLanguage()].numbers;
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
