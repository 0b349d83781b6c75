import { createHash } from 'node:crypto';
import type { Demuxer } from '../../sources/containers/demuxer.ts';
import type { ClockStream } from '../../sources/facts/media-input.ts';
import { type FilterGraph, printChains } from '../graph/filter-graph.ts';
import type { VignetteStill } from './still.ts';

/**
 * One piece of work for FFmpeg, described without a path, a machine or a thread count: the picture or the sound of one
 * scene. Everything its bytes depend on stands in it, so its digest is its name in the cache.
 */
export interface Part extends FilterGraph<PartInput> {
  readonly kind: 'picture' | 'sound';
  /** How what leaves the graph is encoded. */
  readonly encoding: readonly string[];
  /** Frames of a picture, samples of a sound. */
  readonly length: number;
  /** Options that open the device that encodes it; there are none where the processor does. */
  readonly device?: readonly string[];
}

/** A part and the name under which it is kept: {@link partKey}. */
export interface KeyedPart {
  readonly key: string;
  readonly part: Part;
}

export type PartInput =
  | {
      readonly kind: 'source';
      /** Digest of the source's bytes. */
      readonly sha256: string;
      readonly demuxer: Demuxer;
      /** Where it is read from and by what it is decoded. */
      readonly options: readonly string[];
      readonly clock: ClockStream | null;
      /** Whether scenes with other in-points are read from the same point. */
      readonly isCommon: boolean;
    }
  | { readonly kind: 'still'; readonly still: VignetteStill };

/** Equal for inputs that can be opened once for all who read them. */
export function openedAs(input: PartInput): string {
  return JSON.stringify({ ...input, isCommon: undefined });
}

/** To be raised when a part's bytes change by something that the part does not say, such as how a still is drawn. */
export const ENGINE_VERSION = 3;

/** Lower-case hex name of a part: equal for equal bytes, made by the same FFmpeg. */
export function partKey({ kind, inputs, chains, encoding, length, device }: Part, toolsVersion: string): string {
  const named = { kind, inputs, graph: printChains(chains), encoding, length, device };
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, toolsVersion, named]))
    .digest('hex');
}
