import type { Color } from '../template/values/color.ts';

/** Converts an sRGB color to linear light by IEC 61966-2-1; each channel is 0 to 1. */
export function linearLight({ red, green, blue }: Color): readonly [number, number, number] {
  return [linear(red), linear(green), linear(blue)];
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
