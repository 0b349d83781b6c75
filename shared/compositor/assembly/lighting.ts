import { BLACK, bytesOf, unpremultiplied, storeChanged } from './coloring';
import {
  blueOfx4,
  bytesTimes,
  channel,
  fromRgb,
  greenOfx4,
  joined,
  lightOf,
  opacities,
  redOfx4,
  storeSome,
  toBytex4,
  premultiplied,
} from './pixels';

export function luminances(from: usize, table: usize, to: usize, count: i32): void {
  for (let left = count; left > 0; left -= 4, from += 16, to += 4) {
    const pixels = v128.load(from);
    const luminance = toBytex4(i32x4.shr_s(lightOf(channel(unpremultiplied(pixels), 0)), 16));
    const isEmpty = i32x4.eq(i32x4.shr_u(pixels, 24), i32x4.splat(0));
    const found = v128.andnot(bytesOf(table, luminance), isEmpty);
    store<u8>(to, <u8>i32x4.extract_lane(found, 0));
    if (left > 1) store<u8>(to + 1, <u8>i32x4.extract_lane(found, 1));
    if (left > 2) store<u8>(to + 2, <u8>i32x4.extract_lane(found, 2));
    if (left > 3) store<u8>(to + 3, <u8>i32x4.extract_lane(found, 3));
  }
}

/** Returns a·b / 255, rounded, for four pairs of bytes in 32-bit lanes. */
// @ts-ignore: decorator
@inline
function productx4(a: v128, b: v128): v128 {
  const near = i32x4.add(i32x4.mul(a, b), i32x4.splat(128));
  return i32x4.shr_u(i32x4.add(near, i32x4.shr_u(near, 8)), 8);
}

// @ts-ignore: decorator
@inline
function screened(color: v128, light: v128, intensity: v128): v128 {
  const product = i32x4.shr_u(i32x4.add(i32x4.mul(light, intensity), i32x4.splat(32768)), 16);
  const lit = i32x4.min_u(i32x4.splat(255), product);
  return i32x4.sub(i32x4.add(color, lit), productx4(color, lit));
}

export function screen(at: usize, light: usize, intensity: i32, count: i32): void {
  const factor = i32x4.splat(intensity);
  for (let left = count; left > 0; left -= 4, at += 16, light += 16) {
    const before = v128.load(at);
    const pixels = unpremultiplied(before);
    const others = v128.load(light);
    const through = i8x16.sub(i8x16.splat(-1), opacities(others));
    const whole = i8x16.add_sat_u(others, bytesTimes(i32x4.splat(BLACK), through));
    const luma = lightOf(channel(pixels, 0));
    const cb = channel(pixels, 1);
    const cr = channel(pixels, 2);
    const otherLuma = lightOf(channel(whole, 0));
    const otherCb = channel(whole, 1);
    const otherCr = channel(whole, 2);
    const after = fromRgb(
      screened(redOfx4(luma, cr), redOfx4(otherLuma, otherCr), factor),
      screened(greenOfx4(luma, cb, cr), greenOfx4(otherLuma, otherCb, otherCr), factor),
      screened(blueOfx4(luma, cb), blueOfx4(otherLuma, otherCb), factor),
      i32x4.shr_u(before, 24),
    );
    storeChanged(at, before, after, left);
  }
}

// @ts-ignore: decorator
@inline
function awayFrom(color: v128, other: v128, amount: v128): v128 {
  const product = i32x4.add(i32x4.mul(amount, i32x4.sub(color, other)), i32x4.splat(32768));
  return toBytex4(i32x4.add(color, i32x4.shr_s(product, 16)));
}

