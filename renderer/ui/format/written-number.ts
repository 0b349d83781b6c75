const formats = new Map<number, Intl.NumberFormat>();

/**
 * A number as documents and values hold it: a point whatever the page's language is, at most so many figures after it.
 */
export function writeNumber(value: number, precision = 6): string {
  const known = formats.get(precision);
  const format = known ?? new Intl.NumberFormat('en', { maximumFractionDigits: precision, useGrouping: false });
  if (known === undefined) formats.set(precision, format);
  return format.format(value);
}
