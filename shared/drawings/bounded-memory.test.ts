import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withBoundedMemory } from './bounded-memory.ts';

const load = createRequire(import.meta.url);

/** Builds a module with one memory, which it exports as `m`. */
const memory = (...limits: readonly number[]) =>
  Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, limits.length + 1, 1, ...limits, 7, 5, 1, 1, 0x6d, 2, 0]);

async function grown(module: Uint8Array): Promise<number> {
  const { instance } = await WebAssembly.instantiate(module as BufferSource);
  const { m } = instance.exports as { readonly m: WebAssembly.Memory };
  let pages = 0;
  try {
    for (;;) {
      m.grow(1);
      pages += 1;
      if (pages > 1000) return pages;
    }
  } catch {
    return m.buffer.byteLength / 65_536;
  }
}

test.each([
  ['a larger limit', memory(1, 1, 0x80, 0x80, 0x02)],
  ['no limit', memory(0, 1)],
])('the memory can grow up to the new limit: %s', async (_, module) => {
  expect(await grown(withBoundedMemory(module, 300 * 65_536))).toBe(300);
});

test('CanvasKit with a memory limit is a valid module', async () => {
  const module = readFileSync(load.resolve('canvaskit-wasm/bin/canvaskit.wasm'));
  expect(WebAssembly.validate(withBoundedMemory(module, 2 ** 30) as BufferSource)).toBe(true);
});

test('a module without a memory is refused', () => {
  expect(() => withBoundedMemory(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), 65_536)).toThrow('no memory');
});
