import { err, ok } from '../../lib/result.ts';
import { formatPaint, PAINT_PATTERN, paintOf } from '../../lib/srgb.ts';
import { message } from '../../messages/message.ts';
import type { BackgroundPaint, Gradient, GradientStop, Paint } from '../values/color.ts';
import { DECIMAL, decimalOf, formatDecimal, partsOf, VALUE_SEPARATOR } from '../values/lengths.ts';
import type { AttributeType } from './attribute-types.ts';
import { formatLength, lengthOf } from './length-types.ts';

const PAINT = `^\\s*${PAINT_PATTERN}\\s*$`;
const isPaint = new RegExp(PAINT);

/** Creates a type of sRGB colors. The last one or two digits can be the opacity. */
export function paintType(): AttributeType<Paint> {
  return {
    kind: 'paint',
    variableType: 'color',
    pattern: PAINT,
    parse: (text) => (isPaint.test(text) ? ok(paintOf(text.trim())) : err(message('value/no-paint'))),
    format: formatPaint,
  };
}

/** The keyword for a background without a color. */
export const TRANSPARENT = 'transparent';

/** Creates a type of backgrounds: a color, or `transparent`. */
export function backgroundType(): AttributeType<BackgroundPaint> {
  return {
    kind: 'background',
    variableType: 'color',
    pattern: `^\\s*(?:${PAINT_PATTERN}|${TRANSPARENT})\\s*$`,
    parse: (text) => {
      if (text.trim() === TRANSPARENT) return ok(TRANSPARENT);
      return isPaint.test(text) ? ok(paintOf(text.trim())) : err(message('value/no-ground'));
    },
    format: (value) => (value === TRANSPARENT ? value : formatPaint(value)),
  };
}

/** The maximum number of gradient stops, which is more than practical gradients need. */
const MAX_STOPS = 64;

const STOP = `${PAINT_PATTERN}(?:\\s+${DECIMAL}%?)?`;
const GRADIENT = `^\\s*${DECIMAL}(?:\\s*,\\s*${STOP}){2,${MAX_STOPS}}\\s*$`;
const isGradient = new RegExp(GRADIENT);

/** Creates a type of gradients: an angle, and colors with optional positions, such as `90, #000, #f00 30%, #fff`. */
export function gradientType(): AttributeType<Gradient> {
  return {
    kind: 'gradient',
    variableType: 'text',
    pattern: GRADIENT,
    parse: (text) => {
      if (!isGradient.test(text)) return err(message('value/no-gradient', { most: MAX_STOPS }));
      const [angle = '', ...stops] = text.split(',').map((part) => part.trim());
      return ok({ angle: decimalOf(angle), stops: stops.map(stopOf) });
    },
    format: ({ angle, stops }) =>
      [
        formatDecimal(angle),
        ...stops.map(({ color, at }) => formatPaint(color) + (at === null ? '' : ` ${formatLength(at)}`)),
      ].join(', '),
  };
}

function stopOf(written: string): GradientStop {
  const [color = '', at] = written.split(/\s+/);
  return { color: paintOf(color), at: at === undefined ? null : lengthOf(at) };
}

const MATRIX = `^\\s*${DECIMAL}(?:${VALUE_SEPARATOR}${DECIMAL}){11}(?:(?:${VALUE_SEPARATOR}${DECIMAL}){8})?\\s*$`;
const isMatrix = new RegExp(MATRIX);

/**
 * The maximum absolute factor and summand of a matrix. Within these limits, results in 16.16 fixed point fit into 32
 * bits.
 */
const MAX_FACTOR = 24;
const MAX_SUMMAND = 8;

/** The matrix that does not change colors. */
export const IDENTITY_MATRIX: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/**
 * Creates a type of color matrices: three rows of four numbers, or four rows of five. The last number of a row is
 * added; the others are factors.
 */
export function colorMatrixType(): AttributeType<readonly number[]> {
  return {
    kind: 'matrix',
    variableType: 'text',
    pattern: MATRIX,
    parse: (text) => {
      const refused = err(message('value/no-matrix', { factor: MAX_FACTOR, summand: MAX_SUMMAND }));
      if (!isMatrix.test(text)) return refused;
      const numbers = partsOf(text).map(decimalOf);
      const columns = columnsOf(numbers);
      const areWithin = numbers.every(
        (number, at) => Math.abs(number) <= (at % columns === columns - 1 ? MAX_SUMMAND : MAX_FACTOR),
      );
      return areWithin ? ok(numbers) : refused;
    },
    format: (numbers) => numbers.map(formatDecimal).join(' '),
  };
}

/** Returns whether a matrix of {@link colorMatrixType} leaves all colors unchanged. */
export function isIdentityMatrix(matrix: readonly number[]): boolean {
  const columns = columnsOf(matrix);
  return matrix.every((entry, at) => entry === (at % (columns + 1) === 0 ? 1 : 0));
}

function columnsOf({ length }: readonly number[]): number {
  return length === 12 ? 4 : 5;
}
