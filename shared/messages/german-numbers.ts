const plain = new Intl.NumberFormat('de', { maximumFractionDigits: 6, useGrouping: false });
const formats = new Map<number, Intl.NumberFormat>();

/**
 * Formats a number for a sentence, with a decimal comma and without group separators. Numbers in XML notation appear in
 * backticks with a decimal point.
 */
export function number(value: number): string {
  return plain.format(value);
}

/** Formats a number with a fixed number of decimals. */
export function fixed(value: number, figures: number): string {
  const cached = formats.get(figures);
  if (cached !== undefined) return cached.format(value);
  const formatter = new Intl.NumberFormat('de', {
    minimumFractionDigits: figures,
    maximumFractionDigits: figures,
    useGrouping: false,
  });
  formats.set(figures, formatter);
  return formatter.format(value);
}

/** Formats a duration in seconds, rounded to hundredths. */
export function inSeconds(value: number): string {
  return `${number(Math.round(value * 100) / 100)} s`;
}
