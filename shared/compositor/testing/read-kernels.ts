import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the compiled kernels, which the setup of the tests builds. */
export function readKernels(): Promise<Uint8Array> {
  return readFile(join(import.meta.dirname, '../../../out/kernels/kernels.wasm'));
}
