import { availableParallelism, totalmem } from 'node:os';
import { type Machine, type MemoryShares, memorySharesOf } from './process-plan.ts';

let memoryLimit = Number.POSITIVE_INFINITY;

/**
 * Returns the cores and the memory of this machine, or of its container if that has less. Node (libuv) reports both.
 * The cores follow the affinity, and `cpu.max` of cgroup v2 or the CPU quota of v1; a fraction of a core does not
 * count. The memory follows `memory.max` and `memory.high`.
 */
export function thisMachine(): Machine {
  const memoryBytes = memoryWithin(totalmem(), process.constrainedMemory());
  return { cores: availableParallelism(), memoryBytes: Math.min(memoryBytes, memoryLimit) };
}

/**
 * Returns the memory that is available in a container on this machine.
 * @param constrained The memory limit of the container; zero or a huge number if there is no limit.
 */
export function memoryWithin(total: number, constrained: number): number {
  return constrained > 0 && constrained < total ? constrained : total;
}

/** Limits the memory of {@link thisMachine} to this many bytes. Call it before the limits are read. */
export function limitMemory(bytes: number): void {
  memoryLimit = bytes;
}

let shares: MemoryShares | null = null;

/** Returns the limits of FFmpeg's memory on this machine. */
export function memoryShares(): MemoryShares {
  shares ??= memorySharesOf(thisMachine().memoryBytes);
  return shares;
}
