import type { ColorEncoding } from './composition.ts';

/** A 3 × 3 matrix of rows. */
export type Matrix = readonly [Row, Row, Row];
type Row = readonly [number, number, number];

/** An affine color transform: `matrix` × values + `offset`. Values are codes from 0 to 255, as fractions of 255. */
export interface ColorTransform {
  readonly matrix: Matrix;
  readonly offset: Row;
}

/** The weights of red and blue in luma (ITU-T H.273, MatrixCoefficients). */
const WEIGHTS = {
  bt709: [0.2126, 0.0722],
  bt601: [0.299, 0.114],
  bt2020: [0.2627, 0.0593],
  smpte240m: [0.212, 0.087],
  fcc: [0.3, 0.11],
} as const;

/** Returns the transform from a source's codes to the engine's: luma and chroma of limited-range BT.709. */
export function toWorkingColor({ matrix, range }: ColorEncoding): ColorTransform {
  const fromRgb = inverseOf(toRgb('bt709'));
  const { scale, offset } = LEVELS.limited;
  const working = (rows: Matrix, before: Row): ColorTransform => {
    const scaled = multiply(diagonal(scale), rows);
    return { matrix: scaled, offset: plus(offset, times(scaled, before)) };
  };
  if (matrix === 'rgb') return working(fromRgb, [0, 0, 0]);
  const levels = LEVELS[range];
  const rows = multiply(multiply(fromRgb, toRgb(matrix)), inverseOf(diagonal(levels.scale)));
  return working(rows, [-levels.offset[0], -levels.offset[1], -levels.offset[2]]);
}

/** Returns the transform from the engine's codes to RGB. */
export function fromWorkingColor(): ColorTransform {
  return toDisplayColor({ matrix: 'bt709', range: 'limited' });
}

/** Returns the transform from a source's codes to RGB, without the step to the engine's codes. */
export function toDisplayColor({ matrix, range }: ColorEncoding): ColorTransform {
  if (matrix === 'rgb') return { matrix: diagonal([1, 1, 1]), offset: [0, 0, 0] };
  const { scale, offset } = LEVELS[range];
  const rows = multiply(toRgb(matrix), inverseOf(diagonal(scale)));
  return { matrix: rows, offset: times(rows, [-offset[0], -offset[1], -offset[2]]) };
}

export function isIdentity({ matrix, offset }: ColorTransform): boolean {
  return (
    offset.every((value) => Math.abs(value) < 1e-6) &&
    matrix.every((row, y) => row.every((value, x) => Math.abs(value - (x === y ? 1 : 0)) < 1e-6))
  );
}

/** The levels of codes: code = signal × scale + offset (ITU-R BT.709-6, item 4; full range as in JFIF). */
const LEVELS: Readonly<Record<ColorEncoding['range'], { readonly scale: Row; readonly offset: Row }>> = {
  limited: { scale: [219 / 255, 224 / 255, 224 / 255], offset: [16 / 255, 128 / 255, 128 / 255] },
  full: { scale: [1, 1, 1], offset: [0, 128 / 255, 128 / 255] },
};

function toRgb(name: keyof typeof WEIGHTS): Matrix {
  const [red, blue] = WEIGHTS[name];
  const green = 1 - red - blue;
  return [
    [1, 0, 2 * (1 - red)],
    [1, (-2 * blue * (1 - blue)) / green, (-2 * red * (1 - red)) / green],
    [1, 2 * (1 - blue), 0],
  ];
}

function diagonal([a, b, c]: Row): Matrix {
  return [
    [a, 0, 0],
    [0, b, 0],
    [0, 0, c],
  ];
}

function multiply(left: Matrix, right: Matrix): Matrix {
  const column = (x: 0 | 1 | 2): Row => times(left, [right[0][x], right[1][x], right[2][x]]);
  const [a, b, c] = [column(0), column(1), column(2)];
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function times([a, b, c]: Matrix, [x, y, z]: Row): Row {
  const dotProduct = (row: Row) => row[0] * x + row[1] * y + row[2] * z;
  return [dotProduct(a), dotProduct(b), dotProduct(c)];
}

function plus(left: Row, right: Row): Row {
  return [left[0] + right[0], left[1] + right[1], left[2] + right[2]];
}

function inverseOf([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const divided = (value: number) => value / determinant;
  return [
    [divided(e * i - f * h), divided(c * h - b * i), divided(b * f - c * e)],
    [divided(f * g - d * i), divided(a * i - c * g), divided(c * d - a * f)],
    [divided(d * h - e * g), divided(b * g - a * h), divided(a * e - b * d)],
  ];
}
