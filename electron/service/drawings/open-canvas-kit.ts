import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CanvasKit } from 'canvaskit-wasm';
import { withBoundedMemory } from '../../../shared/drawings/bounded-memory.ts';
import type { Brand } from '../../../shared/lib/brand.ts';

/** An image of the largest size that is taken, as it is stored and decoded, and fonts. */
const MOST_BYTES = 2 ** 30;

/** What of WebAssembly is needed. It is there wherever Node is. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledKit>;
  instantiate(module: CompiledKit, imports: object): Promise<object>;
};

/** CanvasKit's WebAssembly, compiled; threads can share it. */
export type CompiledKit = Brand<object, 'CompiledKit'>;

/** The options of CanvasKit that are used; it prints by two that its types do not name. */
interface KitOptions {
  readonly print: () => void;
  readonly printErr: () => void;
  readonly instantiateWasm: (imports: object, done: (instance: object) => void) => object;
}

const load = createRequire(import.meta.url);

/** Reads and compiles CanvasKit, with a bound to its memory. */
export async function compileCanvasKit(): Promise<CompiledKit> {
  const bytes = await readFile(load.resolve('canvaskit-wasm/bin/canvaskit.wasm'));
  return await WebAssembly.compile(withBoundedMemory(bytes, MOST_BYTES));
}

/**
 * A CanvasKit with a memory of its own. What it writes on the console goes nowhere: it tells of damaged input there.
 */
export async function openCanvasKit(module: CompiledKit): Promise<CanvasKit> {
  const init = load('canvaskit-wasm') as (options: KitOptions) => Promise<CanvasKit>;
  return await init({
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports, done) => {
      void WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
  });
}
