import { byteAt, div255, div255x8 } from './fixed-point';

export function fade(at: usize, opacity: i32, count: i32): void {
  const factor = i16x8.splat(<i16>opacity);
  const half = i16x8.splat(128);
  let i = 0;
  for (; i + 3 < count; i += 4) {
    const pixels = v128.load(at);
    const low = i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(pixels), factor), half), 8);
    const high = i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(pixels), factor), half), 8);
    v128.store(at, i8x16.narrow_i16x8_u(low, high));
    at += 16;
  }
  const end = at + <usize>(4 * (count - i));
  for (; at < end; at++) store<u8>(at, <u8>((byteAt(at) * opacity + 128) >> 8));
}

// @ts-ignore: decorator
@inline
function laidOver(below: i32, above: i32, opacity: i32): i32 {
  return min(255, div255(below * (255 - opacity)) + above);
}

export function over(from: usize, fromStride: i32, to: usize, toStride: i32, width: i32, rows: i32): void {
  const full = i16x8.splat(255);
  for (let row = 0; row < rows; row++) {
    let above = from + <usize>(row * fromStride);
    let below = to + <usize>(row * toStride);
    let x = 0;
    for (; x + 3 < width; x += 4) {
      const pixels = v128.load(above);
      const opacities = i8x16.shuffle(pixels, pixels, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
      if (v128.any_true(opacities)) {
        const ground = v128.load(below);
        const low = div255x8(
          i16x8.mul(
            i16x8.extend_low_i8x16_u(ground),
            i16x8.sub(full, i16x8.extend_low_i8x16_u(opacities)),
          ),
        );
        const high = div255x8(
          i16x8.mul(
            i16x8.extend_high_i8x16_u(ground),
            i16x8.sub(full, i16x8.extend_high_i8x16_u(opacities)),
          ),
        );
        v128.store(below, i8x16.add_sat_u(i8x16.narrow_i16x8_u(low, high), pixels));
      } else {
        v128.store(below, i8x16.add_sat_u(v128.load(below), pixels));
      }
      above += 16;
      below += 16;
    }
    for (; x < width; x++) {
      const opacity = byteAt(above + 3);
      for (let part: usize = 0; part < 4; part++)
        store<u8>(below + part, <u8>laidOver(byteAt(below + part), byteAt(above + part), opacity));
      above += 4;
      below += 4;
    }
  }
}

export function over444(
  from: usize,
  fromStride: i32,
  y: usize,
  cb: usize,
  cr: usize,
  stride: i32,
  width: i32,
  rows: i32,
): void {
  const full = i16x8.splat(255);
  for (let row = 0; row < rows; row++) {
    let above = from + <usize>(row * fromStride);
    let below = <usize>(row * stride);
    let x = 0;
    for (; x + 7 < width; x += 8) {
      const first = v128.load(above);
      const second = v128.load(above + 16);
      if (v128.any_true(v128.or(first, second))) {
        const lumas = lumasAndOpacities(first, second);
        const colors = colorsOf(first, second);
        const through = i16x8.sub(full, i16x8.extend_high_i8x16_u(lumas));
        layEight(y + below, i16x8.extend_low_i8x16_u(lumas), through);
        layEight(cb + below, i16x8.extend_low_i8x16_u(colors), through);
        layEight(cr + below, i16x8.extend_high_i8x16_u(colors), through);
      }
      above += 32;
      below += 8;
    }
    for (; x < width; x++) {
      const opacity = byteAt(above + 3);
      layOne(y + below, byteAt(above), opacity);
      layOne(cb + below, byteAt(above + 1), opacity);
      layOne(cr + below, byteAt(above + 2), opacity);
      above += 4;
      below += 1;
    }
  }
}

export function overWeighted(
  from: usize,
  fromStride: i32,
  y: usize,
  cb: usize,
  cr: usize,
  alpha: usize,
  stride: i32,
  width: i32,
  rows: i32,
): void {
  const full = i16x8.splat(255);
  for (let row = 0; row < rows; row++) {
    let above = from + <usize>(row * fromStride);
    let below = <usize>(row * stride);
    let x = 0;
    for (; x + 7 < width; x += 8) {
      const first = v128.load(above);
      const second = v128.load(above + 16);
      if (v128.any_true(v128.or(first, second))) {
        const lumas = lumasAndOpacities(first, second);
        const colors = colorsOf(first, second);
        const opacities = i16x8.extend_high_i8x16_u(lumas);
        const through = i16x8.sub(full, opacities);
        layEight(y + below, i16x8.extend_low_i8x16_u(lumas), through);
        layEight(cb + below, i16x8.extend_low_i8x16_u(colors), through);
        layEight(cr + below, i16x8.extend_high_i8x16_u(colors), through);
        layEight(alpha + below, opacities, through);
      }
      above += 32;
      below += 8;
    }
    for (; x < width; x++) {
      const opacity = byteAt(above + 3);
      layOne(y + below, byteAt(above), opacity);
      layOne(cb + below, byteAt(above + 1), opacity);
      layOne(cr + below, byteAt(above + 2), opacity);
      layOne(alpha + below, opacity, opacity);
      above += 4;
      below += 1;
    }
  }
}

export function over420(
  from: usize,
  fromStride: i32,
  y: usize,
  cb: usize,
  cr: usize,
  stride: i32,
  width: i32,
  rows: i32,
): void {
  const full = i16x8.splat(255);
  for (let row = 0; row < rows; row += 2) {
    let upper = from + <usize>(row * fromStride);
    let lower = upper + <usize>fromStride;
    let luma = y + <usize>(row * stride);
    let color = <usize>((row >> 1) * (stride >> 1));
    let x = 0;
    for (; x + 7 < width; x += 8) {
      const a = v128.load(upper);
      const b = v128.load(upper + 16);
      const c = v128.load(lower);
      const d = v128.load(lower + 16);
      if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) {
        const upperLumas = lumasAndOpacities(a, b);
        const lowerLumas = lumasAndOpacities(c, d);
        const upperOpacities = i16x8.extend_high_i8x16_u(upperLumas);
        const lowerOpacities = i16x8.extend_high_i8x16_u(lowerLumas);
        layEight(luma, i16x8.extend_low_i8x16_u(upperLumas), i16x8.sub(full, upperOpacities));
        layEight(luma + <usize>stride, i16x8.extend_low_i8x16_u(lowerLumas), i16x8.sub(full, lowerOpacities));
        const through = i32x4.sub(i32x4.splat(1020), sumsOfPairs(i16x8.add(upperOpacities, lowerOpacities)));
        const upperColors = colorsOf(a, b);
        const lowerColors = colorsOf(c, d);
        const blues = i16x8.add(i16x8.extend_low_i8x16_u(upperColors), i16x8.extend_low_i8x16_u(lowerColors));
        const reds = i16x8.add(i16x8.extend_high_i8x16_u(upperColors), i16x8.extend_high_i8x16_u(lowerColors));
        layFourSums(cb + color, sumsOfPairs(blues), through);
        layFourSums(cr + color, sumsOfPairs(reds), through);
      }
      upper += 32;
      lower += 32;
      luma += 8;
      color += 4;
    }
    for (; x < width; x += 2) {
      layOne(luma, byteAt(upper), byteAt(upper + 3));
      layOne(luma + 1, byteAt(upper + 4), byteAt(upper + 7));
      layOne(luma + <usize>stride, byteAt(lower), byteAt(lower + 3));
      layOne(luma + <usize>stride + 1, byteAt(lower + 4), byteAt(lower + 7));
      const opacity = sumOfFour(upper + 3, lower + 3);
      laySum(cb + color, sumOfFour(upper + 1, lower + 1), opacity);
      laySum(cr + color, sumOfFour(upper + 2, lower + 2), opacity);
      upper += 8;
      lower += 8;
      luma += 2;
      color += 1;
    }
  }
}

