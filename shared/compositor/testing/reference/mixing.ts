import { byteAt, lerp, type Reference } from './fixed-point.ts';

export const mix: Reference<'mix'> = (bytes, a, b, weight, to, count) => {
  for (let at = 0; at < count; at++) bytes[to + at] = lerp(byteAt(bytes, a + at), byteAt(bytes, b + at), weight);
};

export const mixValue: Reference<'mixValue'> = (bytes, from, value, weight, to, count) => {
  for (let at = 0; at < count; at++) bytes[to + at] = lerp(byteAt(bytes, from + at), value, weight);
};

export const wipe: Reference<'wipe'> = (bytes, a, b, start, across, down, shift, to, width, rows) => {
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++) {
      const at = row * width + x;
      const weight = Math.max(0, Math.min(256, (start + x * across + row * down) >> shift));
      bytes[to + at] = lerp(byteAt(bytes, a + at), byteAt(bytes, b + at), weight);
    }
};

export const wipeBy: Reference<'wipeBy'> = (bytes, a, b, ways, start, slope, shift, to, count) => {
  for (let at = 0; at < count; at++) {
    const way = byteAt(bytes, ways + 2 * at) + 256 * byteAt(bytes, ways + 2 * at + 1);
    const weight = Math.max(0, Math.min(256, (start - way * slope) >> shift));
    bytes[to + at] = lerp(byteAt(bytes, a + at), byteAt(bytes, b + at), weight);
  }
};
