/** An unsigned decimal as the language writes it: no exponent, no grouping, a point whatever the locale. */
export const UNSIGNED_DECIMAL = '(?:\\d{1,15}(?:\\.\\d{0,15})?|\\.\\d{1,15})';

const FRACTION_DIGITS = 15;

/** Prints a finite number so that the language reads it back: never `1e-7`, whatever the locale. */
export function formatDecimal(value: number): string {
  const shortest = String(value);
  if (!shortest.includes('e')) return shortest;
  // Numbers so large are whole, and `toFixed` gives up on them.
  return Math.abs(value) < 1 ? trimZeros(value.toFixed(FRACTION_DIGITS)) : String(BigInt(value));
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end);
}
