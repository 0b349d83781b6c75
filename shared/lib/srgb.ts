/** An sRGB color with channels from 0 to 255. */
interface Channels {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** A color with an opacity from 0 to 1. */
interface Painted extends Channels {
  readonly alpha: number;
}

/** The source of a regular expression for `#rgb`, `#rgba`, `#rrggbb`, and `#rrggbbaa`. */
export const PAINT_PATTERN = '#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})';

/** Parses a color that {@link PAINT_PATTERN} matches. */
export function paintOf(written: string): Painted {
  const digits = written.slice(1);
  const long = digits.length > 4 ? digits : [...digits].map((digit) => digit + digit).join('');
  const [red = 0, green = 0, blue = 0, alpha = 255] = [0, 2, 4, 6]
    .filter((at) => at < long.length)
    .map((at) => Number.parseInt(long.slice(at, at + 2), 16));
  return { red, green, blue, alpha: alpha / 255 };
}

/** Formats a color as `#rrggbb`, or `#rrggbbaa` if it is not opaque. */
export function formatPaint({ red, green, blue, alpha }: Painted): string {
  const parts = alpha === 1 ? [red, green, blue] : [red, green, blue, alpha * 255];
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Converts an sRGB color to linear light (IEC 61966-2-1). Each channel is from 0 to 1. */
export function linearLight({ red, green, blue }: Channels): readonly [number, number, number] {
  return [linear(red), linear(green), linear(blue)];
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Returns the relative luminance of an sRGB color (WCAG 2.2): 0 for black, and 1 for white. */
function luminance(color: Channels): number {
  const [red, green, blue] = linearLight(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors (WCAG 2.2), from 1 to 21. */
export function contrastRatio(one: Channels, other: Channels): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
