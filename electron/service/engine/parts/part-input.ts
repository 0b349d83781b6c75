import type { Demuxer } from '../../sources/containers/demuxer.ts';
import type { ClockStream } from '../../sources/facts/media-input.ts';
import type { GeneratedImage } from './still.ts';

/** An input of a graph. */
export type PartInput =
  | {
      readonly kind: 'source';
      /** The digest of the source's bytes. */
      readonly sha256: string;
      readonly demuxer: Demuxer;
      /** The seek position and the decoder. */
      readonly options: readonly string[];
      readonly clock: ClockStream | null;
      /** Whether scenes with other in-points share this seek position. */
      readonly isCommon: boolean;
      /**
       * The time in seconds of the source that determines the picture of a single frame: the last picture that starts
       * before it is displayed. Absent for all other parts.
       */
      readonly lastBefore?: number;
    }
  | { readonly kind: 'still'; readonly still: GeneratedImage };

/** Returns the key of the lowest source of a picture, with its seek point; null without a source. */
export function lowestSource(inputs: readonly PartInput[]): string | null {
  const source = inputs.find(({ kind }) => kind === 'source');
  return source === undefined ? null : inputKey(source);
}

/** Returns the key of an input. A process opens inputs with equal keys only once. */
export function inputKey(input: PartInput): string {
  return JSON.stringify({ ...input, isCommon: undefined, lastBefore: undefined });
}
