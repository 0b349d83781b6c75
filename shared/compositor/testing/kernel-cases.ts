import { fc } from '#shared/testing/properties.ts';
import type { KernelName, Kernels } from '../kernels/kernels.ts';

/** The arguments of a kernel call, for a memory of {@link CASE_MEMORY} random bytes. */
export type KernelCase<Name extends KernelName> = Parameters<Kernels[Name]>;

export const CASE_MEMORY = 2 ** 18;

// Addresses that a kernel reads and writes. They do not overlap. Some are only multiples of 4 or 8, to test unaligned access.
const [A, B, C, D] = [0x1000, 0x9004, 0x12008, 0x1a00c] as const;
const TABLES = 0x20000;

const [widest, highest] = [45, 12];
const width = fc.integer({ min: 1, max: widest });
const height = fc.integer({ min: 1, max: highest });
const half = (most: number) => fc.integer({ min: 1, max: most >> 1 }).map((each) => 2 * each);
const count = fc.integer({ min: 0, max: 200 });
const byte = fc.nat(255);
const weight = fc.nat(256);
const color = fc.nat(0xffffffff).map((unsigned) => unsigned | 0);
/** A stride that is 0 to 12 bytes longer than the row. */
const stride = fc.nat(3).map((more) => 4 * (widest + 1 + more));
const planeStride = fc.nat(4).map((more) => widest + 1 + more);
const evenStride = fc.nat(4).map((more) => 2 * (widest + 1 + more));
const cosine = fc.integer({ min: -65_536, max: 65_536 });

/** Generates 16.16 positions of pixels in a picture of the given size or on its border. */
const steps = (w: number, h: number, most: number) =>
  fc
    .record({
      start: fc.tuple(inside(w), inside(h)),
      end: fc.tuple(inside(w), inside(h)),
      count: fc.integer({ min: 1, max: most }),
      way: fc.constantFrom('straight', 'in one row', 'any'),
    })
    .map(({ start, end, count: requested, way }) => {
      if (way === 'straight') {
        const available = Math.ceil(((w << 16) - start[0]) / 65_536);
        return { u: start[0], v: start[1], du: 65_536, dv: 0, count: Math.min(requested, available) };
      }
      const step = (axis: 0 | 1) => Math.trunc((end[axis] - start[axis]) / requested);
      return { u: start[0], v: start[1], du: step(0), dv: way === 'any' ? step(1) : 0, count: requested };
    });
const inside = (side: number) => fc.integer({ min: -65_536, max: (side << 16) - 1 });

const planes = fc.tuple(planeStride, stride, width, height);
const evenPlanes = fc.tuple(evenStride, stride, half(widest), half(highest));
const rectangle = fc.tuple(stride, stride, width, height);

