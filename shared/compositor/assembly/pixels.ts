// The functions of testing/reference/colors.ts for four pixels at a time. A vector of pixels holds 16 bytes; a vector
// of one channel holds four 32-bit numbers.

import { div255x8 } from './fixed-point';

// @ts-ignore: decorator
@inline
export function channel(pixels: v128, number: i32): v128 {
  return v128.and(i32x4.shr_u(pixels, 8 * number), i32x4.splat(255));
}

// @ts-ignore: decorator
@inline
export function joined(y: v128, cb: v128, cr: v128, opacity: v128): v128 {
  return v128.or(
    v128.or(y, i32x4.shl(cb, 8)),
    v128.or(i32x4.shl(cr, 16), i32x4.shl(opacity, 24)),
  );
}

/** Writes four pixels, or the first `left` of them at the end of a row. */
// @ts-ignore: decorator
@inline
export function storeSome(at: usize, pixels: v128, left: i32): void {
  if (left >= 4) {
    v128.store(at, pixels);
    return;
  }
  v128.store32_lane(at, pixels, 0);
  if (left > 1) v128.store32_lane(at + 4, pixels, 1);
  if (left > 2) v128.store32_lane(at + 8, pixels, 2);
}

// @ts-ignore: decorator
@inline
export function toBytex4(v: v128): v128 {
  return i32x4.max_s(i32x4.splat(0), i32x4.min_s(i32x4.splat(255), v));
}

/** Multiplies each byte by the byte of `weights` and divides the product by 255. */
// @ts-ignore: decorator
@inline
export function bytesTimes(bytes: v128, weights: v128): v128 {
  const low = div255x8(i16x8.extmul_low_i8x16_u(bytes, weights));
  const high = div255x8(i16x8.extmul_high_i8x16_u(bytes, weights));
  return i8x16.narrow_i16x8_u(low, high);
}

/** Copies the opacity of each pixel to all its bytes. */
// @ts-ignore: decorator
@inline
export function opacities(pixels: v128): v128 {
  return i8x16.shuffle(pixels, pixels, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
}

/** Copies the lowest byte of each number to all its bytes. */
// @ts-ignore: decorator
@inline
export function everywhere(v: v128): v128 {
  return i8x16.shuffle(v, v, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
}

/** Returns whether all pixels are opaque. Premultiplication does not change opaque pixels. */
// @ts-ignore: decorator
@inline
export function areOpaque(pixels: v128): bool {
  return i32x4.all_true(i32x4.ge_u(pixels, i32x4.splat(0xff000000)));
}

/** Multiplies colors by their opacity. */
// @ts-ignore: decorator
@inline
export function weighed(pixels: v128): v128 {
  // Multiply the opacity by 255 ÷ 255, which keeps it unchanged.
  return bytesTimes(pixels, v128.or(opacities(pixels), i32x4.splat(0xff000000)));
}

/** Undoes the premultiplication of colors. The color of an empty pixel is undefined. */
// @ts-ignore: decorator
@inline
export function unweighed(pixels: v128): v128 {
  const opacity = i32x4.shr_u(pixels, 24);
  const factor = unweightingx4(i32x4.max_u(opacity, i32x4.splat(1)));
  return joined(
    unweighedChannel(channel(pixels, 0), factor),
    unweighedChannel(channel(pixels, 1), factor),
    unweighedChannel(channel(pixels, 2), factor),
    opacity,
  );
}

/**
 * Returns 255 ÷ opacity in fixed point. The division in doubles is exact: quotients of integers below 2²⁴ differ from
 * the next integer by more than the rounding error.
 */
// @ts-ignore: decorator
@inline
function unweightingx4(opacity: v128): v128 {
  const dividend = i32x4.add(i32x4.splat(16711680), i32x4.shr_u(opacity, 1));
  const low = f64x2.div(f64x2.convert_low_i32x4_s(dividend), f64x2.convert_low_i32x4_s(opacity));
  const high = f64x2.div(f64x2.convert_low_i32x4_s(upperHalf(dividend)), f64x2.convert_low_i32x4_s(upperHalf(opacity)));
  return i8x16.shuffle(
    i32x4.trunc_sat_f64x2_s_zero(low),
    i32x4.trunc_sat_f64x2_s_zero(high),
    0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23,
  );
}

// @ts-ignore: decorator
@inline
function upperHalf(v: v128): v128 {
  return i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
}

// @ts-ignore: decorator
@inline
function unweighedChannel(color: v128, factor: v128): v128 {
  const product = i32x4.add(i32x4.mul(color, factor), i32x4.splat(32768));
  return i32x4.min_u(i32x4.splat(255), i32x4.shr_u(product, 16));
}

// @ts-ignore: decorator
@inline
function times(v: v128, factor: i32): v128 {
  return i32x4.mul(v, i32x4.splat(factor));
}

/** Returns the contribution of the luma to R', G', and B', in 16.16, plus one half for rounding. */
// @ts-ignore: decorator
@inline
export function lightOf(y: v128): v128 {
  return i32x4.add(times(i32x4.sub(y, i32x4.splat(16)), 76309), i32x4.splat(32768));
}

// @ts-ignore: decorator
@inline
export function redOfx4(light: v128, cr: v128): v128 {
  return toBytex4(i32x4.shr_s(i32x4.add(light, times(i32x4.sub(cr, i32x4.splat(128)), 117489)), 16));
}

// @ts-ignore: decorator
@inline
export function greenOfx4(light: v128, cb: v128, cr: v128): v128 {
  const gray = i32x4.splat(128);
  const colors = i32x4.add(times(i32x4.sub(cb, gray), 13975), times(i32x4.sub(cr, gray), 34925));
  return toBytex4(i32x4.shr_s(i32x4.sub(light, colors), 16));
}

// @ts-ignore: decorator
@inline
export function blueOfx4(light: v128, cb: v128): v128 {
  return toBytex4(i32x4.shr_s(i32x4.add(light, times(i32x4.sub(cb, i32x4.splat(128)), 138438)), 16));
}

/** Combines R'G'B' and opacity to pixels. Does not premultiply the colors. */
// @ts-ignore: decorator
@inline
export function fromRgb(red: v128, green: v128, blue: v128, opacity: v128): v128 {
  const gray = i32x4.splat((128 << 16) + 32768);
  return joined(
    sumOf(red, green, blue, 11966, 40254, 4064, i32x4.splat((16 << 16) + 32768)),
    sumOf(red, green, blue, -6596, -22189, 28785, gray),
    sumOf(red, green, blue, 28785, -26145, -2640, gray),
    opacity,
  );
}

/** Returns the sum of R', G', and B', each multiplied by a factor in 16.16, and `more`. */
// @ts-ignore: decorator
@inline
export function sumOf(red: v128, green: v128, blue: v128, ofRed: i32, ofGreen: i32, ofBlue: i32, more: v128): v128 {
  const sum = i32x4.add(i32x4.add(times(red, ofRed), times(green, ofGreen)), times(blue, ofBlue));
  return toBytex4(i32x4.shr_s(i32x4.add(sum, more), 16));
}
