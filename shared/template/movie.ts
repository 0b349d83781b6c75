import type { NodeId } from './document.ts';
import type { Effect } from './effects.ts';
import type { ElementOfRole } from './elements.ts';
import type { Fit } from './fit.ts';
import type { FrameRate, Frames } from './frame-rate.ts';

/**
 * A template whose variables have their values and whose every attribute was checked: what the engine renders,
 * the preview plays and the timeline shows. Ids are those of the document's elements.
 */
export interface Movie {
  readonly id: NodeId;
  /** Pixels, as written; a format may need the next even size. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  /** Every scene of the document, switched off or not. */
  readonly scenes: readonly Scene[];
}

export interface Scene {
  readonly id: NodeId;
  readonly name: string | null;
  readonly enabled: boolean;
  readonly duration: Frames;
  /** From the lowest to the topmost. */
  readonly layers: readonly Layer[];
}

/** The kinds of layers: the names of the elements that are layers. */
export type LayerKind = ElementOfRole<'layer'>;

/** What a layer of each kind is. A kind that the table of elements has and that lacks here does not compile. */
interface LayersByKind {
  readonly video: VideoLayer;
}

export type LayerOf<Kind extends LayerKind> = LayersByKind[Kind];

/** A layer of any kind, tagged by `kind`. */
export type Layer = LayerOf<LayerKind>;

export interface VideoLayer {
  readonly kind: 'video';
  readonly id: NodeId;
  readonly enabled: boolean;
  readonly source: MediaSource;
  /** Whether the source's sound is heard. */
  readonly audio: boolean;
  /** In-point: where in the source the picture starts, in frames of the movie. */
  readonly skip: Frames;
  readonly fit: Fit;
  /** In the order in which they are applied. */
  readonly effects: readonly Effect[];
}

export type MediaSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'asset'; readonly name: string };
