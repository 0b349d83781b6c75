import type { NodeId } from '#shared/template/document/document.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { PictureRequest } from '../decode/picture-reader.ts';
import type { ReadySource, Source } from '../decode/source.ts';
import type { Composition } from '../picture/composition.ts';

/** The displayable content of a frame. */
export interface FrameView {
  /** The content of a frame that can be displayed now. */
  readonly composition: Composition | null;
  /** Whether the content equals the rendered frame. Otherwise it contains pictures near in time, or posters. */
  readonly exact: boolean;
  /** The issues of the layers in the frame. */
  readonly issues: readonly LayerIssue[];
  /** Whether only the engine can show the complete frame, because the page cannot decode or composite a part of it. */
  readonly byEngine: boolean;
}

/** Why a part of a frame is wrong or missing: a layer, or the effect or transition that uses the source. */
export type LayerIssue = { readonly layer: { readonly id: NodeId; readonly source: MediaSource } } & (
  | { readonly kind: 'opening' }
  /** The progress from 0 to 1. */
  | { readonly kind: 'proxy'; readonly progress: number }
  | { readonly kind: 'missing' | 'failed'; readonly message: string }
);

/** The frames that will be needed after the current one. */
export interface Prospect {
  /** The number of frames ahead in the direction of playback. */
  readonly ahead: number;
  readonly backwards: boolean;
}

/** A decoding request for one layer. */
export interface LayerRequest {
  readonly key: string;
  readonly source: Source;
  readonly ready: ReadySource;
  readonly request: PictureRequest;
}
