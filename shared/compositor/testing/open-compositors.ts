import { type Compositor, createCompositor } from '../compositor.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { createKernelMemory, type KernelMemory, loadKernels } from '../kernels/memory.ts';
import { readKernels } from './read-kernels.ts';
import { referenceKernels } from './reference/reference-kernels.ts';

/** A compositor with its kernels and memory. */
export interface OpenCompositor {
  readonly kernels: Kernels;
  readonly memory: KernelMemory;
  readonly compositor: Compositor;
}

export function openReference(): OpenCompositor {
  const memory = createKernelMemory(new WebAssembly.Memory({ initial: 1 }));
  const kernels = referenceKernels(memory);
  return { kernels, memory, compositor: createCompositor(kernels, memory) };
}

export async function openCompiled(): Promise<OpenCompositor> {
  const memory = createKernelMemory(new WebAssembly.Memory({ initial: 1 }));
  const kernels = await loadKernels(await readKernels(), memory);
  return { kernels, memory, compositor: createCompositor(kernels, memory) };
}
