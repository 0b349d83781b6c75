import { byteAt, div255 } from './fixed-point';
import { channel, joined, storeSome, sumOf, premultiplied } from './pixels';

export function weigh(at: usize, count: i32): void {
  const end = at + <usize>(4 * count);
  for (; at + 15 < end; at += 16) v128.store(at, premultiplied(v128.load(at)));
  for (; at < end; at += 4) {
    const opacity = byteAt(at + 3);
    for (let part: usize = 0; part < 3; part++) store<u8>(at + part, <u8>div255(byteAt(at + part) * opacity));
  }
}

/** Returns `zero` × opacity ÷ 255 in 16.16, plus one half. `zero` is the code of black or gray. */
// @ts-ignore: decorator
@inline
function zeroOf(opacity: v128, zero: i32): v128 {
  const product = i32x4.mul(opacity, i32x4.splat(zero));
  const rest = i32x4.shr_u(i32x4.add(product, i32x4.splat(128)), 8);
  return i32x4.add(i32x4.add(i32x4.mul(product, i32x4.splat(257)), rest), i32x4.splat(32768));
}

export function fromRgba(from: usize, to: usize, count: i32): void {
  for (let left = count; left > 0; left -= 4, from += 16, to += 16) {
    const pixels = v128.load(from);
    const red = channel(pixels, 0);
    const green = channel(pixels, 1);
    const blue = channel(pixels, 2);
    const opacity = i32x4.shr_u(pixels, 24);
    const gray = zeroOf(opacity, 128);
    const y = sumOf(red, green, blue, 11966, 40254, 4064, zeroOf(opacity, 16));
    const cb = sumOf(red, green, blue, -6596, -22189, 28785, gray);
    const cr = sumOf(red, green, blue, 28785, -26145, -2640, gray);
    storeSome(to, joined(y, cb, cr, opacity), left);
  }
}

export function fromYuv420(
  y: usize,
  cb: usize,
  cr: usize,
  stride: i32,
  to: usize,
  toStride: i32,
  width: i32,
  rows: i32,
): void {
  const full = i8x16.splat(-1);
  for (let row = 0; row < rows; row++) {
    let luma = y + <usize>(row * stride);
    let color = <usize>((row >> 1) * (stride >> 1));
    let target = to + <usize>(row * toStride);
    let x = 0;
    for (; x + 7 < width; x += 8) {
      const lumas = v128.load64_zero(luma);
      const blues = v128.load32_zero(cb + color);
      const reds = v128.load32_zero(cr + color);
      // Each color is duplicated, and then the pairs of each pixel are interleaved: luma with Cb, and Cr with 255.
      const twiceBlue = i8x16.shuffle(blues, blues, 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0);
      const twiceRed = i8x16.shuffle(reds, reds, 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0);
      interleave(target, lumas, twiceBlue, twiceRed, full);
      luma += 8;
      color += 4;
      target += 32;
    }
    for (; x < width; x++) {
      store<u8>(target, load<u8>(luma));
      store<u8>(target + 1, load<u8>(cb + color));
      store<u8>(target + 2, load<u8>(cr + color));
      store<u8>(target + 3, 255);
      luma += 1;
      color += <usize>(x & 1);
      target += 4;
    }
  }
}

/** Interleaves the lower eight bytes of each channel to eight pixels. */
// @ts-ignore: decorator
@inline
function interleave(to: usize, y: v128, cb: v128, cr: v128, opacity: v128): void {
  const first = i8x16.shuffle(y, cb, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const second = i8x16.shuffle(cr, opacity, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  v128.store(to, i8x16.shuffle(first, second, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23));
  v128.store(to + 16, i8x16.shuffle(first, second, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31));
}

export function fromYuv444(
  y: usize,
  cb: usize,
  cr: usize,
  stride: i32,
  to: usize,
  toStride: i32,
  width: i32,
  rows: i32,
): void {
  const full = i8x16.splat(-1);
  for (let row = 0; row < rows; row++) {
    let from = <usize>(row * stride);
    let target = to + <usize>(row * toStride);
    let x = 0;
    for (; x + 7 < width; x += 8) {
      interleave(target, v128.load64_zero(y + from), v128.load64_zero(cb + from), v128.load64_zero(cr + from), full);
      from += 8;
      target += 32;
    }
    for (; x < width; x++) {
      store<u8>(target, load<u8>(y + from));
      store<u8>(target + 1, load<u8>(cb + from));
      store<u8>(target + 2, load<u8>(cr + from));
      store<u8>(target + 3, 255);
      from += 1;
      target += 4;
    }
  }
}

/** Interleaves four planes of one size. */
export function fromWeighted(
  y: usize,
  cb: usize,
  cr: usize,
  alpha: usize,
  stride: i32,
  to: usize,
  toStride: i32,
  width: i32,
  rows: i32,
): void {
  for (let row = 0; row < rows; row++) {
    let from = <usize>(row * stride);
    let at = to + <usize>(row * toStride);
    let x = 0;
    for (; x + 7 < width; x += 8) {
      const opacities = v128.load64_zero(alpha + from);
      interleave(
        at,
        v128.load64_zero(y + from),
        v128.load64_zero(cb + from),
        v128.load64_zero(cr + from),
        opacities,
      );
      from += 8;
      at += 32;
    }
    for (; x < width; x++) {
      store<u8>(at, load<u8>(y + from));
      store<u8>(at + 1, load<u8>(cb + from));
      store<u8>(at + 2, load<u8>(cr + from));
      store<u8>(at + 3, load<u8>(alpha + from));
      from += 1;
      at += 4;
    }
  }
}

export function fromYuva444(
  y: usize,
  cb: usize,
  cr: usize,
  alpha: usize,
  stride: i32,
  to: usize,
  toStride: i32,
  width: i32,
  rows: i32,
): void {
  fromWeighted(y, cb, cr, alpha, stride, to, toStride, width, rows);
  for (let row = 0; row < rows; row++) weigh(to + <usize>(row * toStride), width);
}