/** Random calls of every kernel. */
export const kernelCases: { readonly [Name in KernelName]: fc.Arbitrary<KernelCase<Name>> } = {
  weigh: count.map((n) => [A, n]),
  fromRgba: fc.tuple(count, fc.boolean()).map(([n, inPlace]) => [A, inPlace ? A : B, n]),
  fromYuv420: evenPlanes.map(([from, to, w, h]) => [A, B, C, from, D, to, w, h]),
  fromYuv444: planes.map(([from, to, w, h]) => [A, B, C, from, D, to, w, h]),
  fromYuva444: planes.map(([from, to, w, h]) => [A, B, C, TABLES, from, D, to, w, h]),
  fromWeighted: planes.map(([from, to, w, h]) => [A, B, C, TABLES, from, D, to, w, h]),
  unweigh: fc.tuple(width, height).map(([w, h]) => [A, B, C, D, w, h]),
  sample: fc
    .tuple(width, height)
    .chain(([w, h]) => steps(w, h, 60).map((step) => ({ w, ...step })))
    .map(({ w, u, v, du, dv, count: n }) => [A + 4 * (w + 3), 4 * (w + 2), u, v, du, dv, B, n]),
  sampleSolid: fc
    .tuple(color, width, height)
    .chain(([c, w, h]) => steps(w, h, 60).map((step) => ({ c, w, h, ...step })))
    .map(({ c, w, h, u, v, du, dv, count: n }) => [c, w, h, u, v, du, dv, B, n]),
  fade: fc.tuple(weight, count).map(([opacity, n]) => [A, opacity, n]),
  over: rectangle.map(([from, to, w, h]) => [A, from, B, to, w, h]),
  over444: planes.map(([to, from, w, h]) => [D, from, A, B, C, to, w, h]),
  overWeighted: planes.map(([to, from, w, h]) => [D, from, A, B, C, TABLES, to, w, h]),
  over420: evenPlanes.map(([to, from, w, h]) => [D, from, A, B, C, to, w, h]),
  mix: fc.tuple(weight, count, fc.constantFrom(A, B, C)).map(([k, n, to]) => [A, B, k, to, n]),
  mixValue: fc.tuple(byte, weight, count, fc.constantFrom(A, C)).map(([v, k, n, to]) => [A, v, k, to, n]),
  wipe: fc
    .tuple(width, height, fc.integer({ min: -500, max: 1000 }), cosine, cosine, fc.integer({ min: 4, max: 10 }))
    .map(([w, h, k, across, down, shift]) => [A, B, k << shift, across, down, shift, C, w, h]),
  wipeBy: fc
    .tuple(count, fc.integer({ min: -500, max: 1000 }), fc.nat(10_000), fc.integer({ min: 4, max: 14 }))
    .map(([n, k, slope, shift]) => [A, B, TABLES, k << shift, slope, shift, C, n]),
  halve: fc.tuple(half(widest), height, stride).map(([w, h, to]) => [A, 8 * w + 8, B, to, w, h]),
  blend: count.map((n) => [A, B, TABLES, n]),
  matrix: count.map((n) => [A, TABLES, n]),
  lookUp: count.map((n) => [A, TABLES, n]),
  turnColors: fc.tuple(cosine, cosine, count).map(([cos, sin, n]) => [A, cos, sin, n]),
  tint: fc.tuple(color, count).map(([c, n]) => [A, B, c, n]),
  blurAcross: fc
    .tuple(rectangle, fc.integer({ min: 1, max: 15 }))
    .map(([[from, to, w, h], radius]) => [A, from, B, to, w, h, radius]),
  blurDown: fc
    .tuple(rectangle, fc.integer({ min: 1, max: 15 }))
    .map(([[from, to, w, h], radius]) => [A, from, B, to, w, h, radius]),
  silhouette: fc.tuple(color, count, fc.boolean()).map(([c, n, inPlace]) => [A, inPlace ? A : B, c, n]),
  mask: fc.tuple(fc.nat(4), fc.nat(1), count).map(([channel, invert, n]) => [A, B, channel, invert, n]),
  luminances: count.map((n) => [A, TABLES, B, n]),
  screen: fc.tuple(fc.nat(4 * 65_536), count).map(([intensity, n]) => [A, B, intensity, n]),
  sharpen: fc.tuple(fc.nat(5 * 65_536), count).map(([amount, n]) => [A, B, amount, n]),
  key: fc
    .tuple(cosine, cosine, fc.integer({ min: -16_384, max: 16_384 }), fc.integer({ min: -16_384, max: 16_384 }), count)
    .map(([x, y, takenX, takenY, n]) => [A, TABLES, x, y, takenX, takenY, n]),
  noise: fc
    .tuple(color, fc.integer({ min: 4096, max: 65_536 }), color, fc.nat(65_536), fc.nat(1), count)
    .map(([u, du, row, amount, colored, n]) => [A, u >> 4, du, row, amount, colored, n]),
  cube: fc.tuple(fc.integer({ min: 2, max: 6 }), weight, count).map(([size, k, n]) => [A, C, TABLES, size, k, n]),
  mirror: fc.tuple(rectangle, fc.nat(1)).map(([[from, to, w, h], axis]) => [A, from, B, to, w, h, axis]),
};

/** Random bytes. Every third byte is 0 or 255, because some pixels must be empty or opaque. */
const pool = new Uint8Array(2 * CASE_MEMORY);
for (let at = 0, state = 1; at < pool.length; at++) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  const kind = (state >>> 8) % 6;
  pool[at] = kind === 0 ? 0 : kind === 1 ? 255 : state >>> 16;
}

/** Fills the memory with part of a block of random bytes before a kernel call. */
export const memoryContents = fc.nat(CASE_MEMORY).map((from) => pool.subarray(from, from + CASE_MEMORY));
