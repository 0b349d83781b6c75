import { lerp, lerpX8, byteAt } from './fixed-point';

export function sample(
  picture: usize,
  stride: i32,
  u: i32,
  v: i32,
  du: i32,
  dv: i32,
  to: usize,
  count: i32,
): void {
  let done = 0;
  if (du == 65536 && dv == 0) {
    done = straight(picture + <usize>((v >> 16) * stride + ((u >> 16) << 2)), stride, (u >> 8) & 255, (v >> 8) & 255, to, count);
    u += done << 16;
    to += <usize>(done << 2);
  } else if (dv == 0) {
    done = inRow(picture + <usize>((v >> 16) * stride), stride, u, du, (v >> 8) & 255, to, count);
    u += done * du;
    to += <usize>(done << 2);
  }
  for (; done < count; done++) {
    const at = picture + <usize>((v >> 16) * stride + ((u >> 16) << 2));
    v128.store32_lane(to, pixel(at, stride, (u >> 8) & 255, (v >> 8) & 255), 0);
    to += 4;
    u += du;
    v += dv;
  }
}

/** Interpolates one pixel from four neighbors. The result is in the lowest four bytes. */
// @ts-ignore: decorator
@inline
function pixel(at: usize, stride: i32, across: i32, down: i32): v128 {
  const upper = i16x8.extend_low_i8x16_u(v128.load64_zero(at));
  const lower = i16x8.extend_low_i8x16_u(v128.load64_zero(at + <usize>stride));
  const columns = lerpX8(upper, lower, i16x8.splat(<i16>(256 - down)), i16x8.splat(<i16>down));
  const right = i8x16.shuffle(columns, columns, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  const row = lerpX8(columns, right, i16x8.splat(<i16>(256 - across)), i16x8.splat(<i16>across));
  return i8x16.narrow_i16x8_u(row, row);
}

/**
 * Samples pixels between the same two rows, two at a time. Returns the number of sampled pixels, which is even.
 * @param at The start of the upper row.
 */
function inRow(at: usize, stride: i32, u: i32, du: i32, down: i32, to: usize, count: i32): i32 {
  const upperWeight = i16x8.splat(<i16>(256 - down));
  const lowerWeight = i16x8.splat(<i16>down);
  const whole = i16x8.splat(256);
  let done = 0;
  for (; done + 1 < count; done += 2) {
    const next = u + du;
    const first = twoColumns(at + <usize>((u >> 16) << 2), stride, upperWeight, lowerWeight);
    const second = twoColumns(at + <usize>((next >> 16) << 2), stride, upperWeight, lowerWeight);
    const left = i8x16.shuffle(first, second, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    const right = i8x16.shuffle(first, second, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    const across = i16x8.splat(<i16>((u >> 8) & 255));
    const rightWeight = i64x2.replace_lane(across, 1, <i64>((next >> 8) & 255) * 0x0001000100010001);
    const row = lerpX8(left, right, i16x8.sub(whole, rightWeight), rightWeight);
    v128.store64_lane(to, i8x16.narrow_i16x8_u(row, row), 0);
    to += 8;
    u = next + du;
  }
  return done;
}

// @ts-ignore: decorator
@inline
function twoColumns(at: usize, stride: i32, upperWeight: v128, lowerWeight: v128): v128 {
  const upper = i16x8.extend_low_i8x16_u(v128.load64_zero(at));
  const lower = i16x8.extend_low_i8x16_u(v128.load64_zero(at + <usize>stride));
  return lerpX8(upper, lower, upperWeight, lowerWeight);
}

/**
 * Samples pixels with the same fractional position, four at a time, as long as whole vectors can be read. Returns the
 * number of sampled pixels.
 */
function straight(at: usize, stride: i32, across: i32, down: i32, to: usize, count: i32): i32 {
  if (across == 0 && down == 0) {
    memory.copy(to, at, <usize>(count << 2));
    return count;
  }
  const upperWeight = i16x8.splat(<i16>(256 - down));
  const lowerWeight = i16x8.splat(<i16>down);
  const leftWeight = i16x8.splat(<i16>(256 - across));
  const rightWeight = i16x8.splat(<i16>across);
  let done = 0;
  let columns = column(at, stride, upperWeight, lowerWeight);
  for (; done + 7 < count; done += 4) {
    at += 16;
    const next = column(at, stride, upperWeight, lowerWeight);
    const right = i8x16.shuffle(columns, next, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    const low = lerpX8(
      i16x8.extend_low_i8x16_u(columns),
      i16x8.extend_low_i8x16_u(right),
      leftWeight,
      rightWeight,
    );
    const high = lerpX8(
      i16x8.extend_high_i8x16_u(columns),
      i16x8.extend_high_i8x16_u(right),
      leftWeight,
      rightWeight,
    );
    v128.store(to, i8x16.narrow_i16x8_u(low, high));
    to += 16;
    columns = next;
  }
  return done;
}

// @ts-ignore: decorator
@inline
function column(at: usize, stride: i32, upperWeight: v128, lowerWeight: v128): v128 {
  const upper = v128.load(at);
  const lower = v128.load(at + <usize>stride);
  return i8x16.narrow_i16x8_u(
    lerpX8(i16x8.extend_low_i8x16_u(upper), i16x8.extend_low_i8x16_u(lower), upperWeight, lowerWeight),
    lerpX8(i16x8.extend_high_i8x16_u(upper), i16x8.extend_high_i8x16_u(lower), upperWeight, lowerWeight),
  );
}

export function sampleSolid(
  color: u32,
  width: i32,
  height: i32,
  u: i32,
  v: i32,
  du: i32,
  dv: i32,
  to: usize,
  count: i32,
): void {
  for (let i = 0; i < count; i++) {
    const x = u >> 16;
    const y = v >> 16;
    if (<u32>x < <u32>(width - 1) && <u32>y < <u32>(height - 1)) {
      store<u32>(to, color);
    } else {
      const across = (u >> 8) & 255;
      const down = (v >> 8) & 255;
      for (let part = 0; part < 4; part++) {
        const value = <i32>((color >> (8 * part)) & 255);
        const between0 = lerp(y >= 0 ? value : 0, y + 1 < height ? value : 0, down);
        store<u8>(
          to + <usize>part,
          <u8>lerp(x >= 0 ? between0 : 0, x + 1 < width ? between0 : 0, across),
        );
      }
    }
    to += 4;
    u += du;
    v += dv;
  }
}

export function halve(from: usize, fromStride: i32, to: usize, toStride: i32, width: i32, rows: i32): void {
  const two = i16x8.splat(2);
  for (let row = 0; row < rows; row++) {
    let upper = from + <usize>(2 * row * fromStride);
    let target = to + <usize>(row * toStride);
    let x = 0;
    for (; x + 1 < width; x += 2) {
      const first = v128.load(upper);
      const second = v128.load(upper + <usize>fromStride);
      const left = i16x8.add(i16x8.extend_low_i8x16_u(first), i16x8.extend_low_i8x16_u(second));
      const right = i16x8.add(i16x8.extend_high_i8x16_u(first), i16x8.extend_high_i8x16_u(second));
      // Each half of a vector holds two pixels.
      const ones = i8x16.shuffle(left, right, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      const others = i8x16.shuffle(left, right, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      const mean = i16x8.shr_u(i16x8.add(i16x8.add(ones, others), two), 2);
      v128.store64_lane(target, i8x16.narrow_i16x8_u(mean, mean), 0);
      upper += 16;
      target += 8;
    }
    if (x < width) {
      for (let part: usize = 0; part < 4; part++) {
        const lower = upper + <usize>fromStride;
        const sum =
          byteAt(upper + part) + byteAt(upper + part + 4) + byteAt(lower + part) + byteAt(lower + part + 4);
        store<u8>(target + part, <u8>((sum + 2) >> 2));
      }
    }
  }
}

export function mirror(
  from: usize,
  fromStride: i32,
  to: usize,
  toStride: i32,
  width: i32,
  rows: i32,
  axis: i32,
): void {
  for (let row = 0; row < rows; row++) {
    const target = to + <usize>(row * toStride);
    if (axis == 1) {
      memory.copy(target, from + <usize>((rows - 1 - row) * fromStride), <usize>(4 * width));
    } else {
      const source = from + <usize>(row * fromStride);
      for (let x = 0; x < width; x++)
        store<u32>(target + <usize>(4 * x), load<u32>(source + <usize>(4 * (width - 1 - x))));
    }
  }
}
