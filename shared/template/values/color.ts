import { err, ok, type Result } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { ValueMessage } from '../../messages/values.en.ts';
import type { Length } from './lengths.ts';

/** An sRGB color with channels from 0 to 255. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Parses `#rgb` or `#rrggbb` in either case. The error is a message for users. */
export function parseColor(text: string): Result<Color, ValueMessage> {
  const match = /^\s*#(?:([0-9a-f]{3})|([0-9a-f]{6}))\s*$/i.exec(text);
  if (!match) return err(message('value/no-color'));
  const digits = match[2] ?? [...(match[1] ?? '')].map((digit) => digit + digit).join('');
  const value = Number.parseInt(digits, 16);
  return ok({ red: value >> 16, green: (value >> 8) & 0xff, blue: value & 0xff });
}

/** Formats a color as `#rrggbb` in lower case. */
export function formatColor(color: Color): string {
  const value = (color.red << 16) | (color.green << 8) | color.blue;
  return `#${value.toString(16).padStart(6, '0')}`;
}

/** A color as 8-bit luma and color differences in limited range. */
export interface VideoColor {
  readonly luma: number;
  readonly differenceBlue: number;
  readonly differenceRed: number;
}

/** Converts a color to luma and color differences (ITU-R BT.709-6, item 3), and quantizes them to 8 bits (item 4). */
export function toBt709({ red, green, blue }: Color): VideoColor {
  const luma = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  return {
    luma: Math.round(16 + 219 * luma),
    differenceBlue: Math.round(128 + (224 * (blue / 255 - luma)) / 1.8556),
    differenceRed: Math.round(128 + (224 * (red / 255 - luma)) / 1.5748),
  };
}

/** A color with an opacity from 0 to 1. */
export interface Paint extends Color {
  readonly alpha: number;
}

/** A background: a color, or nothing. */
export type Ground = Paint | 'transparent';

/** A linear gradient of CSS Images 3. */
export interface Gradient {
  /** The angle in degrees: 0 points up and 90 points to the right. */
  readonly angle: number;
  /** At least two stops, in the order in which they are written. */
  readonly stops: readonly GradientStop[];
}

export interface GradientStop {
  readonly color: Paint;
  /**
   * The position on the gradient line. Percentages refer to the length of the line. Null if the position follows from
   * other stops.
   */
  readonly at: Length | null;
}
