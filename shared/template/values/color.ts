import { err, ok, type Result } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { MessageIn } from '../../messages/message-in.ts';
import type { ValueMessages } from '../../messages/templates/value-messages.ts';
import type { Length } from './lengths.ts';

/** An sRGB colour, each channel 0 to 255. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Reads `#rgb` or `#rrggbb` in either case; the error says what it must be. */
export function parseColor(text: string): Result<Color, MessageIn<ValueMessages>> {
  const match = /^\s*#(?:([0-9a-f]{3})|([0-9a-f]{6}))\s*$/i.exec(text);
  if (!match) return err(message('value/no-color'));
  const digits = match[2] ?? [...(match[1] ?? '')].map((digit) => digit + digit).join('');
  const value = Number.parseInt(digits, 16);
  return ok({ red: value >> 16, green: (value >> 8) & 0xff, blue: value & 0xff });
}

/** `#rrggbb` in lower case. */
export function formatColor(color: Color): string {
  const value = (color.red << 16) | (color.green << 8) | color.blue;
  return `#${value.toString(16).padStart(6, '0')}`;
}

/** A colour as planes of luma and colour differences hold it, 8 bits each, in limited range. */
export interface VideoColor {
  readonly luma: number;
  readonly differenceBlue: number;
  readonly differenceRed: number;
}

/** ITU-R BT.709-6, item 3: luma and colour differences, quantised to 8 bits as in item 4. */
export function toBt709({ red, green, blue }: Color): VideoColor {
  const luma = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  return {
    luma: Math.round(16 + 219 * luma),
    differenceBlue: Math.round(128 + (224 * (blue / 255 - luma)) / 1.8556),
    differenceRed: Math.round(128 + (224 * (red / 255 - luma)) / 1.5748),
  };
}

/** A colour with its opacity, 0 to 1. */
export interface Paint extends Color {
  readonly alpha: number;
}

/** A linear gradient of CSS Images 3. */
export interface Gradient {
  /** Degrees: 0 is upwards, 90 to the right. */
  readonly angle: number;
  /** Two at least, in the order in which they are written. */
  readonly stops: readonly GradientStop[];
}

export interface GradientStop {
  readonly color: Paint;
  /** Where on the way; a percentage is of all of it. Null where the others say it. */
  readonly at: Length | null;
}
