import { locales } from '#renderer/strings/language.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a number for a field, with the decimal sign of the page language, at most `precision` decimals, and no group
 * separators. Use it only for display; documents need `writeNumber`.
 */
export function formatNumber(value: number, precision = 6): string {
  return numberFormat(`plain-${precision}`, { maximumFractionDigits: precision, useGrouping: false }).format(value);
}

/**
 * Formats a number like {@link formatNumber}, but with the typographic minus sign. Number fields can parse this sign.
 */
export function formatSigned(value: number, precision?: number): string {
  return formatNumber(value, precision).replace('-', '−');
}

/**
 * Formats a value from a document for display. A decimal number gets the decimal sign of the page language; other
 * values, such as `1.5s` or `${mood}`, stay unchanged.
 */
export function formatWritten(text: string): string {
  return /^-?\d*\.\d+$/.test(text) ? formatNumber(Number(text)) : text;
}

/** Replaces a decimal point with the decimal sign of the page language. The number can be incomplete. */
export function withDecimalSign(text: string): string {
  return text.replace('.', formatFixed(0.5, 1).charAt(1));
}

/** Replaces the decimal comma of a complete number with a point. Returns any other text unchanged. */
export function withDecimalPoint(text: string): string {
  return /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
}

/** A currency symbol or code, a space, or an apostrophe that separates groups. */
const AROUND_DIGITS = /[\p{Sc}\p{Z}'’]|(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/gu;
/** An integer with group separators, and its decimals after the other sign. */
const GROUPED = /^([+-]?\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;

/**
 * Returns the decimal in a cell of a spreadsheet, such as `1234.5` for `1.234,50 €`. A single sign is the decimal sign,
 * unless three digits follow it and the page language groups digits with it: German `1.234 €` is 1234. Returns the cell
 * unchanged if it contains no number.
 */
export function decimalInCell(cell: string): string {
  const bare = cell.replace('−', '-').replace(AROUND_DIGITS, '');
  const [, whole, separator, decimals = ''] = GROUPED.exec(bare) ?? [];
  const isGrouped = separator === formatCount(1_000_000).charAt(1) && !/^[+-]?0/.test(bare);
  if (/^[+-]?\d+(?:[.,]\d+)?$/.test(bare) && !isGrouped) return bare.replace(',', '.');
  if (whole === undefined || separator === undefined) return cell;
  return `${whole.replaceAll(separator, '')}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Formats a number with a fixed number of decimals: `5.0`. */
export function formatFixed(value: number, figures: number): string {
  return numberFormat(`fixed-${figures}`, {
    minimumFractionDigits: figures,
    maximumFractionDigits: figures,
    useGrouping: false,
  }).format(value);
}

/** Formats a count with group separators: `1,185`. */
export function formatCount(value: number): string {
  return numberFormat('count', { maximumFractionDigits: 0 }).format(value);
}

/** Formats a fraction as a whole percentage, rounded down: `43 %`, with a narrow no-break space. */
export function formatPercent(share: number): string {
  const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
  return `${formatCount(percent)}\u202f%`;
}

/** Returns a number format. Formats are cached, because creating one is slow. */
function numberFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = locales[pageLanguage()].numbers;
  const name = `${locale} ${key}`;
  const cachedFormat = formats.get(name);
  if (cachedFormat !== undefined) return cachedFormat;
  const format = new Intl.NumberFormat(locale, options);
  formats.set(name, format);
  return format;
}
