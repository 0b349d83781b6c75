import { createHash } from 'node:crypto';
import { frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import type { Decoder } from '../parts/composed-part.ts';
import { printChains } from '../parts/filter-graph.ts';

/**
 * A cache of decoded frames for parts that display the same frames, such as films of a batch that differ only in a
 * title. The second part that decodes a video records its frames. Later parts read the recording instead of decoding.
 */
export interface CachedFrames {
  /** Returns all frames of a decoder in one array; null if they are not cached. */
  find(decoder: Decoder): Uint8Array | null;
  /**
   * Starts recording the frames of a decoder. Returns null on the first request, if the frames do not fit, or while
   * another part records the same frames.
   */
  record(decoder: Decoder): FrameRecord | null;
}

/** A recording of a decoder's output. */
export interface FrameRecord {
  /** Copies a chunk of the output. */
  add(chunk: Uint8Array): void;
  /**
   * Caches the frames. Call this only when the frames and their source have been checked. A recording of too few bytes
   * is dropped.
   */
  keep(): void;
  /** Drops the recording. Does nothing after {@link keep}. */
  giveUp(): void;
}

/** The decoded-frame cache for the decoders of one part. Disposal drops recordings that were not cached. */
export interface PartFrames extends Disposable {
  readonly find: CachedFrames['find'];
  /**
   * Returns a callback that records each chunk of the decoder's output; null if the frames should not be recorded.
   * Further calls with the same decoder return the same result.
   */
  takeDown(decoder: Decoder): FrameRecord['add'] | null;
  /** Caches the recordings. Call this when the part has been checked and its sources are unchanged. */
  keep(): void;
}

export function partFrames({ find, record }: CachedFrames): PartFrames {
  const records = new Map<Decoder, FrameRecord | null>();
  return {
    find,
    takeDown: (decoder) => {
      if (!records.has(decoder)) records.set(decoder, record(decoder));
      return records.get(decoder)?.add ?? null;
    },
    keep: () => {
      for (const recording of records.values()) recording?.keep();
    },
    [Symbol.dispose]: () => {
      for (const recording of records.values()) recording?.giveUp();
    },
  };
}

export interface CachedFramesLimits {
  /** The maximum bytes of all cached and recorded frames. */
  readonly bytes: number;
  /** The time after which unused frames are dropped. */
  readonly idleMilliseconds: number;
}

/** The maximum number of decoders whose first request is remembered. */
const MAX_REMEMBERED = 256;

export function createCachedFrames(
  limits: CachedFramesLimits,
  /** Reserves this many bytes until the result is disposed of. */
  count: (bytes: number) => Disposable,
): CachedFrames {
  const requestedOnce = new Set<string>();
  const recorded = new Set<string>();
  const cached = new Map<string, CachedFrame>();
  /** The bytes of cached frames and of recordings. */
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
  const keep = (name: string, bytes: Uint8Array, reservation: Disposable): void => {
    const drop = () => {
      cached.delete(name);
      reservation[Symbol.dispose]();
    };
    cached.set(name, { bytes, timer: setTimeout(drop, limits.idleMilliseconds).unref() });
  };
  return {
    find: (decoder) => {
      const entry = cached.get(decoderName(decoder));
      entry?.timer.refresh();
      return entry?.bytes ?? null;
    },
    record: (decoder) => {
      const size = decoder.length * frameBytes(decoder.picture);
      const name = decoderName(decoder);
      if (size > limits.bytes || recorded.has(name) || cached.has(name)) return null;
      if (!requestedOnce.has(name)) {
        for (const oldest of requestedOnce) if (requestedOnce.size >= MAX_REMEMBERED) requestedOnce.delete(oldest);
        requestedOnce.add(name);
        return null;
      }
      // Do not evict cached frames for new ones. If films need more than the available memory, eviction would remove
      // each set of frames before its next use.
      if (taken + size > limits.bytes) return null;
      recorded.add(name);
      const reservation = take(size);
      // Use shared memory, because an ordinary buffer could be transferred to another thread and would then be detached
      // here.
      let bytes: Uint8Array | null = new Uint8Array(new SharedArrayBuffer(size));
      let filled = 0;
      const end = (): void => {
        bytes = null;
        recorded.delete(name);
      };
      const giveUp = (): void => {
        if (bytes === null) return;
        end();
        reservation[Symbol.dispose]();
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
          keep(name, bytes, reservation);
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

/** Returns a name that is equal for decoders with equal output. */
export function decoderName({ chains, inputs, picture, length, again }: Decoder): string {
  const turns = again?.map((turn) => ({ times: turn.times, inputs: turn.inputs, graph: printChains(turn.chains) }));
  return createHash('sha256')
    .update(JSON.stringify({ inputs, graph: printChains(chains), picture, length, turns }))
    .digest('hex');
}

/**
 * The maximum memory of cached frames in bytes: about two seconds of 1080p, or five of 720p. `MAX_SHARE` lowers it on
 * machines with little memory.
 */
const MAX_BYTES = 192 * 2 ** 20;
const MAX_SHARE = 1 / 32;
const IDLE_MILLISECONDS = 20_000;

let ofProcess: CachedFrames | null = null;

/** The memory limit of one process, and a function that reserves memory. */
interface Memory {
  readonly mostOfOne: number;
  count(bytes: number): Disposable;
}

/**
 * Returns the cache that all renders of this process share. The cache reserves its memory through the `memory` of the
 * first call.
 */
export function cachedFrames(memory: Memory): CachedFrames {
  const bytes = Math.min(MAX_BYTES, Math.floor(memory.mostOfOne * MAX_SHARE));
  ofProcess ??= createCachedFrames({ bytes, idleMilliseconds: IDLE_MILLISECONDS }, memory.count);
  return ofProcess;
}
