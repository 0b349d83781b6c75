/**
 * Matches an unsigned decimal of the template language: without an exponent and digit groups, and with a decimal point
 * in every locale.
 */
export const UNSIGNED_DECIMAL = '(?:\\d{1,15}(?:\\.\\d{0,15})?|\\.\\d{1,15})';

const DECIMAL = new RegExp(`^\\s*[+-]?${UNSIGNED_DECIMAL}\\s*$`);

/** Returns whether a text is a decimal number, optionally with white space around it. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}
