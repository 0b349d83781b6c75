import { formatDecimal } from './lengths.ts';

/**
 * Parses JSON without losing digits: a number that `JSON.parse` would change becomes a string of its digits. Throws
 * `SyntaxError` like `JSON.parse`.
 */
export function parseAsWritten(json: string): unknown {
  const quoted = quoteInexactNumbers(json);
  try {
    return JSON.parse(quoted);
  } catch (error) {
    // Parse the original text again, because an error of the changed text would have a wrong position.
    if (quoted !== json) JSON.parse(json);
    throw error;
  }
}

/**
 * Matches 16 consecutive digits, an exponent, or a fraction that ends with 0. `JSON.parse` is exact for all other
 * numbers.
 */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][+-]?\d|\.\d*0(?!\d)/;
const [QUOTE, BACKSLASH, COMMA, COLON, PLUS, MINUS, POINT, ZERO, NINE] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x2b, 0x2d, 0x2e, 0x30, 0x39,
];
const [TAB, LF, CR, SPACE, LARGE_E, SMALL_E] = [0x09, 0x0a, 0x0d, 0x20, 0x45, 0x65];

/** Quotes the numbers that `JSON.parse` would change, such as `12345678901234567890`, `1e400`, and `19.90`. */
function quoteInexactNumbers(json: string): string {
  if (!MAY_BE_INEXACT.test(json)) return json;
  const parts: string[] = [];
  let [copied, commas, numbers] = [0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(json, at);
    else if (unit === COMMA) commas += 1;
    else if (unit === MINUS || (unit >= ZERO && unit <= NINE)) {
      numbers += 1;
      const end = endOfNumber(json, at);
      // The JSON is invalid: it has too many numbers for its commas, or a number before a colon. `JSON.parse` reports
      // this.
      if (numbers > commas + 1 || isBeforeColon(json, end)) return json;
      const written = exactDigits(json.slice(at, end));
      if (written !== null) {
        parts.push(json.slice(copied, at), `"${written}"`);
        copied = end;
      }
      at = end - 1;
    }
  }
  parts.push(json.slice(copied));
  return parts.join('');
}

/** Returns the offset of the closing quote of a string. */
function endOfText(json: string, opening: number): number {
  let at = opening + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

function endOfNumber(json: string, start: number): number {
  let at = start + 1;
  for (; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    const isOfNumber = unit >= ZERO && unit <= NINE;
    if (!isOfNumber && unit !== POINT && unit !== SMALL_E && unit !== LARGE_E && unit !== PLUS && unit !== MINUS) break;
  }
  return at;
}

function isBeforeColon(json: string, end: number): boolean {
  let at = end;
  let unit = json.charCodeAt(at);
  while (unit === SPACE || unit === LF || unit === CR || unit === TAB) {
    at += 1;
    unit = json.charCodeAt(at);
  }
  return unit === COLON;
}

/**
 * Matches a number without an exponent. With at most 15 digits, `JSON.parse` loses only trailing zeros of such a
 * number.
 */
const PLAIN = /^-?(?:[1-9]\d*|0)(?:\.\d+)?$/;

/** The maximum number of digits in the output of `formatDecimal`, rounded up. */
const MAX_EXACT_DIGITS = 1000;
/**
 * The maximum exponent and the maximum number of digits for expanding an exponent. Numbers beyond them stay unchanged.
 */
const MAX_DIGITS = 40;

/**
 * Returns the digits of a JSON number that `JSON.parse` would change; null for an exact number. Expands an exponent
 * unless the number is too long. `3.0` counts as exact, because many programs write the integer 3 in this form.
 */
function exactDigits(token: string): string | null {
  if (token.length < 16 && PLAIN.test(token)) {
    const isExact = !token.includes('.') || !token.endsWith('0') || token.endsWith('.0');
    return isExact ? null : token.replace(/^-(?=[0.]+$)/, '');
  }
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent] = parts;
  const text = exponent === undefined ? decimalText(whole, fraction) : shiftPoint(whole, fraction, Number(exponent));
  if (text === null) return token;
  const signed = /[1-9]/.test(text) ? `${sign}${text}` : text;
  // Longer numbers are not meaningful, and processing megabytes of digits would take long.
  if (signed.length > MAX_EXACT_DIGITS) return signed;
  const value = Number(token);
  return Number.isFinite(value) && formatDecimal(value) === signed ? null : signed;
}

function decimalText(whole: string, fraction: string): string {
  return fraction === '' || fraction === '0' ? whole : `${whole}.${fraction}`;
}

/** Moves the decimal point by `by` digits. Returns null if the number or the shift is too long. */
function shiftPoint(whole: string, fraction: string, by: number): string | null {
  const digits = `${whole}${fraction}`;
  if (Math.abs(by) > MAX_DIGITS || digits.length > MAX_DIGITS) return null;
  const point = whole.length + by;
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(Math.max(point, 0), '0');
  const at = Math.max(point, 1);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(at).replace(/0+$/, '');
  return rest === '' ? integer : `${integer}.${rest}`;
}
