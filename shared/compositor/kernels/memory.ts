import { invariant, required } from '../../lib/assert.ts';
import type { Address, Kernels } from './kernels.ts';

/** What `WebAssembly.Memory` is, as far as it is needed: a buffer that is another one after it has grown. */
export interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  /** By so many pages of 64 KiB. Throws where there are no more. */
  readonly grow: (pages: number) => number;
}

/** The memory of one job: pictures, frames and tables lie in it, each for as long as it is needed. */
export interface KernelMemory {
  readonly backing: GrowingMemory;
  /** All of it. It is another array after {@link take}, so nobody keeps it. */
  readonly bytes: () => Uint8Array;
  /** So many bytes, at a multiple of 16; what they hold is not said. */
  readonly take: (length: number) => Address;
  readonly giveBack: (at: Address) => void;
}

const PAGE = 65_536;
const ALIGNMENT = 16;
/** The kernels read up to so many bytes beyond what they were given, and do nothing with them. */
const SLACK = 16;
/** No address that is taken is 0. */
const FIRST = 1024;

/** Takes the first gap that is large enough; what is given back joins the gaps beside it. */
export function createKernelMemory(backing: GrowingMemory): KernelMemory {
  let bytes = new Uint8Array(backing.buffer);
  /** In order of their addresses. */
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
      for (let each = gaps.length - 1; each > 0; each--) {
        const [before, after] = [required(gaps[each - 1], 'within'), required(gaps[each], 'within')];
        if (before.at + before.length !== after.at) continue;
        before.length += after.length;
        gaps.splice(each, 1);
      }
      const last = gaps.at(-1);
      if (last === undefined || last.at + last.length !== end) return;
      end = last.at;
      gaps.pop();
    },
  };
}

/** What of WebAssembly is needed. It is there wherever this runs, and only computes. */
declare const WebAssembly: {
  readonly instantiate: (
    bytes: Uint8Array,
    imports: { readonly env: { readonly memory: unknown } },
  ) => Promise<{ readonly instance: { readonly exports: object } }>;
};

/** The kernels of `out/kernels/kernels.wasm`, on a job's memory. Throws where they are no WebAssembly. */
export async function loadKernels(bytes: Uint8Array, memory: KernelMemory): Promise<Kernels> {
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory: memory.backing } });
  return instance.exports as Kernels;
}
