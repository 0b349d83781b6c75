const formats = new Map<number, Intl.NumberFormat>();

/**
 * Formats a number for documents and values. The result has a decimal point in every language, and at most `precision`
 * decimals.
 */
export function writeNumber(value: number, precision = 6): string {
  const cachedFormat = formats.get(precision);
  const format = cachedFormat ?? new Intl.NumberFormat('en', { maximumFractionDigits: precision, useGrouping: false });
  if (cachedFormat === undefined) formats.set(precision, format);
  return format.format(value);
}
