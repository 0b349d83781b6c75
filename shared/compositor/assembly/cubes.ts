import { unpremultiplied, storeChanged } from './coloring';
import { blueOfx4, channel, fromRgb, greenOfx4, lightOf, redOfx4, toBytex4 } from './pixels';

/** Interpolates between two colors. A color has four numbers. */
// @ts-ignore: decorator
@inline
function part(a: v128, b: v128, weight: i32): v128 {
  const sum = i32x4.add(i32x4.mul(a, i32x4.splat(256 - weight)), i32x4.mul(b, i32x4.splat(weight)));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(128)), 8);
}

// @ts-ignore: decorator
@inline
function colorAt(place: usize): v128 {
  return i32x4.extend_low_i16x8_s(v128.load64_zero(place));
}

// @ts-ignore: decorator
@inline
function along(place: usize, weight: i32): v128 {
  return part(colorAt(place), colorAt(place + 8), weight);
}

/** Returns the red, green, and blue of a color from the table. */
function foundAt(positions: usize, table: usize, size: i32, red: i32, green: i32, blue: i32): v128 {
  const r = <i32>load<u16>(positions + <usize>(2 * red));
  const g = <i32>load<u16>(positions + <usize>(512 + 2 * green));
  const b = <i32>load<u16>(positions + <usize>(1024 + 2 * blue));
  const first = table + <usize>(8 * (((b >> 9) * size + (g >> 9)) * size + (r >> 9)));
  const next = <usize>(8 * size);
  const nextLayer = first + <usize>(8 * size * size);
  const upper = part(along(first, r & 511), along(first + next, r & 511), g & 511);
  const lower = part(along(nextLayer, r & 511), along(nextLayer + next, r & 511), g & 511);
  const steps = i32x4.add(part(upper, lower, b & 511), i32x4.splat(32));
  return toBytex4(i32x4.shr_s(steps, 6));
}

// @ts-ignore: decorator
@inline
function mixed(color: v128, first: i32, second: i32, third: i32, fourth: i32, weight: i32): v128 {
  const one = i32x4.replace_lane(i32x4.splat(first), 1, second);
  const found = i32x4.replace_lane(i32x4.replace_lane(one, 2, third), 3, fourth);
  return part(color, found, weight);
}

export function cube(at: usize, positions: usize, table: usize, size: i32, weight: i32, count: i32): void {
  for (let left = count; left > 0; left -= 4, at += 16) {
    const before = v128.load(at);
    const pixels = unpremultiplied(before);
    const light = lightOf(channel(pixels, 0));
    const cb = channel(pixels, 1);
    const cr = channel(pixels, 2);
    const red = redOfx4(light, cr);
    const green = greenOfx4(light, cb, cr);
    const blue = blueOfx4(light, cb);
    const a = foundAt(positions, table, size, i32x4.extract_lane(red, 0), i32x4.extract_lane(green, 0), i32x4.extract_lane(blue, 0));
    const b = foundAt(positions, table, size, i32x4.extract_lane(red, 1), i32x4.extract_lane(green, 1), i32x4.extract_lane(blue, 1));
    const c = foundAt(positions, table, size, i32x4.extract_lane(red, 2), i32x4.extract_lane(green, 2), i32x4.extract_lane(blue, 2));
    const d = foundAt(positions, table, size, i32x4.extract_lane(red, 3), i32x4.extract_lane(green, 3), i32x4.extract_lane(blue, 3));
    const after = fromRgb(
      mixed(red, i32x4.extract_lane(a, 0), i32x4.extract_lane(b, 0), i32x4.extract_lane(c, 0), i32x4.extract_lane(d, 0), weight),
      mixed(green, i32x4.extract_lane(a, 1), i32x4.extract_lane(b, 1), i32x4.extract_lane(c, 1), i32x4.extract_lane(d, 1), weight),
      mixed(blue, i32x4.extract_lane(a, 2), i32x4.extract_lane(b, 2), i32x4.extract_lane(c, 2), i32x4.extract_lane(d, 2), weight),
      i32x4.shr_u(before, 24),
    );
    storeChanged(at, before, after, left);
  }
}
