import { formatFixed } from './number.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats bytes in decimal units, as file managers do: `1.1 MB`, `664 MB`, `12 B`. */
export function formatSize(bytes: number): string {
  const { scale, figures } = measure(bytes);
  return `${write(bytes, scale, figures)} ${units[scale]}`;
}

/** Formats a part of a size in the same unit: `412 of 664 MB`. */
export function formatSizeOf(done: number, total: number, of: string): string {
  const { scale, figures } = measure(total);
  return `${write(done, scale, figures)} ${of} ${write(total, scale, figures)} ${units[scale]}`;
}

/**
 * Formats a range of sizes, such as `0.4–2.8 MB` or `20 kB–4.6 MB`. If both ends have the same text, returns a single
 * size.
 */
export function formatSizeRange(least: number, most: number): string {
  const { scale, figures } = measure(most);
  const from = write(least, scale, figures);
  const to = write(most, scale, figures);
  if (from === to) return formatSize(most);
  return Number(from) === 0 ? `${formatSize(least)}–${formatSize(most)}` : `${from}–${to} ${units[scale]}`;
}

function measure(bytes: number): { readonly scale: number; readonly figures: number } {
  // Switch to the next unit at 999.5, which would be rounded to 1000.
  let scale = 0;
  while (scale < units.length - 1 && Math.round(bytes / 1000 ** scale) >= 1000) scale += 1;
  return { scale, figures: scale > 0 && Math.round((bytes / 1000 ** scale) * 10) < 100 ? 1 : 0 };
}

function write(bytes: number, scale: number, figures: number): string {
  return formatFixed(bytes / 1000 ** scale, figures);
}
