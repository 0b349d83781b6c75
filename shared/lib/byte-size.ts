const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** The range of a requested film size in bytes. */
const filmSizes = { minimum: 1000, maximum: 1e12 } as const;

/**
 * Parses a size such as `8MB`, `8 MiB`, `2.5 MB`, or `8000000`. Returns whole bytes, rounded down. Returns null for any
 * other text, and for a size outside {@link filmSizes}.
 */
export function readByteSize(text: string): number | null {
  const [, digits, unit] = /^(\d{1,15}(?:\.\d{1,9})?)\s?([a-z]{0,3})$/i.exec(text.trim()) ?? [];
  const factor = UNITS[unit?.toLowerCase() ?? 'none'];
  if (digits === undefined || factor === undefined) return null;
  // Round the product, because 1.1 × 1,000,000 is less than 1,100,000 in binary floating point.
  const bytes = Math.floor(Number((Number(digits) * factor).toPrecision(15)));
  return bytes >= filmSizes.minimum && bytes <= filmSizes.maximum ? bytes : null;
}

/** Returns a size with three significant digits in decimal units, rounded up. */
export function roundedUpSize(bytes: number): { readonly value: number; readonly unit: 'kB' | 'MB' | 'GB' } {
  const [unit, factor] =
    bytes < 1e6 ? (['kB', 1e3] as const) : bytes < 1e9 ? (['MB', 1e6] as const) : (['GB', 1e9] as const);
  const digits = bytes / factor;
  const step = 10 ** Math.min(0, Math.floor(Math.log10(Math.max(digits, 1e-3))) - 2);
  return { value: Number((Math.ceil(digits / step) * step).toFixed(3)), unit };
}
