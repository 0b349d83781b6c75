// The same as reference/integers.ts and reference/colors.ts, which explain them; and of vectors of eight.

// @ts-ignore: decorator
@inline
export function div255(v: i32): i32 {
  const near = v + 128;
  return (near + (near >> 8)) >> 8;
}

// @ts-ignore: decorator
@inline
export function toByte(v: i32): i32 {
  return max(0, min(255, v));
}

// @ts-ignore: decorator
@inline
export function between(a: i32, b: i32, weight: i32): i32 {
  return (a * (256 - weight) + b * weight + 128) >> 8;
}

// @ts-ignore: decorator
@inline
export function unweighting(opacity: i32): u32 {
  return (16711680 + (<u32>opacity >> 1)) / <u32>opacity;
}

// @ts-ignore: decorator
@inline
export function unweighted(color: i32, factor: u32): i32 {
  return <i32>min<u32>(255, (<u32>color * factor + 32768) >> 16);
}

// @ts-ignore: decorator
@inline
export function byteAt(at: usize): i32 {
  return <i32>load<u8>(at);
}

// @ts-ignore: decorator
@inline
export function redOf(y: i32, cr: i32): i32 {
  return toByte((76309 * (y - 16) + 117489 * (cr - 128) + 32768) >> 16);
}

// @ts-ignore: decorator
@inline
export function greenOf(y: i32, cb: i32, cr: i32): i32 {
  return toByte((76309 * (y - 16) - 13975 * (cb - 128) - 34925 * (cr - 128) + 32768) >> 16);
}

// @ts-ignore: decorator
@inline
export function blueOf(y: i32, cb: i32): i32 {
  return toByte((76309 * (y - 16) + 138438 * (cb - 128) + 32768) >> 16);
}

// @ts-ignore: decorator
@inline
export function lumaOf(red: i32, green: i32, blue: i32): i32 {
  return toByte(16 + ((11966 * red + 40254 * green + 4064 * blue + 32768) >> 16));
}

// @ts-ignore: decorator
@inline
export function blueDifferenceOf(red: i32, green: i32, blue: i32): i32 {
  return toByte(128 + ((-6596 * red - 22189 * green + 28785 * blue + 32768) >> 16));
}

// @ts-ignore: decorator
@inline
export function redDifferenceOf(red: i32, green: i32, blue: i32): i32 {
  return toByte(128 + ((28785 * red - 26145 * green - 2640 * blue + 32768) >> 16));
}

/** Of eight numbers up to 65025. */
// @ts-ignore: decorator
@inline
export function div255x8(v: v128): v128 {
  const near = i16x8.add(v, i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(near, i16x8.shr_u(near, 8)), 8);
}

/** (a × aWeight + b × bWeight + 128) >> 8 of eight bytes in 16 bits each; the weights add up to 256. */
// @ts-ignore: decorator
@inline
export function betweenx8(a: v128, b: v128, aWeight: v128, bWeight: v128): v128 {
  const sum = i16x8.add(i16x8.mul(a, aWeight), i16x8.mul(b, bWeight));
  return i16x8.shr_u(i16x8.add(sum, i16x8.splat(128)), 8);
}
