import { byteAt, div255x8 } from './fixed-point';
import {
  areOpaque,
  blueOfx4,
  bytesTimes,
  channel,
  everywhere,
  fromRgb,
  greenOfx4,
  joined,
  lightOf,
  opacities,
  redOfx4,
  storeSome,
  toBytex4,
  unweighed,
  weighed,
} from './pixels';

/** Premultiplies changed pixels again and stores them. Empty pixels stay unchanged. */
// @ts-ignore: decorator
@inline
export function storeChanged(at: usize, before: v128, after: v128, left: i32): void {
  if (areOpaque(v128.and(before, after))) {
    storeSome(at, after, left);
    return;
  }
  const isEmpty = i32x4.eq(i32x4.shr_u(before, 24), i32x4.splat(0));
  storeSome(at, v128.bitselect(before, weighed(after), isEmpty), left);
}

// @ts-ignore: decorator
@inline
export function unpremultiplied(pixels: v128): v128 {
  return areOpaque(pixels) ? pixels : unweighed(pixels);
}

// @ts-ignore: decorator
@inline
function rowOf(at: usize, red: v128, green: v128, blue: v128, opacity: v128): v128 {
  const colors = i32x4.add(
    i32x4.add(i32x4.mul(v128.load32_splat(at), red), i32x4.mul(v128.load32_splat(at, 4), green)),
    i32x4.mul(v128.load32_splat(at, 8), blue),
  );
  const others = i32x4.add(i32x4.mul(v128.load32_splat(at, 12), opacity), v128.load32_splat(at, 16));
  return toBytex4(i32x4.shr_s(i32x4.add(i32x4.add(colors, others), i32x4.splat(32768)), 16));
}

export function matrix(at: usize, matrix: usize, count: i32): void {
  for (let left = count; left > 0; left -= 4, at += 16) {
    const before = v128.load(at);
    const pixels = unpremultiplied(before);
    const light = lightOf(channel(pixels, 0));
    const cb = channel(pixels, 1);
    const cr = channel(pixels, 2);
    const red = redOfx4(light, cr);
    const green = greenOfx4(light, cb, cr);
    const blue = blueOfx4(light, cb);
    const opacity = i32x4.shr_u(pixels, 24);
    const after = fromRgb(
      rowOf(matrix, red, green, blue, opacity),
      rowOf(matrix + 20, red, green, blue, opacity),
      rowOf(matrix + 40, red, green, blue, opacity),
      rowOf(matrix + 60, red, green, blue, opacity),
    );
    storeChanged(at, before, after, left);
  }
}

export function lookUp(at: usize, tables: usize, count: i32): void {
  for (let left = count; left > 0; left -= 4, at += 16) {
    const before = v128.load(at);
    const pixels = unpremultiplied(before);
    const light = lightOf(channel(pixels, 0));
    const cb = channel(pixels, 1);
    const cr = channel(pixels, 2);
    const after = fromRgb(
      bytesOf(tables, redOfx4(light, cr)),
      bytesOf(tables + 256, greenOfx4(light, cb, cr)),
      bytesOf(tables + 512, blueOfx4(light, cb)),
      i32x4.shr_u(pixels, 24),
    );
    storeChanged(at, before, after, left);
  }
}

/** Returns the table bytes at four indexes. */
// @ts-ignore: decorator
@inline
export function bytesOf(table: usize, places: v128): v128 {
  const first = i32x4.splat(byteAt(table + <usize>i32x4.extract_lane(places, 0)));
  const second = i32x4.replace_lane(first, 1, byteAt(table + <usize>i32x4.extract_lane(places, 1)));
  const third = i32x4.replace_lane(second, 2, byteAt(table + <usize>i32x4.extract_lane(places, 2)));
  return i32x4.replace_lane(third, 3, byteAt(table + <usize>i32x4.extract_lane(places, 3)));
}

export function turnColors(at: usize, cosine: i32, sine: i32, count: i32): void {
  const gray = i32x4.splat(128);
  const half = i32x4.splat(32768);
  const cosines = i32x4.splat(cosine);
  const sines = i32x4.splat(sine);
  for (let left = count; left > 0; left -= 4, at += 16) {
    const before = v128.load(at);
    const pixels = unpremultiplied(before);
    const cb = i32x4.sub(channel(pixels, 1), gray);
    const cr = i32x4.sub(channel(pixels, 2), gray);
    const blue = i32x4.add(i32x4.sub(i32x4.mul(cosines, cb), i32x4.mul(sines, cr)), half);
    const red = i32x4.add(i32x4.add(i32x4.mul(sines, cb), i32x4.mul(cosines, cr)), half);
    const opacity = i32x4.shr_u(pixels, 24);
    const after = joined(
      i32x4.splat(0),
      toBytex4(i32x4.add(i32x4.shr_s(blue, 16), gray)),
      toBytex4(i32x4.add(i32x4.shr_s(red, 16), gray)),
      opacity,
    );
    // Leave the luma of all pixels and the colors of empty pixels unchanged.
    const isEmpty = i32x4.eq(opacity, i32x4.splat(0));
    const stays = v128.or(isEmpty, i32x4.splat(255));
    storeSome(at, v128.bitselect(before, weighed(after), stays), left);
  }
}

