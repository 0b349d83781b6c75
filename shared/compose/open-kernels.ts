import type { Compositor } from '../compositor/compositor.ts';
import type { Cube } from '../compositor/cube/read-cube.ts';
import type { Kernels } from '../compositor/kernels/kernels.ts';
import type { KernelMemory } from '../compositor/kernels/memory.ts';

/** The kernels on a memory of their own, for as long as a thread lives. */
export interface OpenKernels {
  readonly memory: KernelMemory;
  readonly kernels: Kernels;
  /** @param cubeNamed The tables of colours that effects name. */
  readonly createCompositor: (cubeNamed?: (name: string) => Cube) => Compositor;
}
