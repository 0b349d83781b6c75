import type { KernelName, Kernels } from '../../kernels/kernels.ts';
import type { KernelMemory } from '../../kernels/memory.ts';
import { blurAcross, blurDown } from './blurring.ts';
import { blend, lookUp, mask, matrix, silhouette, tint, turnColors } from './coloring.ts';
import { fromRgba, fromWeighted, fromYuv420, fromYuv444, fromYuva444, unweigh, weigh } from './converting.ts';
import { cube } from './cubes.ts';
import type { Reference } from './fixed-point.ts';
import { fade, over, over420, over444, overWeighted } from './laying.ts';
import { key, luminances, noise, screen, sharpen } from './lighting.ts';
import { mix, mixValue, wipe, wipeBy } from './mixing.ts';
import { halve, mirror, sample, sampleSolid } from './sampling.ts';

/** The kernels in TypeScript. A missing kernel is a compilation error. */
const references: { readonly [Name in KernelName]: Reference<Name> } = {
  weigh,
  fromRgba,
  fromYuv420,
  fromYuv444,
  fromYuva444,
  fromWeighted,
  unweigh,
  sample,
  sampleSolid,
  fade,
  over,
  over444,
  over420,
  overWeighted,
  mix,
  mixValue,
  wipe,
  wipeBy,
  halve,
  blend,
  matrix,
  lookUp,
  turnColors,
  tint,
  blurAcross,
  blurDown,
  silhouette,
  mask,
  luminances,
  screen,
  sharpen,
  key,
  noise,
  cube,
  mirror,
};

/** Returns the kernels in TypeScript. They are slower than the WebAssembly kernels and define their exact bytes. */
export function referenceKernels(memory: KernelMemory): Kernels {
  const bound = Object.entries(references).map(([name, reference]) => [
    name,
    (...rest: number[]) => (reference as (bytes: Uint8Array, ...rest: number[]) => void)(memory.bytes(), ...rest),
  ]);
  return Object.fromEntries(bound) as Kernels;
}
