/**
 * The maximum number of digits before the point of a decimal in an attribute. A binary floating-point number always
 * represents this number of digits exactly (IEEE 754).
 */
export const WHOLE_DIGITS = 15;

/**
 * The maximum number of digits after the point of any decimal, and before the point of a decimal in an expression. The
 * shortest decimal of a binary floating-point number has at most 309 digits before the point, and 324 after it (IEEE
 * 754). The limit keeps the work for a number small.
 */
export const DIGITS = 400;

/**
 * Matches an unsigned decimal of the template language: without an exponent and digit groups, and with a decimal point
 * in every locale.
 */
export const UNSIGNED_DECIMAL = unsignedDecimal(WHOLE_DIGITS);

const DECIMAL = new RegExp(`^\\s*[+-]?${unsignedDecimal(DIGITS)}\\s*$`);

/** Returns whether a text is a decimal number for expressions, optionally with white space around it. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

function unsignedDecimal(wholeDigits: number): string {
  return `(?:\\d{1,${wholeDigits}}(?:\\.\\d{0,${DIGITS}})?|\\.\\d{1,${DIGITS}})`;
}