export function tint(at: usize, weights: usize, color: u32, count: i32): void {
  const colors = i32x4.splat(<i32>color);
  for (let left = count; left > 0; left -= 4, at += 16, weights += 4) {
    const pixels = v128.load(at);
    const toward = bytesTimes(colors, opacities(pixels));
    const four = v128.load32_zero(weights);
    // Set the weight of the opacity byte to 0, which keeps the opacity.
    const weight = v128.and(
      i8x16.shuffle(four, four, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
      i32x4.splat(0x00ffffff),
    );
    const through = i8x16.sub(i8x16.splat(-1), weight);
    const low = i16x8.add(i16x8.extmul_low_i8x16_u(pixels, through), i16x8.extmul_low_i8x16_u(toward, weight));
    const high = i16x8.add(i16x8.extmul_high_i8x16_u(pixels, through), i16x8.extmul_high_i8x16_u(toward, weight));
    storeSome(at, i8x16.narrow_i16x8_u(div255x8(low), div255x8(high)), left);
  }
}

export function silhouette(from: usize, to: usize, color: u32, count: i32): void {
  const opacity = i8x16.splat(<i8>(color >> 24));
  const colors = v128.or(i32x4.splat(<i32>color), i32x4.splat(0xff000000));
  for (let left = count; left > 0; left -= 4, from += 16, to += 16)
    storeSome(to, bytesTimes(colors, bytesTimes(opacities(v128.load(from)), opacity)), left);
}

export function blend(at: usize, ground: usize, table: usize, count: i32): void {
  for (let left = count; left > 0; left -= 4, at += 16, ground += 16) {
    const before = v128.load(at);
    const beneath = v128.load(ground);
    const above = unpremultiplied(before);
    const below = unpremultiplied(beneath);
    const light = lightOf(channel(above, 0));
    const cb = channel(above, 1);
    const cr = channel(above, 2);
    const groundLight = lightOf(channel(below, 0));
    const groundCb = channel(below, 1);
    const groundCr = channel(below, 2);
    const blended = fromRgb(
      bytesOf(table, pairs(redOfx4(groundLight, groundCr), redOfx4(light, cr))),
      bytesOf(table, pairs(greenOfx4(groundLight, groundCb, groundCr), greenOfx4(light, cb, cr))),
      bytesOf(table, pairs(blueOfx4(groundLight, groundCb), blueOfx4(light, cb))),
      i32x4.shr_u(before, 24),
    );
    if (areOpaque(beneath)) {
      storeChanged(at, before, blended, left);
      continue;
    }
    const groundOpacity = opacities(beneath);
    const alone = bytesTimes(before, i8x16.sub(i8x16.splat(-1), groundOpacity));
    const mixed = i8x16.add_sat_u(alone, bytesTimes(weighed(blended), groundOpacity));
    const isEmpty = v128.or(i8x16.eq(opacities(before), i8x16.splat(0)), i8x16.eq(groundOpacity, i8x16.splat(0)));
    // Keep the opacity of all pixels, and all bytes of empty pixels.
    const stays = v128.or(isEmpty, i32x4.splat(0xff000000));
    storeSome(at, v128.bitselect(before, mixed, stays), left);
  }
}

/** Returns the table indexes of a blend mode for four pairs of bytes. */
// @ts-ignore: decorator
@inline
function pairs(below: v128, above: v128): v128 {
  return i32x4.add(i32x4.shl(below, 8), above);
}

export function mask(at: usize, mask: usize, shownChannel: i32, invert: i32, count: i32): void {
  const turn = i8x16.splat(invert == 1 ? -1 : 0);
  for (let left = count; left > 0; left -= 4, at += 16, mask += 16) {
    const shown = v128.xor(everywhere(shownBy(v128.load(mask), shownChannel)), turn);
    storeSome(at, bytesTimes(v128.load(at), shown), left);
  }
}

/** Y, Cb, and Cr of black: 16, 128, 128. The opacity is 0. */
export const BLACK: i32 = 0x00808010;

/** Returns a color channel of pixels over black, or their opacity if the number is 4. */
// @ts-ignore: decorator
@inline
function shownBy(pixels: v128, number: i32): v128 {
  if (number == 4) return i32x4.shr_u(pixels, 24);
  const through = i8x16.sub(i8x16.splat(-1), opacities(pixels));
  const whole = i8x16.add_sat_u(pixels, bytesTimes(i32x4.splat(BLACK), through));
  const light = lightOf(channel(whole, 0));
  if (number == 1) return redOfx4(light, channel(whole, 2));
  if (number == 2) return greenOfx4(light, channel(whole, 1), channel(whole, 2));
  if (number == 3) return blueOfx4(light, channel(whole, 1));
  return toBytex4(i32x4.shr_s(light, 16));
}
