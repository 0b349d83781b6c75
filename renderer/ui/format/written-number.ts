const formats = new Map<number, Intl.NumberFormat>();

/** Formats a number for documents and values: always with a decimal point, and with at most `precision` decimals. */
export function writeNumber(value: number, precision = 6): string {
  const known = formats.get(precision);
  const format = known ?? new Intl.NumberFormat('en', { maximumFractionDigits: precision, useGrouping: false });
  if (known === undefined) formats.set(precision, format);
  return format.format(value);
}
