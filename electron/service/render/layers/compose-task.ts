import type { Drawing, DrawingLayout, DrawnPicture } from '../../../../shared/drawings/drawing/drawing.ts';
import type { ComposedOver, ComposedScene, ComposedTransition, Decoder } from '../parts/composed-part.ts';

/** What a thread has to know of a part to compose its frames. */
export interface ComposeTask {
  readonly scene: ComposedScene | ComposedTransition;
  /** What lies over it; null for nothing. */
  readonly over: ComposedOver | null;
  /** Room for frames that are drawn from nothing. */
  readonly canvases: readonly SharedArrayBuffer[];
  /** Of each decoder: what its frames are, and room for some. */
  readonly decoded: readonly DecodedPictures[];
  /** Texts of the tables of colours that its effects name, by digest. */
  readonly tables: ReadonlyMap<string, string>;
}

/** Frames of a decoder as they lie in memory: planes one after another, without gaps between rows. */
export interface DecodedPictures {
  readonly picture: Decoder['picture'];
  readonly slots: readonly SharedArrayBuffer[];
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

export type ToThread =
  | { readonly kind: 'begin'; readonly task: ComposeTask }
  | { readonly kind: 'frame'; readonly order: FrameOrder }
  | { readonly kind: 'drawn'; readonly asked: number; readonly drawn: Drawn };

export type FromThread =
  /** `asked` counts what a thread asks for. */
  | { readonly kind: 'draw'; readonly asked: number; readonly drawing: Drawing }
  | { readonly kind: 'composed'; readonly number: number; readonly lies: ComposedIn }
  | { readonly kind: 'failed'; readonly message: string };
