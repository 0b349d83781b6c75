import { invariant, required } from '../../lib/assert.ts';
import type { Address, Kernels } from './kernels.ts';

/** The part of `WebAssembly.Memory` that the allocator uses. Growing the memory replaces its buffer. */
export interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  /** Grows by pages of 64 KiB. Throws if no more pages are available. */
  readonly grow: (pages: number) => number;
}

/** The memory of one job, from which pictures, frames, and tables are allocated. */
export interface KernelMemory {
  readonly backing: GrowingMemory;
  /** Returns the whole memory. Do not store the array: {@link take} can replace it. */
  readonly bytes: () => Uint8Array;
  /** Allocates bytes at a multiple of 16. Their content is undefined. */
  readonly take: (length: number) => Address;
  readonly giveBack: (at: Address) => void;
}

const PAGE = 65_536;
const ALIGNMENT = 16;
/** The number of bytes that a kernel may read beyond its input. Their values are ignored. */
const SLACK = 16;
/** The first allocated address. Address 0 is never allocated. */
const FIRST = 1024;

/**
 * Creates an allocator. Each allocation uses the first gap that is large enough. Freed memory is merged with adjacent
 * gaps.
 */
export function createKernelMemory(backing: GrowingMemory): KernelMemory {
  let bytes = new Uint8Array(backing.buffer);
  /** The gaps, ordered by address. */
  const gaps: { at: Address; length: number }[] = [];
  const taken = new Map<Address, number>();
  let end = FIRST;

  const ensure = (length: number) => {
    const missing = length - backing.buffer.byteLength;
    if (missing > 0) backing.grow(Math.ceil(missing / PAGE));
    if (bytes.buffer !== backing.buffer) bytes = new Uint8Array(backing.buffer);
  };

  return {
    backing,
    bytes: () => bytes,
    take(requested) {
      invariant(requested >= 0 && Number.isSafeInteger(requested), 'memory is taken by whole bytes');
      const length = Math.ceil((requested + SLACK) / ALIGNMENT) * ALIGNMENT;
      const index = gaps.findIndex((gap) => gap.length >= length);
      if (index < 0) {
        const at = end;
        ensure(at + length);
        end += length;
        taken.set(at, length);
        return at;
      }
      const gap = required(gaps[index], 'the gap was found');
      const { at } = gap;
      taken.set(at, length);
      gap.at += length;
      gap.length -= length;
      if (gap.length === 0) gaps.splice(index, 1);
      return at;
    },
    giveBack(at) {
      const length = taken.get(at);
      invariant(length !== undefined, 'what is given back was taken');
      taken.delete(at);
      const index = gaps.findIndex((gap) => gap.at > at);
      gaps.splice(index < 0 ? gaps.length : index, 0, { at, length });
      for (let position = gaps.length - 1; position > 0; position--) {
        const [before, after] = [required(gaps[position - 1], 'within'), required(gaps[position], 'within')];
        if (before.at + before.length !== after.at) continue;
        before.length += after.length;
        gaps.splice(position, 1);
      }
      const last = gaps.at(-1);
      if (last === undefined || last.at + last.length !== end) return;
      end = last.at;
      gaps.pop();
    },
  };
}

/**
 * The used part of the `WebAssembly` global. Browsers, Node, and workers provide it, but the types of this layer lack
 * it.
 */
declare const WebAssembly: {
  readonly instantiate: (
    bytes: Uint8Array,
    imports: { readonly env: { readonly memory: unknown } },
  ) => Promise<{ readonly instance: { readonly exports: object } }>;
};

/**
 * Loads the kernels of `out/kernels/kernels.wasm` with a job's memory. Throws if the bytes are not a WebAssembly
 * module.
 */
export async function loadKernels(bytes: Uint8Array, memory: KernelMemory): Promise<Kernels> {
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory: memory.backing } });
  return instance.exports as Kernels;
}
