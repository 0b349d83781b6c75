import { recolor } from './coloring.ts';
import { byteAt, lerp, type Reference, toByte } from './fixed-point.ts';

export const cube: Reference<'cube'> = (bytes, start, positions, table, size, weight, count) => {
  const { buffer, byteOffset, byteLength } = bytes;
  const view = new DataView(buffer, byteOffset, byteLength);
  const positionOf = (axis: number, value: number) => view.getUint16(positions + 2 * (256 * axis + value), true);
  for (let at = start; at < start + 4 * count; at += 4) {
    if (byteAt(bytes, at + 3) === 0) continue;
    recolor(bytes, at, 1, (red, green, blue, opacity) => {
      const [r, g, b] = [positionOf(0, red), positionOf(1, green), positionOf(2, blue)];
      const first = table + 8 * (((b >> 9) * size + (g >> 9)) * size + (r >> 9));
      const found = (part: number): number => {
        const along = (place: number) =>
          part16(view.getInt16(place + 2 * part, true), view.getInt16(place + 8 + 2 * part, true), r & 511);
        const across = (place: number) => part16(along(place), along(place + 8 * size), g & 511);
        return toByte((part16(across(first), across(first + 8 * size * size), b & 511) + 32) >> 6);
      };
      return [lerp(red, found(0), weight), lerp(green, found(1), weight), lerp(blue, found(2), weight), opacity];
    });
  }
};

/** Interpolates from `a` to `b`. `weight` is the weight of `b` in 256ths. */
function part16(a: number, b: number, weight: number): number {
  return (a * (256 - weight) + b * weight + 128) >> 8;
}
