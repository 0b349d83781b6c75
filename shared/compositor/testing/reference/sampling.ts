import { byteAt, lerp, type Reference } from './fixed-point.ts';

export const sample: Reference<'sample'> = (bytes, picture, stride, firstU, firstV, du, dv, to, count) => {
  let u = firstU;
  let v = firstV;
  for (let target = to; target < to + 4 * count; target += 4) {
    const upper = picture + (v >> 16) * stride + (u >> 16) * 4;
    const lower = upper + stride;
    const across = (u >> 8) & 255;
    const down = (v >> 8) & 255;
    for (let part = 0; part < 4; part++) {
      const left = lerp(byteAt(bytes, upper + part), byteAt(bytes, lower + part), down);
      const right = lerp(byteAt(bytes, upper + part + 4), byteAt(bytes, lower + part + 4), down);
      bytes[target + part] = lerp(left, right, across);
    }
    u += du;
    v += dv;
  }
};

export const sampleSolid: Reference<'sampleSolid'> = (
  bytes,
  color,
  width,
  height,
  firstU,
  firstV,
  du,
  dv,
  to,
  count,
) => {
  let u = firstU;
  let v = firstV;
  for (let target = to; target < to + 4 * count; target += 4) {
    const x = u >> 16;
    const y = v >> 16;
    const across = (u >> 8) & 255;
    const down = (v >> 8) & 255;
    const [hasLeft, hasRight] = [x >= 0, x + 1 < width];
    const [hasUpper, hasLower] = [y >= 0, y + 1 < height];
    for (let part = 0; part < 4; part++) {
      const value = (color >>> (8 * part)) & 255;
      const column = lerp(hasUpper ? value : 0, hasLower ? value : 0, down);
      bytes[target + part] = lerp(hasLeft ? column : 0, hasRight ? column : 0, across);
    }
    u += du;
    v += dv;
  }
};

export const halve: Reference<'halve'> = (bytes, from, fromStride, to, toStride, width, rows) => {
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < 4 * width; at++) {
      const upper = from + 2 * row * fromStride + 8 * (at >> 2) + (at & 3);
      const lower = upper + fromStride;
      const sum = byteAt(bytes, upper) + byteAt(bytes, upper + 4) + byteAt(bytes, lower) + byteAt(bytes, lower + 4);
      bytes[to + row * toStride + at] = (sum + 2) >> 2;
    }
};

export const mirror: Reference<'mirror'> = (bytes, from, fromStride, to, toStride, width, rows, axis) => {
  for (let row = 0; row < rows; row++) {
    const source = from + (axis === 0 ? row : rows - 1 - row) * fromStride;
    const target = to + row * toStride;
    for (let x = 0; x < width; x++)
      for (let part = 0; part < 4; part++)
        bytes[target + 4 * x + part] = byteAt(bytes, source + 4 * (axis === 0 ? width - 1 - x : x) + part);
  }
};