/** Returns the luma of eight pixels, followed by their opacities. */
// @ts-ignore: decorator
@inline
function lumasAndOpacities(first: v128, second: v128): v128 {
  return i8x16.shuffle(first, second, 0, 4, 8, 12, 16, 20, 24, 28, 3, 7, 11, 15, 19, 23, 27, 31);
}

/** Returns the Cb of eight pixels, followed by their Cr. */
// @ts-ignore: decorator
@inline
function colorsOf(first: v128, second: v128): v128 {
  return i8x16.shuffle(first, second, 1, 5, 9, 13, 17, 21, 25, 29, 2, 6, 10, 14, 18, 22, 26, 30);
}

// @ts-ignore: decorator
@inline
function layEight(at: usize, above: v128, through: v128): void {
  const below = i16x8.extend_low_i8x16_u(v128.load64_zero(at));
  const sum = i16x8.add(div255x8(i16x8.mul(below, through)), above);
  v128.store64_lane(at, i8x16.narrow_i16x8_u(sum, sum), 0);
}

// @ts-ignore: decorator
@inline
function layOne(at: usize, above: i32, opacity: i32): void {
  store<u8>(at, <u8>laidOver(byteAt(at), above, opacity));
}

// @ts-ignore: decorator
@inline
function sumsOfPairs(v: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(v);
}

// @ts-ignore: decorator
@inline
function layFourSums(at: usize, above: v128, through: v128): void {
  const below = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
  const product = i32x4.mul(below, through);
  // Computes ⌊v ÷ 255⌋ for v from 0 to 260,100.
  const next = i32x4.add(product, i32x4.splat(1));
  const more = i32x4.shr_u(i32x4.add(next, i32x4.shr_u(product, 8)), 8);
  const quotient = i32x4.shr_u(i32x4.add(next, more), 8);
  const sum = i32x4.shr_u(i32x4.add(i32x4.add(quotient, above), i32x4.splat(2)), 2);
  const narrow = i16x8.narrow_i32x4_u(sum, sum);
  v128.store32_lane(at, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

// @ts-ignore: decorator
@inline
function sumOfFour(upper: usize, lower: usize): i32 {
  return byteAt(upper) + byteAt(upper + 4) + byteAt(lower) + byteAt(lower + 4);
}

// @ts-ignore: decorator
@inline
function laySum(at: usize, above: i32, opacity: i32): void {
  store<u8>(at, <u8>min(255, ((byteAt(at) * (1020 - opacity)) / 255 + above + 2) >> 2));
}
