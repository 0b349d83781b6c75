import type { NodeId } from '#shared/template/document/document.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { PictureRequest } from '../decode/picture-reader.ts';
import type { ReadySource, Source } from '../decode/source.ts';
import type { Composition } from '../picture/composition.ts';

/** A frame of the film as far as it can be shown now. */
export interface FrameView {
  /** Null while a layer has nothing to show yet. */
  readonly composition: Composition | null;
  /** Whether it is the very frame that the engine would render; else pictures near it in time, or posters. */
  readonly exact: boolean;
  /** What is in the way, if something is. */
  readonly issues: readonly LayerIssue[];
  /** Whether only the engine can show all of it: something in it cannot be decoded or composed in this page. */
  readonly byEngine: boolean;
}

/** Why something of a frame does not show what it should: a layer, or the effect or transition that names the source. */
export type LayerIssue = { readonly layer: { readonly id: NodeId; readonly source: MediaSource } } & (
  | { readonly kind: 'opening' }
  /** From 0 to 1. */
  | { readonly kind: 'proxy'; readonly progress: number }
  | { readonly kind: 'missing' | 'failed'; readonly message: string }
);

/** Which frames will be wanted. */
export interface Prospect {
  /** Frames of the film ahead, in the direction of playing. */
  readonly ahead: number;
  readonly backwards: boolean;
}

/** What one layer's reader is to do. */
export interface LayerRequest {
  readonly key: string;
  readonly source: Source;
  readonly ready: ReadySource;
  readonly request: PictureRequest;
}
