import { createHash } from 'node:crypto';
import { frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import type { Decoder } from '../parts/composed-part.ts';
import { printChains } from '../parts/filter-graph.ts';

/**
 * Decoded frames that one part after another shows, as those of a batch do whose films differ in a title: the second part
 * that decodes them records them, and those behind it decode nothing.
 */
export interface CachedFrames {
  /** All frames of a decoder, one after another; null where they are not kept. */
  find(decoder: Decoder): Uint8Array | null;
  /**
   * Takes down what a decoder writes. Null where that pays for nobody: the first time that it is asked for, where there is
   * no room for its frames, and while another part records the same.
   */
  record(decoder: Decoder): FrameRecord | null;
}

/** What a decoder has written so far. */
export interface FrameRecord {
  /** Copies a piece of what the decoder writes. */
  add(chunk: Uint8Array): void;
  /** Keeps the frames, now that they and their source are known to be right. One of too few bytes is given up. */
  keep(): void;
  /** Nobody is to have them. After {@link keep} it does nothing. */
  giveUp(): void;
}

/** Kept frames as the decoders of one part use them. What it takes down is given up at its end unless it is kept. */
export interface PartFrames extends Disposable {
  readonly find: CachedFrames['find'];
  /** What is to be given each piece that the decoder writes; null where it is not wanted. */
  takeDown(decoder: Decoder): FrameRecord['add'] | null;
  /** The part is right, and its sources are seen to be unchanged. */
  keep(): void;
}

export function partFrames({ find, record }: CachedFrames): PartFrames {
  const records: FrameRecord[] = [];
  return {
    find,
    takeDown: (decoder) => {
      const begun = record(decoder);
      if (begun === null) return null;
      records.push(begun);
      return begun.add;
    },
    keep: () => {
      for (const each of records) each.keep();
    },
    [Symbol.dispose]: () => {
      for (const each of records) each.giveUp();
    },
  };
}

export interface CachedFramesLimits {
  /** Bytes of all frames that are kept or taken down. */
  readonly bytes: number;
  /** How long frames are kept that nobody asks for. */
  readonly idleMilliseconds: number;
}

/** How many decoders are remembered that were asked for once. */
const REMEMBERED = 256;

export function createCachedFrames(
  limits: CachedFramesLimits,
  /** Says how much memory is taken, until it is disposed. */
  count: (bytes: number) => Disposable,
): CachedFrames {
  const seen = new Set<string>();
  const recorded = new Set<string>();
  const kept = new Map<string, CachedFrame>();
  /** Of those that are kept, and of those that are taken down. */
  let taken = 0;

  const take = (bytes: number): Disposable => {
    const counted = count(bytes);
    taken += bytes;
    return {
      [Symbol.dispose]: () => {
        taken -= bytes;
        counted[Symbol.dispose]();
      },
    };
  };
  const keep = (name: string, bytes: Uint8Array, room: Disposable): void => {
    const drop = () => {
      kept.delete(name);
      room[Symbol.dispose]();
    };
    kept.set(name, { bytes, timer: setTimeout(drop, limits.idleMilliseconds).unref() });
  };
  return {
    find: (decoder) => {
      const entry = kept.get(nameOf(decoder));
      entry?.timer.refresh();
      return entry?.bytes ?? null;
    },
    record: (decoder) => {
      const size = decoder.length * frameBytes(decoder.picture);
      const name = nameOf(decoder);
      if (size > limits.bytes || recorded.has(name) || kept.has(name)) return null;
      if (!seen.has(name)) {
        for (const oldest of seen) if (seen.size >= REMEMBERED) seen.delete(oldest);
        seen.add(name);
        return null;
      }
      // Those that are there stay: where films need more than there is room for, one after another, whatever made room for
      // the next one would be gone before it is wanted again.
      if (taken + size > limits.bytes) return null;
      recorded.add(name);
      const room = take(size);
      // Memory that is shared can be taken by no one who takes a chunk's memory for his own.
      let bytes: Uint8Array | null = new Uint8Array(new SharedArrayBuffer(size));
      let filled = 0;
      const end = (): void => {
        bytes = null;
        recorded.delete(name);
      };
      const giveUp = (): void => {
        if (bytes === null) return;
        end();
        room[Symbol.dispose]();
      };
      return {
        add: (chunk) => {
          if (bytes === null) return;
          if (filled + chunk.length > size) return giveUp();
          bytes.set(chunk, filled);
          filled += chunk.length;
        },
        keep: () => {
          if (bytes === null) return;
          if (filled !== size) return giveUp();
          keep(name, bytes, room);
          end();
        },
        giveUp,
      };
    },
  };
}

interface CachedFrame {
  readonly bytes: Uint8Array;
  readonly timer: NodeJS.Timeout;
}

/** Equal for decoders that write the same. */
function nameOf({ chains, inputs, picture, length, again }: Decoder): string {
  const turns = again?.map((turn) => ({ times: turn.times, inputs: turn.inputs, graph: printChains(turn.chains) }));
  return createHash('sha256')
    .update(JSON.stringify({ inputs, graph: printChains(chains), picture, length, turns }))
    .digest('hex');
}

/** Two seconds of 1080p, or five of 720p; less where there is little memory. */
const MOST_BYTES = 192 * 2 ** 20;
const MOST_SHARE = 1 / 32;
const IDLE_MILLISECONDS = 20_000;

let ofProcess: CachedFrames | null = null;

/** The memory of this machine: how much one process may take, and who counts what is taken. */
interface Memory {
  readonly mostOfOne: number;
  count(bytes: number): Disposable;
}

/** Those of all films that this process makes, counted in the memory that was given first. */
export function cachedFrames(memory: Memory): CachedFrames {
  const bytes = Math.min(MOST_BYTES, Math.floor(memory.mostOfOne * MOST_SHARE));
  ofProcess ??= createCachedFrames({ bytes, idleMilliseconds: IDLE_MILLISECONDS }, memory.count);
  return ofProcess;
}
