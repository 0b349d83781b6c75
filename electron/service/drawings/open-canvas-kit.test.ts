import { expect, it } from 'vitest';
import { compileCanvasKit, openCanvasKit } from './open-canvas-kit.ts';

it('CanvasKit fails beyond 1 GiB without affecting other instances', async () => {
  const module = await compileCanvasKit();
  const [one, other] = await Promise.all([openCanvasKit(module), openCanvasKit(module)]);
  const places = Array.from({ length: 12 }, () => one.Malloc(Uint8Array, 100 * 2 ** 20).byteOffset);
  // `_malloc` returns the address 0 if the memory is not sufficient.
  expect(places.filter((place) => place > 0).length).toBeLessThan(11);
  expect(places.at(-1)).toBe(0);
  expect(other.Malloc(Uint8Array, 2 ** 20).toTypedArray()).toHaveLength(2 ** 20);
});
