import { totalmem } from 'node:os';

/** How much of this machine's memory FFmpeg may take, in bytes. */
export interface MemoryShares {
  /** Of all processes side by side, as far as it can be planned. */
  readonly together: number;
  /** Of a single one. */
  readonly mostOfOne: number;
}

const TOGETHER = 0.6;
const OF_ONE = 0.85;

let found: MemoryShares | null = null;

/** The shares of this machine, or of the container that we are in where that has less. */
export function memoryShares(): MemoryShares {
  found ??= sharesOf(totalmem(), process.constrainedMemory());
  return found;
}

/**
 * From now on the shares are those of a machine that has no more memory than this; to be called before anything asks for
 * them.
 */
export function limitMemory(bytes: number): void {
  const constrained = process.constrainedMemory();
  found = sharesOf(totalmem(), constrained > 0 ? Math.min(constrained, bytes) : bytes);
}

/** @param constrained What a container allows; zero or a vast number where there is no bound. */
export function sharesOf(total: number, constrained: number): MemoryShares {
  const bytes = constrained > 0 && constrained < total ? constrained : total;
  return { together: Math.floor(bytes * TOGETHER), mostOfOne: Math.floor(bytes * OF_ONE) };
}
