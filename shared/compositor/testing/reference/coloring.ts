import { blueDifferenceOf, blueOf, greenOf, lumaOf, redDifferenceOf, redOf } from './colors.ts';
import { byteAt, div255, type Reference, toByte, unweighted, unweighting } from './fixed-point.ts';

export const matrix: Reference<'matrix'> = (bytes, start, matrixAt, count) => {
  const numbers = new Int32Array(bytes.buffer, matrixAt, 20);
  const row = (first: number, red: number, green: number, blue: number, opacity: number): number => {
    const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0] = numbers.subarray(first, first + 5);
    return toByte((m0 * red + m1 * green + m2 * blue + m3 * opacity + m4 + 32_768) >> 16);
  };
  recolor(bytes, start, count, (red, green, blue, opacity) => [
    row(0, red, green, blue, opacity),
    row(5, red, green, blue, opacity),
    row(10, red, green, blue, opacity),
    row(15, red, green, blue, opacity),
  ]);
};

export const lookUp: Reference<'lookUp'> = (bytes, start, tables, count) => {
  recolor(bytes, start, count, (red, green, blue, opacity) => [
    byteAt(bytes, tables + red),
    byteAt(bytes, tables + 256 + green),
    byteAt(bytes, tables + 512 + blue),
    opacity,
  ]);
};

export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

/** Changes the colors of all visible pixels. `change` gets R'G'B' without premultiplication. */
export function recolor(bytes: Uint8Array, start: number, count: number, change: (...color: Rgba) => Rgba): void {
  for (let at = start; at < start + 4 * count; at += 4) {
    const before = byteAt(bytes, at + 3);
    if (before === 0) continue;
    const [red, green, blue, opacity] = change(...rgbOf(bytes, at, before), before);
    const [y, cb, cr] = [
      lumaOf(red, green, blue),
      blueDifferenceOf(red, green, blue),
      redDifferenceOf(red, green, blue),
    ];
    write(bytes, at, y, cb, cr, opacity);
  }
}

export function write(bytes: Uint8Array, at: number, y: number, cb: number, cr: number, opacity: number): void {
  bytes[at] = div255(y * opacity);
  bytes[at + 1] = div255(cb * opacity);
  bytes[at + 2] = div255(cr * opacity);
  bytes[at + 3] = opacity;
}

export const turnColors: Reference<'turnColors'> = (bytes, start, cosine, sine, count) => {
  for (let at = start; at < start + 4 * count; at += 4) {
    const opacity = byteAt(bytes, at + 3);
    if (opacity === 0) continue;
    const factor = unweighting(opacity);
    const cb = unweighted(byteAt(bytes, at + 1), factor) - 128;
    const cr = unweighted(byteAt(bytes, at + 2), factor) - 128;
    bytes[at + 1] = div255(toByte(((cosine * cb - sine * cr + 32_768) >> 16) + 128) * opacity);
    bytes[at + 2] = div255(toByte(((sine * cb + cosine * cr + 32_768) >> 16) + 128) * opacity);
  }
};

export const tint: Reference<'tint'> = (bytes, start, weights, color, count) => {
  for (let index = 0; index < count; index++) {
    const at = start + 4 * index;
    const opacity = byteAt(bytes, at + 3);
    const weight = byteAt(bytes, weights + index);
    for (let part = 0; part < 3; part++) {
      const towards = div255(((color >>> (8 * part)) & 255) * opacity);
      bytes[at + part] = div255(byteAt(bytes, at + part) * (255 - weight) + towards * weight);
    }
  }
};

export const silhouette: Reference<'silhouette'> = (bytes, from, to, color, count) => {
  for (let offset = 0; offset < 4 * count; offset += 4) {
    const opacity = div255(byteAt(bytes, from + offset + 3) * (color >>> 24));
    write(bytes, to + offset, color & 255, (color >>> 8) & 255, (color >>> 16) & 255, opacity);
  }
};

export const blend: Reference<'blend'> = (bytes, start, groundStart, table, count) => {
  for (let offset = 0; offset < 4 * count; offset += 4) {
    const at = start + offset;
    const opacity = byteAt(bytes, at + 3);
    const groundOpacity = byteAt(bytes, groundStart + offset + 3);
    if (opacity === 0 || groundOpacity === 0) continue;
    const above = rgbOf(bytes, at, opacity);
    const below = rgbOf(bytes, groundStart + offset, groundOpacity);
    const red = byteAt(bytes, table + 256 * below[0] + above[0]);
    const green = byteAt(bytes, table + 256 * below[1] + above[1]);
    const blue = byteAt(bytes, table + 256 * below[2] + above[2]);
    const blended = (part: number, color: number) => {
      const alone = div255(byteAt(bytes, at + part) * (255 - groundOpacity));
      bytes[at + part] = Math.min(255, alone + div255(div255(color * opacity) * groundOpacity));
    };
    blended(0, lumaOf(red, green, blue));
    blended(1, blueDifferenceOf(red, green, blue));
    blended(2, redDifferenceOf(red, green, blue));
  }
};

export function rgbOf(
  bytes: Uint8Array,
  at: number,
  opacity: number,
): readonly [red: number, green: number, blue: number] {
  const factor = unweighting(opacity);
  const y = unweighted(byteAt(bytes, at), factor);
  const cb = unweighted(byteAt(bytes, at + 1), factor);
  const cr = unweighted(byteAt(bytes, at + 2), factor);
  return [redOf(y, cr), greenOf(y, cb, cr), blueOf(y, cb)];
}

export const mask: Reference<'mask'> = (bytes, start, maskStart, channel, invert, count) => {
  for (let offset = 0; offset < 4 * count; offset += 4) {
    const shown = shownBy(bytes, maskStart + offset, channel);
    const factor = invert === 1 ? 255 - shown : shown;
    for (let part = 0; part < 4; part++)
      bytes[start + offset + part] = div255(byteAt(bytes, start + offset + part) * factor);
  }
};

/** Returns a channel of a pixel that is composited over black. Channel 4 is the opacity. */
function shownBy(bytes: Uint8Array, at: number, channel: number): number {
  const opacity = byteAt(bytes, at + 3);
  if (channel === 4) return opacity;
  const y = Math.min(255, byteAt(bytes, at) + div255(16 * (255 - opacity)));
  const cb = Math.min(255, byteAt(bytes, at + 1) + div255(128 * (255 - opacity)));
  const cr = Math.min(255, byteAt(bytes, at + 2) + div255(128 * (255 - opacity)));
  if (channel === 1) return redOf(y, cr);
  if (channel === 2) return greenOf(y, cb, cr);
  if (channel === 3) return blueOf(y, cb);
  return toByte((76_309 * (y - 16) + 32_768) >> 16);
}
