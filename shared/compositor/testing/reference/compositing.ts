import { byteAt, div255, type Reference } from './fixed-point.ts';

export const fade: Reference<'fade'> = (bytes, start, opacity, count) => {
  for (let at = start; at < start + 4 * count; at++) bytes[at] = (byteAt(bytes, at) * opacity + 128) >> 8;
};

/** Returns `above` plus the part of `below` that `opacity` lets through. */
function compositedOver(below: number, above: number, opacity: number): number {
  return Math.min(255, div255(below * (255 - opacity)) + above);
}

export const over: Reference<'over'> = (bytes, from, fromStride, to, toStride, width, rows) => {
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < 4 * width; at++) {
      const above = from + row * fromStride + at;
      const below = to + row * toStride + at;
      bytes[below] = compositedOver(
        byteAt(bytes, below),
        byteAt(bytes, above),
        byteAt(bytes, from + row * fromStride + (at | 3)),
      );
    }
};

export const over444: Reference<'over444'> = (bytes, from, fromStride, y, cb, cr, stride, width, rows) => {
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const above = from + row * fromStride + 4 * x;
      const opacity = byteAt(bytes, above + 3);
      const below = row * stride + x;
      bytes[y + below] = compositedOver(byteAt(bytes, y + below), byteAt(bytes, above), opacity);
      bytes[cb + below] = compositedOver(byteAt(bytes, cb + below), byteAt(bytes, above + 1), opacity);
      bytes[cr + below] = compositedOver(byteAt(bytes, cr + below), byteAt(bytes, above + 2), opacity);
    }
};

export const overWeighted: Reference<'overWeighted'> = (
  bytes,
  from,
  fromStride,
  y,
  cb,
  cr,
  alpha,
  stride,
  width,
  rows,
) => {
  over444(bytes, from, fromStride, y, cb, cr, stride, width, rows);
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const opacity = byteAt(bytes, from + row * fromStride + 4 * x + 3);
      const below = alpha + row * stride + x;
      bytes[below] = compositedOver(byteAt(bytes, below), opacity, opacity);
    }
};

export const over420: Reference<'over420'> = (bytes, from, fromStride, y, cb, cr, stride, width, rows) => {
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const above = from + row * fromStride + 4 * x;
      const below = y + row * stride + x;
      bytes[below] = compositedOver(byteAt(bytes, below), byteAt(bytes, above), byteAt(bytes, above + 3));
    }
  for (let row = 0; row < rows; row += 2)
    for (let x = 0; x < width; x += 2) {
      const upper = from + row * fromStride + 4 * x;
      const lower = upper + fromStride;
      const sumOf = (part: number) =>
        byteAt(bytes, upper + part) +
        byteAt(bytes, upper + part + 4) +
        byteAt(bytes, lower + part) +
        byteAt(bytes, lower + part + 4);
      const below = (row >> 1) * (stride >> 1) + (x >> 1);
      bytes[cb + below] = ofFour(byteAt(bytes, cb + below), sumOf(1), sumOf(3));
      bytes[cr + below] = ofFour(byteAt(bytes, cr + below), sumOf(2), sumOf(3));
    }
};

/** Draws four pixels over the color that they share. `above` and `opacity` are sums over the four pixels. */
function ofFour(below: number, above: number, opacity: number): number {
  return Math.min(255, (Math.trunc((below * (1020 - opacity)) / 255) + above + 2) >> 2);
}
