import type { Cube } from './read-cube.ts';

/** How many bytes the positions of 256 values of three colours have. */
export const POSITION_BYTES = 3 * 256 * 2;
/** Steps of a value of the table for one of 255. */
const STEPS = 64;
const MOST = 32_767;

/** Where each value of a colour lies along an axis, from 0 to size − 1. */
function placeOf({ size, least, most }: Cube, axis: 0 | 1 | 2, value: number): number {
  const part = (value / 255 - least[axis]) / (most[axis] - least[axis]);
  return Math.max(0, Math.min(1, part)) * (size - 1);
}

/**
 * A table of three dimensions for the kernel `cube`: the positions of all values of R', G' and B', each as 512 × the place
 * before it + 256ths of the way to the next; then each colour as four numbers of 16 bits, 64 for 1 of 255, the last one 0.
 */
export function cubeBytes(cube: Cube): Uint8Array {
  const { size, values } = cube;
  const entries = size ** 3;
  const bytes = new Uint8Array(POSITION_BYTES + 8 * entries);
  const view = new DataView(bytes.buffer);
  for (const axis of [0, 1, 2] as const)
    for (let value = 0; value < 256; value++) {
      const place = placeOf(cube, axis, value);
      const before = Math.min(size - 2, Math.floor(place));
      view.setUint16(2 * (256 * axis + value), 512 * before + Math.round(256 * (place - before)), true);
    }
  for (let entry = 0; entry < entries; entry++)
    for (let part = 0; part < 3; part++) {
      const steps = Math.round((values[3 * entry + part] ?? 0) * 255 * STEPS);
      view.setInt16(POSITION_BYTES + 8 * entry + 2 * part, Math.max(-MOST, Math.min(MOST, steps)), true);
    }
  return bytes;
}

/** Tables of 256 bytes for R', G' and B', mixed with what they are, of a table of one dimension. */
export function cubeTables(cube: Cube, amount: number): Uint8Array {
  const { size, values } = cube;
  const tables = new Uint8Array(768);
  for (const axis of [0, 1, 2] as const)
    for (let value = 0; value < 256; value++) {
      const place = placeOf(cube, axis, value);
      const before = Math.min(size - 2, Math.floor(place));
      const [low = 0, high = 0] = [values[3 * before + axis], values[3 * before + 3 + axis]];
      const found = clipped(255 * (low + (high - low) * (place - before)));
      tables[256 * axis + value] = Math.round(value + (found - value) * amount);
    }
  return tables;
}

function clipped(value: number): number {
  return Math.max(0, Math.min(255, value));
}
