import { createHash } from 'node:crypto';
import { type ComposedPart, namedComposed } from './composed-part.ts';
import { type FilterGraph, printChains } from './filter-graph.ts';
import type { PartInput } from './part-input.ts';

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

/** One piece of work, by whomever it is made. */
export type AnyPart = Part | ComposedPart;

/** A part and the name under which it is kept: {@link partKey}. */
export interface KeyedPart<Kind extends AnyPart = AnyPart> {
  readonly key: string;
  readonly part: Kind;
}

/** Whether it is something that is seen. */
export function isPicture({ kind }: AnyPart): boolean {
  return kind !== 'sound';
}

/** To be raised when a part's bytes change by something that the part does not say, such as how a still is drawn. */
export const ENGINE_VERSION = 3;

/** Lower-case hex name of a part: equal for equal bytes, made by the same FFmpeg. */
export function partKey(part: AnyPart, toolsVersion: string): string {
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, toolsVersion, named(part)]))
    .digest('hex');
}

function named(part: AnyPart): object {
  if (part.kind === 'composed') return namedComposed(part);
  const { kind, inputs, chains, encoding, length, device } = part;
  return { kind, inputs, graph: printChains(chains), encoding, length, device };
}
