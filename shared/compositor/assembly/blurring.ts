export function blurAcross(
  from: usize,
  fromStride: i32,
  to: usize,
  toStride: i32,
  width: i32,
  rows: i32,
  radius: i32,
): void {
  for (let row = 0; row < rows; row++)
    means(from + <usize>(row * fromStride), 4, to + <usize>(row * toStride), 4, width, radius);
}

export function blurDown(
  from: usize,
  fromStride: i32,
  to: usize,
  toStride: i32,
  width: i32,
  rows: i32,
  radius: i32,
): void {
  for (let x = 0; x < width; x++)
    means(from + <usize>(4 * x), fromStride, to + <usize>(4 * x), toStride, rows, radius);
}

/**
 * Writes the moving averages of the pixels along a line. `step` and `toStep` are the distances between two pixels in
 * bytes.
 */
// @ts-ignore: decorator
@inline
function means(from: usize, step: i32, to: usize, toStep: i32, length: i32, radius: i32): void {
  const factor = i32x4.splat(65536 / (2 * radius + 1));
  const half = i32x4.splat(32768);
  let sum = i32x4.splat(0);
  for (let index = -radius; index <= radius; index++) sum = i32x4.add(sum, valueAt(from, step, length, index));
  for (let index = 0; index < length; index++) {
    const mean = i32x4.shr_u(i32x4.add(i32x4.mul(sum, factor), half), 16);
    const narrow = i16x8.narrow_i32x4_u(mean, mean);
    v128.store32_lane(to, i8x16.narrow_i16x8_u(narrow, narrow), 0);
    to += <usize>toStep;
    sum = i32x4.sub(
      i32x4.add(sum, valueAt(from, step, length, index + radius + 1)),
      valueAt(from, step, length, index - radius),
    );
  }
}

// @ts-ignore: decorator
@inline
function valueAt(from: usize, step: i32, length: i32, index: i32): v128 {
  const at = from + <usize>(step * max(0, min(length - 1, index)));
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}
