import { required } from '../../lib/assert.ts';
import type { Cube } from '../cube/read-cube.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import { createPictures, type Pictures } from './pictures.ts';

/** So many rows are made at a time, so that they are still at hand when they are laid over the frame. */
export const BAND_ROWS = 16;

/** What drawing needs beside its arguments: kernels, and memory that is taken once and used for every frame. */
export interface DrawingRoom {
  readonly kernels: Kernels;
  readonly memory: KernelMemory;
  readonly pictures: Pictures;
  /** Two areas, each for a band of pixels of that width. */
  readonly bands: (width: number) => readonly [Address, Address];
  /** One more, for what lies beneath. */
  readonly ground: (width: number) => Address;
  /** Bytes that are made once and kept under a name for as long as they are among those that were asked for last. */
  readonly kept: (name: string, make: () => Uint8Array) => Address;
  /** The table of colours that an effect names. */
  readonly cubeNamed: (name: string) => Cube;
  readonly dispose: () => void;
}

/** Tables of a few looks and blend modes, and the weights of some vignettes. */
const MOST_KEPT = 24;

export function createRoom(kernels: Kernels, memory: KernelMemory, cubeNamed: DrawingRoom['cubeNamed']): DrawingRoom {
  const kept = new Map<string, Address>();
  let bands: readonly Address[] = [];
  let widest = 0;
  const band = (width: number, index: number): Address => {
    if (width > widest) {
      for (const each of bands) memory.giveBack(each);
      bands = [0, 1, 2].map(() => memory.take(4 * width * BAND_ROWS));
      widest = width;
    }
    return required(bands[index], 'there are three bands');
  };

  return {
    kernels,
    memory,
    pictures: createPictures(kernels, memory),
    bands: (width) => [band(width, 0), band(width, 1)],
    ground: (width) => band(width, 2),
    kept(name, make) {
      const known = kept.get(name);
      kept.delete(name);
      for (const [oldest, at] of kept.size < MOST_KEPT ? [] : [...kept].slice(0, 1)) {
        kept.delete(oldest);
        memory.giveBack(at);
      }
      const at = known ?? put(memory, make());
      kept.set(name, at);
      return at;
    },
    cubeNamed,
    dispose() {
      for (const at of [...bands, ...kept.values()]) memory.giveBack(at);
      bands = [];
      widest = 0;
      kept.clear();
    },
  };
}

function put(memory: KernelMemory, bytes: Uint8Array): Address {
  const at = memory.take(bytes.length);
  memory.bytes().set(bytes, at);
  return at;
}
