import { byteAt, div255, type Reference, toByte } from './fixed-point.ts';

export const weigh: Reference<'weigh'> = (bytes, start, count) => {
  for (let at = start; at < start + 4 * count; at += 4) {
    const opacity = byteAt(bytes, at + 3);
    for (let part = 0; part < 3; part++) bytes[at + part] = div255(byteAt(bytes, at + part) * opacity);
  }
};

/** Returns `zero` × opacity ÷ 255 in 16.16, where `zero` is the code of black or gray of Y, Cb, or Cr. */
function zeroOf(zero: number, opacity: number): number {
  return opacity * zero * 257 + ((opacity * zero + 128) >> 8);
}

export const fromRgba: Reference<'fromRgba'> = (bytes, from, to, count) => {
  for (let offset = 0; offset < 4 * count; offset += 4) {
    const red = byteAt(bytes, from + offset);
    const green = byteAt(bytes, from + offset + 1);
    const blue = byteAt(bytes, from + offset + 2);
    const opacity = byteAt(bytes, from + offset + 3);
    const y = 11_966 * red + 40_254 * green + 4064 * blue + zeroOf(16, opacity);
    const cb = -6596 * red - 22_189 * green + 28_785 * blue + zeroOf(128, opacity);
    const cr = 28_785 * red - 26_145 * green - 2640 * blue + zeroOf(128, opacity);
    bytes[to + offset] = toByte((y + 32_768) >> 16);
    bytes[to + offset + 1] = toByte((cb + 32_768) >> 16);
    bytes[to + offset + 2] = toByte((cr + 32_768) >> 16);
    bytes[to + offset + 3] = opacity;
  }
};

export const fromYuv420: Reference<'fromYuv420'> = (bytes, y, cb, cr, stride, to, toStride, width, rows) => {
  for (let row = 0; row < rows; row++) {
    const colors = (row >> 1) * (stride >> 1);
    for (let x = 0; x < width; x++) {
      const at = to + row * toStride + 4 * x;
      bytes[at] = byteAt(bytes, y + row * stride + x);
      bytes[at + 1] = byteAt(bytes, cb + colors + (x >> 1));
      bytes[at + 2] = byteAt(bytes, cr + colors + (x >> 1));
      bytes[at + 3] = 255;
    }
  }
};

export const fromYuv444: Reference<'fromYuv444'> = (bytes, y, cb, cr, stride, to, toStride, width, rows) => {
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const at = to + row * toStride + 4 * x;
      const from = row * stride + x;
      bytes[at] = byteAt(bytes, y + from);
      bytes[at + 1] = byteAt(bytes, cb + from);
      bytes[at + 2] = byteAt(bytes, cr + from);
      bytes[at + 3] = 255;
    }
};

export const fromWeighted: Reference<'fromWeighted'> = (bytes, y, cb, cr, alpha, stride, to, toStride, width, rows) => {
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++)
      for (const [part, plane] of [y, cb, cr, alpha].entries())
        bytes[to + row * toStride + 4 * x + part] = byteAt(bytes, plane + row * stride + x);
};

/** The sides of the blocks from which the colors of invisible pixels come. */
const BLOCKS = [2, 4, 8];
const BLACK = [16, 128, 128];

export const unweigh: Reference<'unweigh'> = (bytes, y, cb, cr, alpha, width, rows) => {
  const planes = [y, cb, cr];
  const before = bytes.slice();
  const blockSums = (x: number, row: number, side: number) => {
    const sums = { opacity: 0, colors: [0, 0, 0] };
    const [left, top] = [x - (x % side), row - (row % side)];
    for (let down = top; down < Math.min(rows, top + side); down++)
      for (let across = left; across < Math.min(width, left + side); across++) {
        const opacity = byteAt(before, alpha + down * width + across);
        if (opacity === 0) continue;
        sums.opacity += opacity;
        for (const [index, plane] of planes.entries())
          sums.colors[index] = (sums.colors[index] ?? 0) + 255 * byteAt(before, plane + down * width + across);
      }
    return sums;
  };
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const sums = [1, ...BLOCKS].map((side) => blockSums(x, row, side)).find(({ opacity }) => opacity > 0);
      for (const [index, plane] of planes.entries()) {
        const sum = sums?.colors[index] ?? 0;
        const mean = sums && Math.floor((sum + Math.floor(sums.opacity / 2)) / sums.opacity);
        bytes[plane + row * width + x] = Math.min(255, mean ?? BLACK[index] ?? 0);
      }
    }
};

export const fromYuva444: Reference<'fromYuva444'> = (bytes, y, cb, cr, alpha, stride, to, toStride, width, rows) => {
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const at = to + row * toStride + 4 * x;
      const from = row * stride + x;
      const opacity = byteAt(bytes, alpha + from);
      bytes[at] = div255(byteAt(bytes, y + from) * opacity);
      bytes[at + 1] = div255(byteAt(bytes, cb + from) * opacity);
      bytes[at + 2] = div255(byteAt(bytes, cr + from) * opacity);
      bytes[at + 3] = opacity;
    }
};
