import { createHash } from 'node:crypto';
import { type ComposedPart, composedPartKeyData } from './composed-part.ts';
import { type FilterGraph, type FirstPass, printChains } from './filter-graph.ts';
import type { PartInput } from './part-input.ts';

/**
 * The picture or the sound of one scene, made by FFmpeg. It contains all data that determine its bytes, so its digest
 * is its cache key. It contains no paths, thread counts, or other properties of the machine.
 */
export interface Part extends FilterGraph<PartInput> {
  readonly kind: 'picture' | 'sound';
  /** The encoder and its options. */
  readonly encoding: readonly string[];
  /** The length in frames of a picture or in samples of a sound. */
  readonly length: number;
  /** The options that open the hardware encoder; absent for encoding on the CPU. */
  readonly device?: readonly string[];
  /** The first pass; absent for an encoding in one pass. */
  readonly passes?: FirstPass;
  /**
   * The seconds of the lowest source between the seek point and the in-point; absent without a source. The inputs and
   * the graph already determine it.
   */
  readonly leadSeconds?: number;
}

/** A part that FFmpeg or the compositor makes. */
export type AnyPart = Part | ComposedPart;

/** A part with its cache key from {@link partKey}. */
export interface KeyedPart<Kind extends AnyPart = AnyPart> {
  readonly key: string;
  readonly part: Kind;
}

export function isPicture({ kind }: AnyPart): boolean {
  return kind !== 'sound';
}

/**
 * Checks whether an encoding is a first pass. Its encoder only writes statistics, and FFmpeg 7 does not count the frames.
 */
export function isFirstPass({ encoding }: Pick<AnyPart, 'encoding'>): boolean {
  const option = encoding.indexOf('-pass');
  return option >= 0 && encoding[option + 1] === '1';
}

/**
 * The version of the engine. Raise it when the bytes of parts change for a reason outside of the parts, such as a new
 * way to draw generated images.
 */
export const ENGINE_VERSION = 3;

/**
 * Returns the key of a part in lower-case hex. Parts with equal keys have equal bytes if the same FFmpeg makes them.
 */
export function partKey(part: AnyPart, toolsVersion: string): string {
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, toolsVersion, keyData(part)]))
    .digest('hex');
}

function keyData(part: AnyPart): object {
  if (part.kind === 'composed') return composedPartKeyData(part);
  const { kind, inputs, chains, encoding, length, device } = part;
  return { kind, inputs, graph: printChains(chains), encoding, length, device };
}
