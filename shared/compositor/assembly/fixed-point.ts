// The functions of testing/reference/fixed-point.ts, and versions for vectors of eight numbers. The reference
// documents the functions.

// @ts-ignore: decorator
@inline
export function div255(v: i32): i32 {
  const near = v + 128;
  return (near + (near >> 8)) >> 8;
}

// @ts-ignore: decorator
@inline
export function lerp(a: i32, b: i32, weight: i32): i32 {
  return (a * (256 - weight) + b * weight + 128) >> 8;
}

// @ts-ignore: decorator
@inline
export function byteAt(at: usize): i32 {
  return <i32>load<u8>(at);
}

/** Returns v ÷ 255, rounded, for eight numbers up to 65,025. */
// @ts-ignore: decorator
@inline
export function div255x8(v: v128): v128 {
  const near = i16x8.add(v, i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(near, i16x8.shr_u(near, 8)), 8);
}

/** Returns (a × aWeight + b × bWeight + 128) >> 8 for eight bytes in 16 bits each; the weights add up to 256. */
// @ts-ignore: decorator
@inline
export function lerpX8(a: v128, b: v128, aWeight: v128, bWeight: v128): v128 {
  const sum = i16x8.add(i16x8.mul(a, aWeight), i16x8.mul(b, bWeight));
  return i16x8.shr_u(i16x8.add(sum, i16x8.splat(128)), 8);
}
