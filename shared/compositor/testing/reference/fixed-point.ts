import type { Address, KernelName, Kernels } from '../../kernels/kernels.ts';

/** A kernel in TypeScript that works on the bytes of a job's memory. */
export type Reference<Name extends KernelName> = (bytes: Uint8Array, ...rest: Parameters<Kernels[Name]>) => void;

/** Reads a byte. The callers of kernels ensure that addresses are within the memory. */
export function byteAt(bytes: Uint8Array, at: Address): number {
  return bytes[at] ?? 0;
}

/** Returns v ÷ 255, rounded, for v of 0 to 65,025. */
export function div255(v: number): number {
  const near = v + 128;
  return (near + (near >> 8)) >> 8;
}

export function toByte(v: number): number {
  return Math.max(0, Math.min(255, v));
}

/** Interpolates from `a` to `b`. `weight` is the weight of `b` in 256ths. */
export function lerp(a: number, b: number, weight: number): number {
  return (a * (256 - weight) + b * weight + 128) >> 8;
}

/** Returns the 16.16 factor that undoes premultiplication by an opacity, which must not be 0. */
export function unweighting(opacity: number): number {
  return Math.trunc((16_711_680 + (opacity >> 1)) / opacity);
}

/** Returns a color without its premultiplication. */
export function unweighted(color: number, factor: number): number {
  return Math.min(255, (color * factor + 32_768) >>> 16);
}
