import { totalmem } from 'node:os';

/** The limits of FFmpeg's memory on this machine, in bytes. */
export interface MemoryShares {
  /** The limit of all processes together, as far as it is planned. */
  readonly together: number;
  /** The limit of one process. */
  readonly mostOfOne: number;
}

const TOGETHER_SHARE = 0.6;
const ONE_SHARE = 0.85;

let found: MemoryShares | null = null;

/** Returns the limits on this machine, or in this container if it has less memory. */
export function memoryShares(): MemoryShares {
  found ??= sharesOf(totalmem(), process.constrainedMemory());
  return found;
}

/** Limits FFmpeg to the shares of a machine with this much memory. Call this before anything reads the shares. */
export function limitMemory(bytes: number): void {
  const constrained = process.constrainedMemory();
  found = sharesOf(totalmem(), constrained > 0 ? Math.min(constrained, bytes) : bytes);
}

/** @param constrained The limit of a container; zero or a huge number if it has none. */
export function sharesOf(total: number, constrained: number): MemoryShares {
  const bytes = constrained > 0 && constrained < total ? constrained : total;
  return { together: Math.floor(bytes * TOGETHER_SHARE), mostOfOne: Math.floor(bytes * ONE_SHARE) };
}
