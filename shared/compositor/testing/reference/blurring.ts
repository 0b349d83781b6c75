import { byteAt, type Reference } from './fixed-point.ts';

export const blurAcross: Reference<'blurAcross'> = (bytes, from, fromStride, to, toStride, width, rows, radius) => {
  for (let row = 0; row < rows; row++)
    for (let part = 0; part < 4; part++)
      means(bytes, from + row * fromStride + part, 4, to + row * toStride + part, 4, width, radius);
};

export const blurDown: Reference<'blurDown'> = (bytes, from, fromStride, to, toStride, width, rows, radius) => {
  for (let column = 0; column < 4 * width; column++)
    means(bytes, from + column, fromStride, to + column, toStride, rows, radius);
};

/** Writes the moving averages of bytes along a line. `step` and `toStep` are the distances between two bytes. */
function means(
  bytes: Uint8Array,
  from: number,
  step: number,
  to: number,
  toStep: number,
  length: number,
  radius: number,
): void {
  const factor = Math.trunc(65_536 / (2 * radius + 1));
  const valueAt = (index: number) => byteAt(bytes, from + step * Math.max(0, Math.min(length - 1, index)));
  let sum = 0;
  for (let index = -radius; index <= radius; index++) sum += valueAt(index);
  for (let index = 0; index < length; index++) {
    bytes[to + toStep * index] = (sum * factor + 32_768) >> 16;
    sum += valueAt(index + radius + 1) - valueAt(index - radius);
  }
}
