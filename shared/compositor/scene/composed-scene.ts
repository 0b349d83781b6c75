import type { ShownCue } from '../../captions/shown-cues.ts';
import type { DrawingLayout, DrawnPicture } from '../../drawings/drawing/drawing.ts';
import { assertNever } from '../../lib/assert.ts';
import type { Effect } from '../../template/effects/effects.ts';
import type { Layer, Mask, MixedStyle } from '../../template/movie/movie.ts';
import type { Easing } from '../../template/values/animation.ts';
import type { Color } from '../../template/values/color.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import type { CaptionFonts } from '../../timeline/layer-drawing.ts';
import type { ImageRun } from '../../timeline/time.ts';

/** What is composed: layers whose sources are digests, and which frames of them. */
export interface ComposedScene {
  readonly kind: 'scene';
  readonly canvas: ComposedCanvas;
  readonly background: Color;
  /** Of the movie, in whose frames layers count. */
  readonly frameRate: FrameRate;
  /** Of the scene. */
  readonly duration: Frames;
  /** From the lowest to the topmost; those alone that are there in one of the frames. */
  readonly layers: readonly ComposedLayer[];
  /** The scene's frame that the first one shows. */
  readonly from: number;
  /** How many of the scene's frames lie from one frame to the next: 1 but for formats of another rate. */
  readonly step: FrameRate;
}

/** Layers that lie over a finished frame; their clock is none of a scene. */
export type ComposedOver = Omit<ComposedScene, 'kind' | 'background'>;

/** Two scenes that go over into one another, and which frames of that. Both are of its canvas and step. */
export interface ComposedTransition {
  readonly kind: 'transition';
  readonly canvas: ComposedCanvas;
  /** The movie's: what is seen in place of a scene that is not there. */
  readonly background: Color;
  readonly look: MixedStyle;
  readonly easing: Easing;
  /** How many frames of the movie the whole transition has. */
  readonly frames: number;
  /** The transition's frame that the first one shows, perhaps between two of them. */
  readonly from: number;
  readonly step: FrameRate;
  /** Of one by luminance whose image is SVG, what draws that. */
  readonly drawnBy?: string;
  /** Null for the background. */
  readonly outgoing: ComposedScene | null;
  readonly incoming: ComposedScene | null;
}

/** In which frames are composed. */
export interface ComposedCanvas extends Size {
  readonly pixelFormat: 'yuv420p' | 'yuv444p';
  readonly frameRate: FrameRate;
}

/** A layer without what is only heard, and where its picture comes from. */
export interface ComposedLayer {
  /** Its ids say nothing but its place in the scene, and its source is named by its digest. */
  readonly layer: Layer;
  readonly from: PictureOrigin;
  readonly masks: readonly ComposedMask[];
}

/** A mask whose layers are composed. */
export interface ComposedMask extends Pick<Mask, 'channel' | 'isInverted'> {
  readonly layers: readonly ComposedLayer[];
}

/** Layers of a scene with all that stand in them. */
export function eachComposed(layers: readonly ComposedLayer[]): readonly ComposedLayer[] {
  return layers.flatMap((layer) => [
    layer,
    ...(layer.from.kind === 'group' ? eachComposed(layer.from.layers) : []),
    ...(layer.from.kind === 'scene' ? eachComposed(layer.from.scene.layers) : []),
    ...layer.masks.flatMap((mask) => eachComposed(mask.layers)),
  ]);
}

export type PictureOrigin =
  | {
      readonly kind: 'decoder';
      /** Number of its decoder. */
      readonly decoder: number;
      /** Of the layer's own picture, in pixels of the film; there may be more or fewer that are decoded. */
      readonly size: Size;
    }
  /** Drawn by what the layer says. */
  | { readonly kind: 'drawing' }
  /** Composed of those that are there in one of the frames. */
  | { readonly kind: 'group'; readonly layers: readonly ComposedLayer[] }
  /** All of a scene, whose frame `from` is shown in the layer's frame 0; behind its last one that is held. */
  | { readonly kind: 'scene'; readonly from: number; readonly scene: ComposedScene }
  | {
      readonly kind: 'image';
      readonly sha256: string;
      /** Of one that moves. */
      readonly run?: ImageRun;
      /** Of an SVG, what draws it: another version may draw otherwise. */
      readonly drawnBy?: string;
    }
  | {
      readonly kind: 'text';
      readonly fonts: readonly string[];
      /** Of each span, null where they are those of the text; a text without spans does not say so. */
      readonly spanFonts?: readonly (readonly string[] | null)[];
    }
  /** The cues that are seen in one of the frames, in frames of the layer's own. */
  | { readonly kind: 'captions'; readonly fonts: CaptionFonts; readonly cues: readonly ShownCue[] };

/** A frame of a video as it lies in memory: planes one after another, without gaps between rows. */
export interface DecodedFormat extends Size {
  readonly pixelFormat: 'yuv420p' | 'yuv444p' | 'yuva444p';
}

/** How many of a part's decoders a scene has: the first of them, or those behind another scene's. */
export function decodersOf(scene: Pick<ComposedScene, 'layers'> | null): number {
  return eachComposed(scene?.layers ?? []).filter(({ from }) => from.kind === 'decoder').length;
}

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

/** Bytes of a raw frame. */
export function frameBytes({ width, height, pixelFormat }: DecodedFormat): number {
  const area = width * height;
  switch (pixelFormat) {
    case 'yuv420p':
      return area + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
    case 'yuv444p':
      return 3 * area;
    case 'yuva444p':
      return 4 * area;
    default:
      return assertNever(pixelFormat);
  }
}

/** How large frames of a canvas are, with so many pixels for one of the film. Two pixels may share a colour. */
export function composedSize({ width, height }: Size, reduced: number): Size {
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * reduced) / 2));
  return reduced === 1 ? { width, height } : { width: even(width), height: even(height) };
}
