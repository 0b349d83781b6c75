import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The compiled kernels, which the set-up makes. */
export function readKernels(): Promise<Uint8Array> {
  return readFile(join(import.meta.dirname, '../../../out/kernels/kernels.wasm'));
}
