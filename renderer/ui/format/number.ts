const formats = new Map<string, Intl.NumberFormat>();

/** A number as fields show it: as many figures after the point as it has, at most `precision`; never grouped. */
export function formatNumber(value: number, precision = 6): string {
  return numberFormat(`plain-${precision}`, { maximumFractionDigits: precision, useGrouping: false }).format(value);
}

/** A count in running text, grouped as the language does: `1,185`. */
export function formatCount(value: number): string {
  return numberFormat('count', { maximumFractionDigits: 0 }).format(value);
}

/** A share of one as whole percent: `43 %`, with the space that the language or our typography puts there. */
export function formatPercent(share: number): string {
  const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
  return `${numberFormat('count', { maximumFractionDigits: 0 }).format(percent)}\u202f%`;
}

/** Formats are dear to make and cheap to use. */
export function numberFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat('en', options);
  formats.set(key, made);
  return made;
}
