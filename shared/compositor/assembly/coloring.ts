import {
  blueDifferenceOf,
  blueOf,
  byteAt,
  div255,
  greenOf,
  lumaOf,
  redDifferenceOf,
  redOf,
  toByte,
  unweighted,
  unweighting,
} from './integers';

// @ts-ignore: decorator
@inline
function write(at: usize, y: i32, cb: i32, cr: i32, opacity: i32): void {
  store<u8>(at, <u8>div255(y * opacity));
  store<u8>(at + 1, <u8>div255(cb * opacity));
  store<u8>(at + 2, <u8>div255(cr * opacity));
  store<u8>(at + 3, <u8>opacity);
}

// @ts-ignore: decorator
@inline
function writeRgb(at: usize, red: i32, green: i32, blue: i32, opacity: i32): void {
  write(at, lumaOf(red, green, blue), blueDifferenceOf(red, green, blue), redDifferenceOf(red, green, blue), opacity);
}

// @ts-ignore: decorator
@inline
function rowOf(at: usize, red: i32, green: i32, blue: i32, opacity: i32): i32 {
  const sum =
    load<i32>(at) * red +
    load<i32>(at, 4) * green +
    load<i32>(at, 8) * blue +
    load<i32>(at, 12) * opacity +
    load<i32>(at, 16);
  return toByte((sum + 32768) >> 16);
}

export function matrix(at: usize, matrix: usize, count: i32): void {
  for (const end = at + <usize>(4 * count); at < end; at += 4) {
    const opacity = byteAt(at + 3);
    if (opacity == 0) continue;
    const factor = unweighting(opacity);
    const y = unweighted(byteAt(at), factor);
    const cb = unweighted(byteAt(at + 1), factor);
    const cr = unweighted(byteAt(at + 2), factor);
    const red = redOf(y, cr);
    const green = greenOf(y, cb, cr);
    const blue = blueOf(y, cb);
    writeRgb(
      at,
      rowOf(matrix, red, green, blue, opacity),
      rowOf(matrix + 20, red, green, blue, opacity),
      rowOf(matrix + 40, red, green, blue, opacity),
      rowOf(matrix + 60, red, green, blue, opacity),
    );
  }
}

export function lookUp(at: usize, tables: usize, count: i32): void {
  for (const end = at + <usize>(4 * count); at < end; at += 4) {
    const opacity = byteAt(at + 3);
    if (opacity == 0) continue;
    const factor = unweighting(opacity);
    const y = unweighted(byteAt(at), factor);
    const cb = unweighted(byteAt(at + 1), factor);
    const cr = unweighted(byteAt(at + 2), factor);
    writeRgb(
      at,
      byteAt(tables + <usize>redOf(y, cr)),
      byteAt(tables + 256 + <usize>greenOf(y, cb, cr)),
      byteAt(tables + 512 + <usize>blueOf(y, cb)),
      opacity,
    );
  }
}

export function turnColors(at: usize, cosine: i32, sine: i32, count: i32): void {
  for (const end = at + <usize>(4 * count); at < end; at += 4) {
    const opacity = byteAt(at + 3);
    if (opacity == 0) continue;
    const factor = unweighting(opacity);
    const cb = unweighted(byteAt(at + 1), factor) - 128;
    const cr = unweighted(byteAt(at + 2), factor) - 128;
    store<u8>(at + 1, <u8>div255(toByte(((cosine * cb - sine * cr + 32768) >> 16) + 128) * opacity));
    store<u8>(at + 2, <u8>div255(toByte(((sine * cb + cosine * cr + 32768) >> 16) + 128) * opacity));
  }
}

export function tint(at: usize, weights: usize, color: u32, count: i32): void {
  for (let i = 0; i < count; i++) {
    const opacity = byteAt(at + 3);
    const weight = byteAt(weights++);
    for (let part = 0; part < 3; part++) {
      const towards = div255(<i32>((color >> (8 * part)) & 255) * opacity);
      const place = at + <usize>part;
      store<u8>(place, <u8>div255(byteAt(place) * (255 - weight) + towards * weight));
    }
    at += 4;
  }
}

export function silhouette(from: usize, to: usize, color: u32, count: i32): void {
  for (let i = 0; i < count; i++) {
    const opacity = div255(byteAt(from + 3) * <i32>(color >> 24));
    write(to, <i32>(color & 255), <i32>((color >> 8) & 255), <i32>((color >> 16) & 255), opacity);
    from += 4;
    to += 4;
  }
}

export function blend(at: usize, ground: usize, table: usize, count: i32): void {
  for (let i = 0; i < count; i++, at += 4, ground += 4) {
    const opacity = byteAt(at + 3);
    const groundOpacity = byteAt(ground + 3);
    if (opacity == 0 || groundOpacity == 0) continue;
    const above = unweighting(opacity);
    const y = unweighted(byteAt(at), above);
    const cb = unweighted(byteAt(at + 1), above);
    const cr = unweighted(byteAt(at + 2), above);
    const below = unweighting(groundOpacity);
    const groundY = unweighted(byteAt(ground), below);
    const groundCb = unweighted(byteAt(ground + 1), below);
    const groundCr = unweighted(byteAt(ground + 2), below);
    const red = byteAt(table + <usize>((redOf(groundY, groundCr) << 8) + redOf(y, cr)));
    const green = byteAt(table + <usize>((greenOf(groundY, groundCb, groundCr) << 8) + greenOf(y, cb, cr)));
    const blue = byteAt(table + <usize>((blueOf(groundY, groundCb) << 8) + blueOf(y, cb)));
    blended(at, lumaOf(red, green, blue), opacity, groundOpacity);
    blended(at + 1, blueDifferenceOf(red, green, blue), opacity, groundOpacity);
    blended(at + 2, redDifferenceOf(red, green, blue), opacity, groundOpacity);
  }
}

// @ts-ignore: decorator
@inline
function blended(at: usize, color: i32, opacity: i32, groundOpacity: i32): void {
  const alone = div255(byteAt(at) * (255 - groundOpacity));
  store<u8>(at, <u8>min(255, alone + div255(div255(color * opacity) * groundOpacity)));
}

export function mask(at: usize, mask: usize, channel: i32, invert: i32, count: i32): void {
  for (let i = 0; i < count; i++) {
    const shown = shownBy(mask, channel);
    const factor = invert == 1 ? 255 - shown : shown;
    for (let part: usize = 0; part < 4; part++) store<u8>(at + part, <u8>div255(byteAt(at + part) * factor));
    at += 4;
    mask += 4;
  }
}

// @ts-ignore: decorator
@inline
function shownBy(at: usize, channel: i32): i32 {
  const opacity = byteAt(at + 3);
  if (channel == 4) return opacity;
  const grey = div255(128 * (255 - opacity));
  const y = min(255, byteAt(at) + div255(16 * (255 - opacity)));
  const cb = min(255, byteAt(at + 1) + grey);
  const cr = min(255, byteAt(at + 2) + grey);
  if (channel == 1) return redOf(y, cr);
  if (channel == 2) return greenOf(y, cb, cr);
  if (channel == 3) return blueOf(y, cb);
  return toByte((76309 * (y - 16) + 32768) >> 16);
}
