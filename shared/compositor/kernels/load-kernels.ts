import type { Kernels } from './kernels.ts';
import type { KernelMemory } from './memory.ts';

/** What of WebAssembly is needed. It is there wherever this runs, and only computes. */
declare const WebAssembly: {
  readonly instantiate: (
    bytes: Uint8Array,
    imports: { readonly env: { readonly memory: unknown } },
  ) => Promise<{ readonly instance: { readonly exports: object } }>;
};

/** The kernels of `out/kernels/kernels.wasm`, on a job's memory. Throws where they are no WebAssembly. */
export async function loadKernels(bytes: Uint8Array, memory: KernelMemory): Promise<Kernels> {
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory: memory.backing } });
  return instance.exports as Kernels;
}
