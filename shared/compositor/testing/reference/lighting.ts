import { recolor, rgbOf, write } from './coloring.ts';
import { blueOf, greenOf, redOf } from './colors.ts';
import { byteAt, div255, opacityQuotient, type Reference, toByte, unpremultiplied } from './fixed-point.ts';

export const luminances: Reference<'luminances'> = (bytes, from, table, to, count) => {
  for (let index = 0; index < count; index++) {
    const opacity = byteAt(bytes, from + 4 * index + 3);
    const luma = opacity === 0 ? 0 : unpremultiplied(byteAt(bytes, from + 4 * index), opacityQuotient(opacity));
    const luminance = toByte((76_309 * (luma - 16) + 32_768) >> 16);
    bytes[to + index] = opacity === 0 ? 0 : byteAt(bytes, table + luminance);
  }
};

export const screen: Reference<'screen'> = (bytes, start, light, intensity, count) => {
  for (let offset = 0; offset < 4 * count; offset += 4) {
    const lit = overBlack(bytes, light + offset).map((part) => Math.min(255, (part * intensity + 32_768) >> 16));
    recolor(bytes, start + offset, 1, (red, green, blue, opacity) => {
      const screened = (part: number, other = 0) => part + other - div255(part * other);
      return [screened(red, lit[0]), screened(green, lit[1]), screened(blue, lit[2]), opacity];
    });
  }
};

/** Returns R'G'B' of a pixel over black. */
function overBlack(bytes: Uint8Array, at: number): readonly number[] {
  const through = 255 - byteAt(bytes, at + 3);
  const y = Math.min(255, byteAt(bytes, at) + div255(16 * through));
  const cb = Math.min(255, byteAt(bytes, at + 1) + div255(128 * through));
  const cr = Math.min(255, byteAt(bytes, at + 2) + div255(128 * through));
  return [redOf(y, cr), greenOf(y, cb, cr), blueOf(y, cb)];
}

export const sharpen: Reference<'sharpen'> = (bytes, start, soft, amount, count) => {
  for (let offset = 0; offset < 4 * count; offset += 4) {
    const opacityOfSoft = byteAt(bytes, soft + offset + 3);
    if (opacityOfSoft === 0) continue;
    const [softRed, softGreen, softBlue] = rgbOf(bytes, soft + offset, opacityOfSoft);
    const away = (part: number, other: number) => toByte(part + ((amount * (part - other) + 32_768) >> 16));
    recolor(bytes, start + offset, 1, (red, green, blue, opacity) => [
      away(red, softRed),
      away(green, softGreen),
      away(blue, softBlue),
      opacity,
    ]);
  }
};

export const key: Reference<'key'> = (bytes, start, table, x, y, takenX, takenY, count) => {
  for (let at = start; at < start + 4 * count; at += 4) {
    const opacity = byteAt(bytes, at + 3);
    if (opacity === 0) continue;
    const factor = opacityQuotient(opacity);
    const luma = unpremultiplied(byteAt(bytes, at), factor);
    const cb = unpremultiplied(byteAt(bytes, at + 1), factor);
    const cr = unpremultiplied(byteAt(bytes, at + 2), factor);
    const along = Math.max(0, (x * (cb - 128) + y * (cr - 128) + 128) >> 8);
    const without = (color: number, taken: number) => toByte(color - ((along * taken + 2_097_152) >> 22));
    const shown = div255(opacity * byteAt(bytes, table + 256 * cb + cr));
    write(bytes, at, luma, without(cb, takenX), without(cr, takenY), shown);
  }
};

export const noise: Reference<'noise'> = (bytes, start, firstU, du, row, amount, colored, count) => {
  for (let index = 0; index < count; index++) {
    const cell = (firstU + index * du) >> 16;
    const sum = Math.imul(cell, 374_761_393) + row;
    const added = (part: number) => {
      const before = (sum + Math.imul(part, 362_437)) >>> 0;
      const mixed = Math.imul(before ^ (before >>> 13), 1_274_126_177) >>> 0;
      const value = (mixed ^ (mixed >>> 16)) & 255;
      return (amount * (2 * value - 255) + 65_536) >> 17;
    };
    recolor(bytes, start + 4 * index, 1, (red, green, blue, opacity) => [
      toByte(red + added(0)),
      toByte(green + added(colored)),
      toByte(blue + added(2 * colored)),
      opacity,
    ]);
  }
};
