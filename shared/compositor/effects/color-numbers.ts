import type { Color } from '../../template/values/color.ts';

/** Weights of R', G', B' in luminance (ITU-R BT.709-6, item 3.2). */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/** Factors and what is added are kept within these, so that sums in 16.16 stay within 32 bits. */
const LARGEST_FACTOR = 24;
const LARGEST_SUMMAND = 8;

/** Four rows of five numbers for the kernel `matrix`, in 16.16, of rows for R', G', B' (and opacity); the last is added, 1 being 255. */
export function matrixNumbers(matrix: readonly number[]): Int32Array {
  const numbers = new Int32Array(20);
  const columns = matrix.length === 12 ? 4 : 5;
  for (let row = 0; row < matrix.length / columns; row++) {
    for (let column = 0; column < columns - 1; column++)
      numbers[5 * row + column] = fixed(matrix[columns * row + column] ?? 0, LARGEST_FACTOR);
    numbers[5 * row + 4] = 255 * fixed(matrix[columns * row + columns - 1] ?? 0, LARGEST_SUMMAND);
  }
  if (columns === 4) numbers[18] = 65_536;
  return numbers;
}

function fixed(value: number, most: number): number {
  return Math.round(65_536 * Math.max(-most, Math.min(most, value)));
}

/** Rows of a mix of each colour with its luminance × a colour (white leaves it grey). */
export function tintMatrix({ red, green, blue }: Color, amount: number): readonly number[] {
  return [red, green, blue].flatMap((part, row) => [
    ...LUMINANCE.map((weight, column) => amount * weight * (part / 255) + (row === column ? 1 - amount : 0)),
    0,
  ]);
}

/** W3C Filter Effects 1, 9.4 `sepia`. */
export function sepiaMatrix(amount: number): readonly number[] {
  const rows = [
    [0.393, 0.769, 0.189],
    [0.349, 0.686, 0.168],
    [0.272, 0.534, 0.131],
  ];
  return rows.flatMap((values, row) => [
    ...values.map((value, column) => amount * value + (row === column ? 1 - amount : 0)),
    0,
  ]);
}

/** Three tables of 256 bytes, for R', G' and B', of what becomes of a value of 0 to 255. */
export function byteTables(change: (value: number) => number): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.max(0, Math.min(255, Math.round(change(value)))));
  const tables = new Uint8Array(768);
  for (const at of [0, 256, 512]) tables.set(table, at);
  return tables;
}

/** Cosine and sine for the kernel `turnColors` that turn Cb and Cr by an angle in degrees. */
export function hueNumbers(angle: number): readonly [cosine: number, sine: number] {
  const radians = (angle * Math.PI) / 180;
  return [Math.round(65_536 * Math.cos(radians)), Math.round(65_536 * Math.sin(radians))];
}

/** Likewise such that stretch them by a factor; all from 127 on clip whatever is not grey. */
export function saturationNumbers(intensity: number): readonly [cosine: number, sine: number] {
  return [Math.round(65_536 * Math.min(127, intensity)), 0];
}
