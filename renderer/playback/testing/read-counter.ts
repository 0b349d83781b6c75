import type { RgbPicture } from '#service/testing/decode-png.ts';

const BITS = 10;

/** Reads the number in a frame of a counted clip; −1 if it is black. */
export function readCounter({ width, height, pixels }: RgbPicture): number {
  const block = width / BITS;
  const row = Math.floor(height / 2) * width;
  const levels = Array.from({ length: BITS }, (_, bit) => pixels[(row + Math.floor((bit + 0.5) * block)) * 3 + 1] ?? 0);
  if (levels.every((level) => level < 12)) return -1;
  return levels.reduce((number, level, bit) => number + (level > 125 ? 2 ** bit : 0), 0);
}
