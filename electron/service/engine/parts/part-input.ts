import type { Demuxer } from '../../sources/containers/demuxer.ts';
import type { ClockStream } from '../../sources/facts/media-input.ts';
import type { GeneratedImage } from './still.ts';

/** What a graph takes pictures or sound from. */
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
  | { readonly kind: 'still'; readonly still: GeneratedImage };

/** Equal for inputs that can be opened once for all who read them. */
export function openedAs(input: PartInput): string {
  return JSON.stringify({ ...input, isCommon: undefined });
}
