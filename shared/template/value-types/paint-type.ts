import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import type { Paint } from '../values/paint.ts';
import type { AttributeType } from './attribute-types.ts';

const PAINT = '#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})';
const WHOLE = new RegExp(`^\\s*${PAINT}\\s*$`);

/** A colour of sRGB whose last two digits, or last one, are its opacity. */
export function paint(): AttributeType<Paint> {
  return {
    kind: 'paint',
    variableType: 'color',
    pattern: `^\\s*${PAINT}\\s*$`,
    parse: (text) => (WHOLE.test(text) ? ok(paintOf(text.trim())) : err(statement('value/no-paint'))),
    format: formatPaint,
  };
}

/** As {@link paint}; `pattern` stands in longer values. */
export const PAINT_PATTERN = PAINT;

/** Reads what {@link PAINT_PATTERN} matches. */
export function paintOf(written: string): Paint {
  const digits = written.slice(1);
  const long = digits.length > 4 ? digits : [...digits].map((digit) => digit + digit).join('');
  const [red = 0, green = 0, blue = 0, alpha = 255] = [0, 2, 4, 6]
    .filter((at) => at < long.length)
    .map((at) => Number.parseInt(long.slice(at, at + 2), 16));
  return { red, green, blue, alpha: alpha / 255 };
}

/** `#rrggbb`, and with two further digits where it is not opaque. */
export function formatPaint({ red, green, blue, alpha }: Paint): string {
  const parts = alpha === 1 ? [red, green, blue] : [red, green, blue, alpha * 255];
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
