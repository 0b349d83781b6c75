import type { DrawingLayout, DrawnPicture } from '../drawings/drawing/drawing.ts';
import type { Effect } from '../template/effects/effects.ts';
import type { ComposedOver, ComposedScene, ComposedTransition, DecodedFormat } from './composed-scene.ts';

/** What a thread has to know of a part to compose its frames. */
export interface ComposeTask {
  readonly scene: ComposedScene | ComposedTransition;
  /** What lies over it; null for nothing. */
  readonly over: ComposedOver | null;
  /** Room for frames that are drawn from nothing. */
  readonly canvases: readonly ArrayBufferLike[];
  /** Of each decoder: what its frames are, and room for some. */
  readonly decoded: readonly DecodedPictures[];
  /** Texts of the tables of colours that its effects name, by digest. */
  readonly tables: ReadonlyMap<string, string>;
  /** How many pixels of a frame there are for one of the film, each way, where that is less than 1. */
  readonly reduced?: number;
}

/** Frames of a decoder as they lie in memory: planes one after another, without gaps between rows. */
export interface DecodedPictures {
  readonly picture: DecodedFormat;
  /** Effects of its layer that are not in its frames yet; none unless given. */
  readonly effects?: readonly Effect[];
  readonly slots: readonly ArrayBufferLike[];
}

/** Where the pictures of one frame lie, and where it may be drawn. */
export interface FrameOrder {
  /** Counted from the part's first frame. */
  readonly number: number;
  /** The slot of each decoder; null where its layer is not there. */
  readonly decoded: readonly (number | null)[];
  /** The slot of a canvas. */
  readonly canvas: number;
}

/** In which memory a frame lies once it is composed: a canvas, or the decoded frame over which it was drawn. */
export type ComposedIn = { readonly kind: 'canvas' } | { readonly kind: 'decoded'; readonly decoder: number };

/** A drawing's pixels, and the box that they belong to. */
export interface Drawn {
  readonly layout: DrawingLayout;
  readonly picture: DrawnPicture;
}
