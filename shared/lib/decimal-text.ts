/**
 * Matches an unsigned decimal of the language. It cannot have an exponent or digit groups, and it has a point in every
 * locale.
 */
export const UNSIGNED_DECIMAL = '(?:\\d{1,15}(?:\\.\\d{0,15})?|\\.\\d{1,15})';

const DECIMAL = new RegExp(`^\\s*[+-]?${UNSIGNED_DECIMAL}\\s*$`);

/** Returns whether a text is a decimal number. White space around it is allowed. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}