export function sharpen(at: usize, soft: usize, amount: i32, count: i32): void {
  const factor = i32x4.splat(amount);
  for (let left = count; left > 0; left -= 4, at += 16, soft += 16) {
    const before = v128.load(at);
    const beside = v128.load(soft);
    const pixels = unpremultiplied(before);
    const others = unpremultiplied(beside);
    const luma = lightOf(channel(pixels, 0));
    const cb = channel(pixels, 1);
    const cr = channel(pixels, 2);
    const otherLuma = lightOf(channel(others, 0));
    const otherCb = channel(others, 1);
    const otherCr = channel(others, 2);
    const after = fromRgb(
      awayFrom(redOfx4(luma, cr), redOfx4(otherLuma, otherCr), factor),
      awayFrom(greenOfx4(luma, cb, cr), greenOfx4(otherLuma, otherCb, otherCr), factor),
      awayFrom(blueOfx4(luma, cb), blueOfx4(otherLuma, otherCb), factor),
      i32x4.shr_u(before, 24),
    );
    const unchanged = v128.or(
      i32x4.eq(i32x4.shr_u(before, 24), i32x4.splat(0)),
      i32x4.eq(i32x4.shr_u(beside, 24), i32x4.splat(0)),
    );
    storeSome(at, v128.bitselect(before, premultiplied(after), unchanged), left);
  }
}

/** Subtracts `taken` × `along` from a color; `taken` is a fraction in 10.22. */
// @ts-ignore: decorator
@inline
function without(color: v128, along: v128, taken: i32): v128 {
  const product = i32x4.add(i32x4.mul(along, i32x4.splat(taken)), i32x4.splat(2097152));
  return toBytex4(i32x4.sub(color, i32x4.shr_s(product, 22)));
}

export function key(at: usize, table: usize, x: i32, y: i32, takenX: i32, takenY: i32, count: i32): void {
  const gray = i32x4.splat(128);
  const across = i32x4.splat(x);
  const down = i32x4.splat(y);
  for (let left = count; left > 0; left -= 4, at += 16) {
    const before = v128.load(at);
    const pixels = unpremultiplied(before);
    const cb = channel(pixels, 1);
    const cr = channel(pixels, 2);
    const sum = i32x4.add(i32x4.mul(across, i32x4.sub(cb, gray)), i32x4.mul(down, i32x4.sub(cr, gray)));
    const along = i32x4.max_s(i32x4.splat(0), i32x4.shr_s(i32x4.add(sum, i32x4.splat(128)), 8));
    const opacity = i32x4.shr_u(before, 24);
    const after = joined(
      channel(pixels, 0),
      without(cb, along, takenX),
      without(cr, along, takenY),
      productx4(opacity, bytesOf(table, i32x4.add(i32x4.shl(cb, 8), cr))),
    );
    const isEmpty = i32x4.eq(opacity, i32x4.splat(0));
    storeSome(at, v128.bitselect(before, premultiplied(after), isEmpty), left);
  }
}

// @ts-ignore: decorator
@inline
function noisy(color: v128, sum: v128, amount: v128): v128 {
  const mixed = i32x4.mul(v128.xor(sum, i32x4.shr_u(sum, 13)), i32x4.splat(1274126177));
  const value = v128.and(v128.xor(mixed, i32x4.shr_u(mixed, 16)), i32x4.splat(255));
  const added = i32x4.mul(amount, i32x4.sub(i32x4.add(value, value), i32x4.splat(255)));
  return toBytex4(i32x4.add(color, i32x4.shr_s(i32x4.add(added, i32x4.splat(65536)), 17)));
}

export function noise(at: usize, u: i32, du: i32, row: i32, amount: i32, colored: i32, count: i32): void {
  const rows = i32x4.splat(row);
  const factor = i32x4.splat(amount);
  const ofGreen = i32x4.splat(colored * 362437);
  const ofBlue = i32x4.splat(colored * 724874);
  let places = i32x4.add(i32x4.splat(u), i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(du)));
  for (let left = count; left > 0; left -= 4, at += 16) {
    const before = v128.load(at);
    const pixels = unpremultiplied(before);
    const light = lightOf(channel(pixels, 0));
    const cb = channel(pixels, 1);
    const cr = channel(pixels, 2);
    const sum = i32x4.add(i32x4.mul(i32x4.shr_s(places, 16), i32x4.splat(374761393)), rows);
    const after = fromRgb(
      noisy(redOfx4(light, cr), sum, factor),
      noisy(greenOfx4(light, cb, cr), i32x4.add(sum, ofGreen), factor),
      noisy(blueOfx4(light, cb), i32x4.add(sum, ofBlue), factor),
      i32x4.shr_u(before, 24),
    );
    storeChanged(at, before, after, left);
    places = i32x4.add(places, i32x4.splat(4 * du));
  }
}
