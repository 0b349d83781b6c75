import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address, KernelName, Kernels } from '#shared/compositor/kernels/kernels.ts';
import {
  createKernelMemory,
  type GrowingMemory,
  type KernelMemory,
  loadKernels,
} from '#shared/compositor/kernels/memory.ts';
import { HEIGHT, WIDTH } from './films.ts';
import type { Row } from './report.ts';

/** The part of WebAssembly that this file uses. */
declare const WebAssembly: { readonly Memory: new (size: { readonly initial: number }) => GrowingMemory };

const COMPILED = join(import.meta.dirname, '..', 'out', 'kernels', 'kernels.wasm');
const COUNT = WIDTH * HEIGHT;
const STRIDE = 4 * WIDTH;
/** The bytes of a picture with twice the width and height of a frame, and a border. */
const PICTURE_BYTES = 4 * (2 * WIDTH + 2) * (2 * HEIGHT + 2);

/** The addresses that kernels read and write. */
interface Room {
  readonly a: Address;
  readonly b: Address;
  readonly c: Address;
  readonly planes: readonly [Address, Address, Address, Address];
  readonly tables: Address;
}

/** Calls a function with the byte offset of each row of a frame. */
function eachRow(call: (row: number) => void): void {
  for (let row = 0; row < HEIGHT; row++) call(STRIDE * row);
}

/** The calls that apply each kernel to a whole frame, as in the compositor. */
const WHOLE_FRAMES: { readonly [Name in KernelName]: (kernel: Kernels[Name], room: Room) => void } = {
  weigh: (kernel, { a }) => kernel(a, COUNT),
  fromRgba: (kernel, { a, b }) => kernel(a, b, COUNT),
  fromYuv420: (kernel, { a, planes: [y, cb, cr] }) => kernel(y, cb, cr, WIDTH, a, STRIDE, WIDTH, HEIGHT),
  fromYuv444: (kernel, { a, planes: [y, cb, cr] }) => kernel(y, cb, cr, WIDTH, a, STRIDE, WIDTH, HEIGHT),
  fromYuva444: (kernel, { a, planes: [y, cb, cr, alpha] }) => kernel(y, cb, cr, alpha, WIDTH, a, STRIDE, WIDTH, HEIGHT),
  fromWeighted: (kernel, { a, planes: [y, cb, cr, alpha] }) =>
    kernel(y, cb, cr, alpha, WIDTH, a, STRIDE, WIDTH, HEIGHT),
  unweigh: (kernel, { planes: [y, cb, cr, alpha] }) => kernel(y, cb, cr, alpha, WIDTH, HEIGHT),
  sample: (kernel, { a, b }) =>
    eachRow((row) => kernel(a, 2 * STRIDE, 1000, 60 * (row / STRIDE) * 1000, 59_000, 10, b + row, WIDTH)),
  sampleSolid: (kernel, { b }) =>
    eachRow((row) => kernel(0x7f_30_40_50, WIDTH, HEIGHT, 1000, 65_536 * (row / STRIDE), 60_000, 10, b + row, WIDTH)),
  fade: (kernel, { a }) => kernel(a, 100, COUNT),
  over: (kernel, { a, b }) => kernel(a, STRIDE, b, STRIDE, WIDTH, HEIGHT),
  over444: (kernel, { a, planes: [y, cb, cr] }) => kernel(a, STRIDE, y, cb, cr, WIDTH, WIDTH, HEIGHT),
  over420: (kernel, { a, planes: [y, cb, cr] }) => kernel(a, STRIDE, y, cb, cr, WIDTH, WIDTH, HEIGHT),
  overWeighted: (kernel, { a, planes: [y, cb, cr, alpha] }) =>
    kernel(a, STRIDE, y, cb, cr, alpha, WIDTH, WIDTH, HEIGHT),
  mix: (kernel, { a, b, c }) => kernel(a, b, 100, c, COUNT * 1.5),
  mixValue: (kernel, { a, b }) => kernel(a, 16, 100, b, COUNT * 1.5),
  wipe: (kernel, { a, b, c }) => {
    kernel(a, b, 0, 100, 50, 9, c, WIDTH, HEIGHT);
    for (const plane of [1, 2])
      kernel(a + plane * COUNT, b + plane * COUNT, 0, 200, 100, 9, c + plane * COUNT, WIDTH / 2, HEIGHT / 2);
  },
  wipeBy: (kernel, { a, b, c, planes: [ways] }) => kernel(a, b, ways, 2 ** 29, 16_000, 20, c, COUNT / 2),
  halve: (kernel, { a, b }) => kernel(a, STRIDE, b, STRIDE / 2, WIDTH / 2, HEIGHT / 2),
  blend: (kernel, { a, b, tables }) => kernel(a, b, tables, COUNT),
  matrix: (kernel, { a, tables }) => kernel(a, tables, COUNT),
  lookUp: (kernel, { a, tables }) => kernel(a, tables, COUNT),
  turnColors: (kernel, { a }) => kernel(a, 40_000, 50_000, COUNT),
  tint: (kernel, { a, planes: [weights] }) => kernel(a, weights, 0x00_80_80_10, COUNT),
  blurAcross: (kernel, { a, b }) => kernel(a, STRIDE, b, STRIDE, WIDTH, HEIGHT, 7),
  blurDown: (kernel, { a, b }) => kernel(a, STRIDE, b, STRIDE, WIDTH, HEIGHT, 7),
  silhouette: (kernel, { a, b }) => kernel(a, b, 0x7f_80_80_10, COUNT),
  mask: (kernel, { a, b }) => kernel(a, b, 0, 0, COUNT),
  luminances: (kernel, { a, tables, planes: [plane] }) => kernel(a, tables, plane, COUNT),
  screen: (kernel, { a, b }) => kernel(a, b, 65_536, COUNT),
  sharpen: (kernel, { a, b }) => kernel(a, b, 65_536, COUNT),
  key: (kernel, { a, tables }) => kernel(a, tables, 40_000, 50_000, 5000, 6000, COUNT),
  noise: (kernel, { a }) => eachRow((row) => kernel(a + row, 0, 65_536, row, 6000, 1, WIDTH)),
  cube: (kernel, { a, b, tables }) => kernel(a, tables, b, 17, 256, COUNT),
  mirror: (kernel, { a, b }) => kernel(a, STRIDE, b, STRIDE, WIDTH, HEIGHT, 0),
};

