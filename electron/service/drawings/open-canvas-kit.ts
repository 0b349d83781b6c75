import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CanvasKit } from 'canvaskit-wasm';
import { withBoundedMemory } from '#shared/drawings/bounded-memory.ts';
import type { Brand } from '#shared/lib/brand.ts';

/** The memory limit. It is enough for an image of the maximum size, encoded and decoded, and for fonts. */
const MAX_MEMORY_BYTES = 2 ** 30;

/** The WebAssembly declarations that Node's types do not contain. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledKit>;
  instantiate(source: CompiledKit | Uint8Array, imports: object): Promise<object>;
};

/** The compiled WebAssembly module of CanvasKit. Threads can share it. */
export type CompiledKit = Brand<object, 'CompiledKit'>;

const load = createRequire(import.meta.url);

const program = load.resolve('canvaskit-wasm/bin/canvaskit.wasm');
/** The original function, which {@link openCanvasKit} replaces temporarily. Programs start without WebAssembly, too. */
let original: typeof WebAssembly.instantiate | null = null;

/** Reads and compiles CanvasKit with the memory limit. */
export async function compileCanvasKit(): Promise<CompiledKit> {
  return await WebAssembly.compile(withBoundedMemory(await readFile(program), MAX_MEMORY_BYTES));
}

/**
 * Opens a CanvasKit with separate memory. The package always loads its own module. Therefore this function temporarily
 * replaces `instantiate`, which then uses the compiled module with the memory limit.
 */
export async function openCanvasKit(module: CompiledKit): Promise<CanvasKit> {
  const init = load('canvaskit-wasm') as () => Promise<CanvasKit>;
  const { size } = await stat(program);
  original ??= WebAssembly.instantiate;
  const instantiate = original;
  WebAssembly.instantiate = async (source, imports) => {
    const isKit = source instanceof Uint8Array && source.length === size;
    return isKit ? { instance: await instantiate(module, imports), module } : await instantiate(source, imports);
  };
  try {
    return await init();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
