import { locales } from '#renderer/strings/language.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number as fields show it, with the decimal sign of the page's language: as many figures after it as it has, at most
 * `precision`; never grouped. For people only: what goes into a document is written by `writeNumber`.
 */
export function formatNumber(value: number, precision = 6): string {
  return numberFormat(`plain-${precision}`, { maximumFractionDigits: precision, useGrouping: false }).format(value);
}

/** As {@link formatNumber}, with the minus sign of typography, which number fields read, too. */
export function formatSigned(value: number, precision?: number): string {
  return formatNumber(value, precision).replace('-', '−');
}

/**
 * A value of a document as people read it: a decimal number with the decimal sign of the page's language; anything else,
 * such as `1.5s` or `${mood}`, as it is written.
 */
export function formatWritten(text: string): string {
  return /^-?\d*\.\d+$/.test(text) ? formatNumber(Number(text)) : text;
}

/** A number as somebody writes it in a document, as far as it is written, with the decimal sign of the page's language. */
export function withDecimalSign(text: string): string {
  return text.replace('.', formatFixed(0.5, 1).charAt(1));
}

/** A number with exactly so many figures after the decimal sign: `5.0`. */
export function formatFixed(value: number, figures: number): string {
  return numberFormat(`fixed-${figures}`, {
    minimumFractionDigits: figures,
    maximumFractionDigits: figures,
    useGrouping: false,
  }).format(value);
}

/** A count in running text, grouped as the language does: `1,185`. */
export function formatCount(value: number): string {
  return numberFormat('count', { maximumFractionDigits: 0 }).format(value);
}

/** A share of one as whole percent: `43 %`, with the space that the language or our typography puts there. */
export function formatPercent(share: number): string {
  const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
  return `${formatCount(percent)}\u202f%`;
}

/** Formats are dear to make and cheap to use. */
function numberFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = locales[pageLanguage()].numbers;
  const name = `${locale} ${key}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, options);
  formats.set(name, made);
  return made;
}
