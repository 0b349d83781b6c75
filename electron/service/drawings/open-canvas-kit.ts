import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CanvasKit } from 'canvaskit-wasm';
import { withBoundedMemory } from '#shared/drawings/bounded-memory.ts';
import type { Brand } from '#shared/lib/brand.ts';

/** An image of the largest size that is taken, as it is stored and decoded, and fonts. */
const MOST_BYTES = 2 ** 30;

/** What of WebAssembly is needed. It is there wherever Node is. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledKit>;
  instantiate(what: CompiledKit | Uint8Array, imports: object): Promise<object>;
};

/** CanvasKit's WebAssembly, compiled; threads can share it. */
export type CompiledKit = Brand<object, 'CompiledKit'>;

const load = createRequire(import.meta.url);

const program = load.resolve('canvaskit-wasm/bin/canvaskit.wasm');
const { instantiate } = WebAssembly;

/** Reads and compiles CanvasKit, with a bound to its memory. */
export async function compileCanvasKit(): Promise<CompiledKit> {
  return await WebAssembly.compile(withBoundedMemory(await readFile(program), MOST_BYTES));
}

/**
 * A CanvasKit with a memory of its own. It reads its program by itself and takes no other one, so that what it would
 * start is exchanged for the one that is compiled and bounded.
 */
export async function openCanvasKit(module: CompiledKit): Promise<CanvasKit> {
  const init = load('canvaskit-wasm') as () => Promise<CanvasKit>;
  const { size } = await stat(program);
  WebAssembly.instantiate = async (what, imports) => {
    const isKit = what instanceof Uint8Array && what.length === size;
    return isKit ? { instance: await instantiate(module, imports), module } : await instantiate(what, imports);
  };
  try {
    return await init();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
