import { locales } from '#renderer/strings/language.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a date and time with the month as a word: `14 November 2025 at 14:32`. */
export function formatDate(at: Date): string {
  return dateFormat('long', { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

/** Formats a date and time for a table: `14 Nov 2025, 14:32`. */
export function formatShortDate(at: Date): string {
  return dateFormat('medium', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Returns a date format. Formats are cached, because creating one is slow. */
export function dateFormat(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = locales[pageLanguage()].dates;
  const name = `${locale} ${key}`;
  const cachedFormat = formats.get(name);
  if (cachedFormat !== undefined) return cachedFormat;
  const format = new Intl.DateTimeFormat(locale, options);
  formats.set(name, format);
  return format;
}
