import { toByte } from './fixed-point.ts';

// Factors in 16.16 for the conversion between BT.709 in limited range and R'G'B' from 0 to 255 (ITU-R BT.709-6,
// items 3 and 4).

export function redOf(y: number, cr: number): number {
  return toByte((76_309 * (y - 16) + 117_489 * (cr - 128) + 32_768) >> 16);
}

export function greenOf(y: number, cb: number, cr: number): number {
  return toByte((76_309 * (y - 16) - 13_975 * (cb - 128) - 34_925 * (cr - 128) + 32_768) >> 16);
}

export function blueOf(y: number, cb: number): number {
  return toByte((76_309 * (y - 16) + 138_438 * (cb - 128) + 32_768) >> 16);
}

export function lumaOf(red: number, green: number, blue: number): number {
  return toByte(16 + ((11_966 * red + 40_254 * green + 4064 * blue + 32_768) >> 16));
}

export function blueDifferenceOf(red: number, green: number, blue: number): number {
  return toByte(128 + ((-6596 * red - 22_189 * green + 28_785 * blue + 32_768) >> 16));
}

export function redDifferenceOf(red: number, green: number, blue: number): number {
  return toByte(128 + ((28_785 * red - 26_145 * green - 2640 * blue + 32_768) >> 16));
}
