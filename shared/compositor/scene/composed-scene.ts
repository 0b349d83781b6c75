import type { TimedCue } from '../../captions/shown-cues.ts';
import type { DrawingLayout, DrawnPicture } from '../../drawings/drawing/drawing.ts';
import { assertNever } from '../../lib/assert.ts';
import type { Effect } from '../../template/effects/effects.ts';
import type { Layer, Mask, MixedStyle } from '../../template/movie/movie.ts';
import type { Easing } from '../../template/values/animation.ts';
import type { Color } from '../../template/values/color.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import type { CaptionFonts } from '../../timeline/caption-drawing.ts';
import type { ImageRun } from '../../timeline/time.ts';
import type { AlphaOutput, RawFrame } from '../pixels/picture.ts';

/** The frames of a scene to compose. Layers identify their sources by digest. */
export interface ComposedScene {
  readonly kind: 'scene';
  readonly canvas: ComposedCanvas;
  /** The color below the layers; null for none. */
  readonly background: Color | null;
  /** The frame rate of the movie. Frames of layers have this rate. */
  readonly frameRate: FrameRate;
  /** The duration of the scene. */
  readonly duration: Frames;
  /** The layers that appear in at least one of the frames, from bottom to top. */
  readonly layers: readonly ComposedLayer[];
  /** The frame of the scene at the first composed frame. */
  readonly from: number;
  /** The number of scene frames per frame of the format; 1 unless the format has another frame rate. */
  readonly step: FrameRate;
}

/** Overlays over finished frames. Their clock is independent of the scenes. */
export type ComposedOver = Omit<ComposedScene, 'kind' | 'background'>;

/** The frames of a transition between two scenes. Both scenes have the same canvas and the same `step`. */
export interface ComposedTransition {
  readonly kind: 'transition';
  readonly canvas: ComposedCanvas;
  /** The background of the movie, which replaces a missing scene; null for none. */
  readonly background: Color | null;
  readonly look: MixedStyle;
  readonly easing: Easing;
  /** The duration of the whole transition in frames of the movie. */
  readonly frames: number;
  /** The frame of the transition at the first composed frame. It can be fractional. */
  readonly from: number;
  readonly step: FrameRate;
  /** The name of the SVG renderer; present only for a luminance transition with an SVG image. */
  readonly drawnBy?: string;
  /** The outgoing scene; null for the background. */
  readonly outgoing: ComposedScene | null;
  readonly incoming: ComposedScene | null;
}

/** The size, the pixel format, and the frame rate of composed frames. */
export interface ComposedCanvas extends Size {
  readonly pixelFormat: 'yuv420p' | 'yuv444p' | 'yuva444p';
  readonly frameRate: FrameRate;
  /** The output of the opacity of a transparent film; absent for an opaque film. */
  readonly alpha?: AlphaOutput;
}

/** Returns the layout of the frames in which layers are composed. */
export function workingFormat({ pixelFormat, alpha }: ComposedCanvas): RawFrame['format'] {
  return alpha !== undefined || pixelFormat === 'yuva444p' ? 'weighted' : pixelFormat;
}

/** A visual layer and the origin of its picture. */
export interface ComposedLayer {
  /** The layer with normalized data: ids are positions in the scene, and the source is a digest. */
  readonly layer: Layer;
  readonly from: PictureOrigin;
  readonly masks: readonly ComposedMask[];
}

export interface ComposedMask extends Pick<Mask, 'channel' | 'isInverted'> {
  readonly layers: readonly ComposedLayer[];
}

/** Returns the layers and all layers nested in groups, scenes, and masks. */
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
      /** The index of the decoder of the layer. */
      readonly decoder: number;
      /** The size of the layer's picture in pixels of the film. Decoded frames can have another size. */
      readonly size: Size;
    }
  /** A drawing whose content follows from the data of the layer alone. */
  | { readonly kind: 'drawing' }
  /** The layers of the group that appear in at least one of the frames. */
  | { readonly kind: 'group'; readonly layers: readonly ComposedLayer[] }
  /**
   * A whole scene. Frame 0 of the layer corresponds to frame `from` of the scene. The last frame of the scene is
   * repeated after its end.
   */
  | { readonly kind: 'scene'; readonly from: number; readonly scene: ComposedScene }
  | {
      readonly kind: 'image';
      readonly sha256: string;
      /** The timing of an animated image. */
      readonly run?: ImageRun;
      /** The name of the SVG renderer, for SVG images only: another version can draw a different picture. */
      readonly drawnBy?: string;
    }
  | {
      readonly kind: 'text';
      readonly fonts: readonly string[];
      /** The fonts of each span, or null for a span with the text's fonts; absent if the text has no spans. */
      readonly spanFonts?: readonly (readonly string[] | null)[];
    }
  /** The cues that appear in at least one of the frames, in local frames of the layer. */
  | { readonly kind: 'captions'; readonly fonts: CaptionFonts; readonly cues: readonly TimedCue[] };

/** A decoded video frame: planes one after another, without gaps between rows. */
export interface DecodedFormat extends Size {
  readonly pixelFormat: 'yuv420p' | 'yuv444p' | 'yuva444p';
}

/** Returns the number of decoders that a scene needs. */
export function decodersOf(scene: Pick<ComposedScene, 'layers'> | null): number {
  return eachComposed(scene?.layers ?? []).filter(({ from }) => from.kind === 'decoder').length;
}

/** The data that a thread needs to compose the frames of a part. */
export interface ComposeTask {
  readonly scene: ComposedScene | ComposedTransition;
  /** The overlays; null for none. */
  readonly over: ComposedOver | null;
  /** Buffers for composed frames. */
  readonly canvases: readonly ArrayBufferLike[];
  /** The format of each decoder's frames, and buffers for some of these frames. */
  readonly decoded: readonly DecodedPictures[];
  /** The text of the color tables that the effects name, by digest. */
  readonly tables: ReadonlyMap<string, string>;
  /** The number of pixels per pixel of the film on both axes; absent for 1. */
  readonly frameScale?: number;
}

/** Frames of a decoder: planes one after another, without gaps between rows. */
export interface DecodedPictures {
  readonly picture: DecodedFormat;
  /** Effects of the layer that are not yet applied to the decoded frames; absent if there are none. */
  readonly effects?: readonly Effect[];
  readonly slots: readonly ArrayBufferLike[];
}

/** A frame to compose, with its buffers. */
export interface FrameOrder {
  /** The index of the frame in the part. */
  readonly number: number;
  /** The buffer index of each decoder's frame; null if the layer of the decoder does not appear. */
  readonly decoded: readonly (number | null)[];
  /** The index of the canvas; null for a frame that stays in the memory of the kernels. */
  readonly canvas: number | null;
}

/** The place of the composed frame. */
export type ComposedIn =
  | { readonly kind: 'canvas' }
  /** The buffer of the decoded frame over which it was drawn. */
  | { readonly kind: 'decoded'; readonly decoder: number }
  /** The memory of the kernels. The bytes are valid until the next frame is composed. */
  | { readonly kind: 'memory'; readonly bytes: Uint8Array };

/** A drawing's pixels with its layout. */
export interface Drawn {
  readonly layout: DrawingLayout;
  readonly picture: DrawnPicture;
}

/** Returns the bytes of a raw frame. */
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

/**
 * Returns the frame size of a canvas at a reduced scale. Reduced sides are even, because two pixels can share chroma.
 */
export function composedSize({ width, height }: Size, frameScale: number): Size {
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * frameScale) / 2));
  return frameScale === 1 ? { width, height } : { width: even(width), height: even(height) };
}
