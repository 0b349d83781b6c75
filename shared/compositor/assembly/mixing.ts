import { lerp, lerpX8, byteAt } from './fixed-point';

export function mix(a: usize, b: usize, weight: i32, to: usize, count: i32): void {
  const aWeight = i16x8.splat(<i16>(256 - weight));
  const bWeight = i16x8.splat(<i16>weight);
  const end = to + <usize>count;
  for (; to + 15 < end; to += 16) {
    v128.store(to, mixed(v128.load(a), v128.load(b), aWeight, bWeight));
    a += 16;
    b += 16;
  }
  for (; to < end; to++) store<u8>(to, <u8>lerp(byteAt(a++), byteAt(b++), weight));
}

// @ts-ignore: decorator
@inline
function mixed(a: v128, b: v128, aWeight: v128, bWeight: v128): v128 {
  return i8x16.narrow_i16x8_u(
    lerpX8(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b), aWeight, bWeight),
    lerpX8(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b), aWeight, bWeight),
  );
}

export function mixValue(from: usize, value: i32, weight: i32, to: usize, count: i32): void {
  const aWeight = i16x8.splat(<i16>(256 - weight));
  const bWeight = i16x8.splat(<i16>weight);
  const values = i8x16.splat(<i8>value);
  const end = to + <usize>count;
  for (; to + 15 < end; to += 16) {
    v128.store(to, mixed(v128.load(from), values, aWeight, bWeight));
    from += 16;
  }
  for (; to < end; to++) store<u8>(to, <u8>lerp(byteAt(from++), value, weight));
}

export function wipe(
  a: usize,
  b: usize,
  start: i32,
  across: i32,
  down: i32,
  shift: i32,
  to: usize,
  width: i32,
  rows: i32,
): void {
  const step = i32x4.splat(8 * across);
  const lanes = i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(across));
  const most = i16x8.splat(256);
  for (let row = 0; row < rows; row++) {
    let low = i32x4.add(i32x4.splat(start), lanes);
    let high = i32x4.add(low, i32x4.splat(4 * across));
    let x = 0;
    for (; x + 7 < width; x += 8) {
      const bWeight = i16x8.min_s(
        most,
        i16x8.max_s(
          i16x8.splat(0),
          i16x8.narrow_i32x4_s(i32x4.shr_s(low, shift), i32x4.shr_s(high, shift)),
        ),
      );
      const value = lerpX8(
        i16x8.extend_low_i8x16_u(v128.load64_zero(a)),
        i16x8.extend_low_i8x16_u(v128.load64_zero(b)),
        i16x8.sub(most, bWeight),
        bWeight,
      );
      v128.store64_lane(to, i8x16.narrow_i16x8_u(value, value), 0);
      low = i32x4.add(low, step);
      high = i32x4.add(high, step);
      a += 8;
      b += 8;
      to += 8;
    }
    for (; x < width; x++) {
      const weight = max(0, min(256, (start + x * across) >> shift));
      store<u8>(to++, <u8>lerp(byteAt(a++), byteAt(b++), weight));
    }
    start += down;
  }
}

export function wipeBy(
  a: usize,
  b: usize,
  ways: usize,
  start: i32,
  slope: i32,
  shift: i32,
  to: usize,
  count: i32,
): void {
  const most = i16x8.splat(256);
  const starts = i32x4.splat(start);
  const slopes = i32x4.splat(slope);
  const end = to + <usize>count;
  for (; to + 7 < end; to += 8) {
    const eight = v128.load(ways);
    const low = i32x4.sub(starts, i32x4.mul(i32x4.extend_low_i16x8_u(eight), slopes));
    const high = i32x4.sub(starts, i32x4.mul(i32x4.extend_high_i16x8_u(eight), slopes));
    const bWeight = i16x8.min_s(
      most,
      i16x8.max_s(i16x8.splat(0), i16x8.narrow_i32x4_s(i32x4.shr_s(low, shift), i32x4.shr_s(high, shift))),
    );
    const value = lerpX8(
      i16x8.extend_low_i8x16_u(v128.load64_zero(a)),
      i16x8.extend_low_i8x16_u(v128.load64_zero(b)),
      i16x8.sub(most, bWeight),
      bWeight,
    );
    v128.store64_lane(to, i8x16.narrow_i16x8_u(value, value), 0);
    a += 8;
    b += 8;
    ways += 16;
  }
  for (; to < end; to++) {
    const weight = max(0, min(256, (start - <i32>load<u16>(ways) * slope) >> shift));
    store<u8>(to, <u8>lerp(byteAt(a++), byteAt(b++), weight));
    ways += 2;
  }
}
