import { readFile } from 'node:fs/promises';
import type { OpenKernels } from '#shared/compose/open-kernels.ts';
import { createCompositor } from '#shared/compositor/compositor.ts';
import { loadKernels } from '#shared/compositor/kernels/load-kernels.ts';
import { createKernelMemory, type GrowingMemory } from '#shared/compositor/kernels/memory.ts';
import { systemCode } from '../../errors/storage-failure.ts';

/** What of WebAssembly is needed. */
declare const WebAssembly: { readonly Memory: new (size: { readonly initial: number }) => GrowingMemory };

/** As little as there can be; it grows. */
const FIRST_PAGES = 16;

let opened: Promise<OpenKernels> | null = null;

/** Those of this thread; loaded once. */
export function openKernels(): Promise<OpenKernels> {
  opened ??= load();
  return opened;
}

async function load(): Promise<OpenKernels> {
  const memory = createKernelMemory(new WebAssembly.Memory({ initial: FIRST_PAGES }));
  const kernels = await loadKernels(await kernelBytes(), memory);
  return { memory, kernels, createCompositor: (cubeNamed) => createCompositor(kernels, memory, cubeNamed) };
}

/** Where the build puts them, from the sources, from what is compiled of them, and from what is bundled. */
const FOLDERS = ['../../../../out/kernels/', '../../../../kernels/', '../kernels/'];

async function kernelBytes(): Promise<Uint8Array> {
  for (const folder of FOLDERS) {
    try {
      return await readFile(new URL(`${folder}kernels.wasm`, import.meta.url));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  throw new Error('the kernels of the compositor are missing; `npm run build` makes them');
}
