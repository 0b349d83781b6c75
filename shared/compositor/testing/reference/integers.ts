import type { Address, KernelName, Kernels } from '../../kernels/kernels.ts';

/** A kernel in TypeScript, on the bytes of a job's memory. */
export type Reference<Name extends KernelName> = (bytes: Uint8Array, ...rest: Parameters<Kernels[Name]>) => void;

/** Kernels say by their callers that they stay within the memory. */
export function byteAt(bytes: Uint8Array, at: Address): number {
  return bytes[at] ?? 0;
}

/** v ÷ 255, rounded; of 0 to 65025. */
export function div255(v: number): number {
  const near = v + 128;
  return (near + (near >> 8)) >> 8;
}

export function toByte(v: number): number {
  return Math.max(0, Math.min(255, v));
}

/** Part of the way from `a` to `b`, in 256ths. */
export function between(a: number, b: number, weight: number): number {
  return (a * (256 - weight) + b * weight + 128) >> 8;
}

/** What a colour times that opacity, ÷ 255, has to be multiplied with in 16.16 to be the colour. The opacity is not 0. */
export function unweighting(opacity: number): number {
  return Math.trunc((16_711_680 + (opacity >> 1)) / opacity);
}

/** The colour behind a weighted one. */
export function unweighted(color: number, factor: number): number {
  return Math.min(255, (color * factor + 32_768) >>> 16);
}
