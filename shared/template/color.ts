import { err, ok, type Result } from '../lib/result.ts';

/** An sRGB colour, each channel 0 to 255. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Reads `#rgb` or `#rrggbb` in either case; the error is a sentence for people. */
export function parseColor(text: string): Result<Color, string> {
  const match = /^\s*#(?:([0-9a-f]{3})|([0-9a-f]{6}))\s*$/i.exec(text);
  if (!match) return err('must be a colour such as #f80 or #ff8000');
  const digits = match[2] ?? [...(match[1] ?? '')].map((digit) => digit + digit).join('');
  const value = Number.parseInt(digits, 16);
  return ok({ red: value >> 16, green: (value >> 8) & 0xff, blue: value & 0xff });
}

/** `#rrggbb` in lower case. */
export function formatColor(color: Color): string {
  const value = (color.red << 16) | (color.green << 8) | color.blue;
  return `#${value.toString(16).padStart(6, '0')}`;
}
