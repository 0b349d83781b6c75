import { frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { required } from '#shared/lib/assert.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { Decoder } from '../parts/composed-part.ts';
import { machineMemory } from '../plan/memory-queue.ts';
import { decoderName, type PartFrames } from './cached-frames.ts';

/**
 * A cache of decoded single frames, by the digests of their sources and the graph. A frame of a film whose text was
 * edited then needs no decoder. The least recently used frames are dropped.
 */
export interface StillFrames {
  /** Returns the bytes of a frame; null if it is not cached. The bytes must not be changed. */
  find(name: string): Uint8Array | null;
  /** Copies the bytes of a frame into the cache. A frame above the limit is not cached. */
  add(name: string, bytes: Uint8Array): void;
}

interface StillFrameLimits {
  /** The maximum bytes of all frames. */
  readonly bytes: number;
  /** The time after which unused frames are dropped. */
  readonly idleMilliseconds: number;
}

/** @param count Reserves this many bytes until the result is disposed of. */
export function createStillFrames(limits: StillFrameLimits, count: (bytes: number) => Disposable): StillFrames {
  const cached = new Map<string, { readonly bytes: Uint8Array; readonly reservation: Disposable }>();
  let taken = 0;
  let timer: NodeJS.Timeout | null = null;
  const drop = (name: string): void => {
    const entry = required(cached.get(name), 'a cached frame');
    cached.delete(name);
    taken -= entry.bytes.length;
    entry.reservation[Symbol.dispose]();
  };
  const use = (): void => {
    timer ??= setTimeout(() => {
      for (const name of [...cached.keys()]) drop(name);
      timer = null;
    }, limits.idleMilliseconds).unref();
    timer.refresh();
  };
  return {
    find: (name) => {
      const entry = cached.get(name);
      if (entry === undefined) return null;
      use();
      cached.delete(name);
      cached.set(name, entry);
      return entry.bytes;
    },
    add: (name, bytes) => {
      if (bytes.length > limits.bytes || cached.has(name)) return;
      for (const oldest of cached.keys()) {
        if (taken + bytes.length <= limits.bytes) break;
        drop(oldest);
      }
      // Use shared memory, because an ordinary buffer could be transferred to another thread.
      const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
      copy.set(bytes);
      taken += bytes.length;
      cached.set(name, { bytes: copy, reservation: count(bytes.length) });
      use();
    },
  };
}

/** The bytes of 46 frames of 720p, or of 740 cells of a contact sheet. */
const MAX_BYTES = 64 * 2 ** 20;
const MAX_SHARE = 1 / 64;
const IDLE_MILLISECONDS = 60_000;
let ofProcess: StillFrames | null = null;

/** Returns the cache that all requests of this process share. */
export function stillFrames(): StillFrames {
  const { mostOfOne, count } = machineMemory();
  const bytes = Math.min(MAX_BYTES, Math.floor(mostOfOne * MAX_SHARE));
  ofProcess ??= createStillFrames({ bytes, idleMilliseconds: IDLE_MILLISECONDS }, count);
  return ofProcess;
}

/** Returns the name of a decoded frame. Versions of FFmpeg can decode and scale differently. */
export function stillName(decoder: Decoder, { version }: Pick<MediaTools, 'version'>): string {
  return `${version} ${decoderName(decoder)}`;
}

/** Returns the cache for the decoders of one frame. */
export function framesOfStill(tools: Pick<MediaTools, 'version'>, cache = stillFrames()): PartFrames {
  const records: { readonly name: string; readonly bytes: number; readonly chunks: Uint8Array[] }[] = [];
  return {
    find: (decoder) => cache.find(stillName(decoder, tools)),
    takeDown: (decoder) => {
      if (decoder.length !== 1) return null;
      const chunks: Uint8Array[] = [];
      records.push({ name: stillName(decoder, tools), bytes: frameBytes(decoder.picture), chunks });
      // A slice of a Node buffer would share its memory, which the reader frees.
      return (chunk) => void chunks.push(new Uint8Array(chunk));
    },
    keep: () => {
      for (const { name, bytes, chunks } of records) {
        const whole = Buffer.concat(chunks);
        if (whole.length === bytes) cache.add(name, whole);
      }
    },
    [Symbol.dispose]: () => {
      records.length = 0;
    },
  };
}