/**
 * Prints the milliseconds of each kernel for a frame, with opaque pixels and with any opacity. Returns no rows for the
 * table.
 */
export async function benchKernels(rounds: number): Promise<readonly Row[]> {
  const memory = createKernelMemory(new WebAssembly.Memory({ initial: 16 }));
  const kernels = await loadKernels(await readFile(COMPILED), memory);
  const room = roomIn(memory);
  console.log(`Milliseconds for a frame of ${WIDTH} × ${HEIGHT}, least of ${rounds}: of opaque pixels, of any`);
  for (const name of Object.keys(WHOLE_FRAMES) as readonly KernelName[]) {
    const least = [true, false].map((areOpaque) => {
      const run = WHOLE_FRAMES[name] as (kernel: unknown, room: Room) => void;
      const times = Array.from({ length: rounds + WARM_ROUNDS }, () => {
        fill(memory, areOpaque);
        const before = performance.now();
        run(kernels[name], room);
        return performance.now() - before;
      });
      return Math.min(...times.slice(WARM_ROUNDS));
    });
    console.log(`${name}: ${least.map((each) => each.toFixed(2)).join(', ')}`);
  }
  return [];
}

/** The number of rounds until the compiler has optimized a kernel. */
const WARM_ROUNDS = 5;

/** Restores the input bytes, because a kernel can change them. */
function fill(memory: KernelMemory, areOpaque: boolean): void {
  const bytes = memory.bytes();
  const numbers = new Uint32Array(bytes.buffer);
  for (let index = 0, state = 1; index < numbers.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    numbers[index] = areOpaque ? state | 0xff_00_00_00 : state;
  }
}

function roomIn(memory: KernelMemory): Room {
  const plane = () => memory.take(COUNT);
  return {
    a: memory.take(PICTURE_BYTES),
    b: memory.take(PICTURE_BYTES),
    c: memory.take(PICTURE_BYTES),
    planes: [plane(), plane(), plane(), plane()],
    tables: memory.take(65_536),
  };
}
