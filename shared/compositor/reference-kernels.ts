import type { KernelName, Kernels } from './kernels.ts';
import type { KernelMemory } from './memory.ts';
import { blurAcross, blurDown } from './reference/blurring.ts';
import { blend, lookUp, mask, matrix, silhouette, tint, turnColors } from './reference/coloring.ts';
import { fromRgba, fromYuv420, fromYuv444, fromYuva444, weigh } from './reference/converting.ts';
import type { Reference } from './reference/integers.ts';
import { fade, over, over420, over444 } from './reference/laying.ts';
import { mix, mixValue, wipe } from './reference/mixing.ts';
import { halve, mirror, sample, sampleSolid } from './reference/sampling.ts';

/** Every kernel in TypeScript; one that is missing does not compile. */
const references: { readonly [Name in KernelName]: Reference<Name> } = {
  weigh,
  fromRgba,
  fromYuv420,
  fromYuv444,
  fromYuva444,
  sample,
  sampleSolid,
  fade,
  over,
  over444,
  over420,
  mix,
  mixValue,
  wipe,
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
  mirror,
};

/** The kernels in TypeScript: slower, and what the others have to equal. */
export function referenceKernels(memory: KernelMemory): Kernels {
  const bound = Object.entries(references).map(([name, reference]) => [
    name,
    (...rest: number[]) => (reference as (bytes: Uint8Array, ...rest: number[]) => void)(memory.bytes(), ...rest),
  ]);
  return Object.fromEntries(bound) as Kernels;
}
