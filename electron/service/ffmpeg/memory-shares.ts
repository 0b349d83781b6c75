import { totalmem } from 'node:os';

/** The limits of FFmpeg's memory on this machine, in bytes. */
export interface MemoryShares {
  /** The limit for the planned memory of all processes together. */
  readonly together: number;
  /** The limit of one process. */
  readonly mostOfOne: number;
}

const TOGETHER_SHARE = 0.6;
const ONE_SHARE = 0.85;

let found: MemoryShares | null = null;

/** Returns the limits for this machine, or for its container if that has less memory. */
export function memoryShares(): MemoryShares {
  found ??= sharesOf(totalmem(), process.constrainedMemory());
  return found;
}

/** Sets the limits to those of a machine with this many bytes of memory. Call it before the limits are read. */
export function limitMemory(bytes: number): void {
  const constrained = process.constrainedMemory();
  found = sharesOf(totalmem(), constrained > 0 ? Math.min(constrained, bytes) : bytes);
}

/**
 * Returns the limits for a machine.
 * @param constrained The memory limit of the container; zero or a huge number without a limit.
 */
export function sharesOf(total: number, constrained: number): MemoryShares {
  const bytes = constrained > 0 && constrained < total ? constrained : total;
  return { together: Math.floor(bytes * TOGETHER_SHARE), mostOfOne: Math.floor(bytes * ONE_SHARE) };
}
