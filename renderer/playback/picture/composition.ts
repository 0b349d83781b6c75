import type { Fit, Size } from '#shared/template/values/placement.ts';
import type { DecodedEffect } from '#shared/timeline/effects.ts';
import type { Picture } from './picture.ts';

/** The color matrix and range of a picture. */
export interface ColorEncoding {
  readonly matrix: 'bt709' | 'bt601' | 'bt2020' | 'smpte240m' | 'fcc' | 'rgb';
  readonly range: 'limited' | 'full';
}

/** Full-range RGB, the form of pictures that the browser decodes. */
export const RGB: ColorEncoding = { matrix: 'rgb', range: 'full' };

export type Rotation = 0 | 90 | 180 | 270;

/** One layer of a frame: a picture and its processing. */
export interface ComposedLayer {
  readonly picture: Picture;
  readonly color: ColorEncoding;
  /** The clockwise rotation. It is applied first. */
  readonly rotation: Rotation;
  /**
   * The size in square pixels after the rotation. The picture is scaled to this size and then fitted into the frame.
   */
  readonly display: Size;
  readonly fit: Fit;
  /** The effects of the video state that WebGL applies. */
  readonly effects: readonly DecodedEffect[];
}

/** A frame to draw: layers from bottom to top, over black. */
export interface Composition {
  /** The frame size in pixels. MP4 encoders accept this size; see `filmSize`. */
  readonly frame: Size;
  readonly layers: readonly ComposedLayer[];
  /** Whether the frame consists of one layer with opacity, and no black below it; absent for an opaque frame. */
  readonly isTransparent?: boolean;
}

/** Draws compositions on a canvas. */
export interface PreviewRenderer {
  /** Whether the renderer can draw only frames that the worker composited completely. */
  readonly drawsWholeFrames: boolean;
  /** Sets the size of the canvas in pixels: its size on screen, or the size of the movie if that is smaller. */
  readonly resize: (size: Size) => void;
  /**
   * Draws a frame. Draws it again after a resize or when the context is restored. With a `scale` below 1, the canvas
   * has fewer pixels and the page enlarges it. Returns false if the same frame is already drawn.
   */
  readonly draw: (composition: Composition, scale?: number) => boolean;
  /** Resolves when the GPU has executed all commands. */
  readonly whenFinished: () => Promise<void>;
  /** Draws a frame on another canvas of the same size. The renderer's own canvas keeps its frame. */
  readonly drawFullSizeOn: (canvas: HTMLCanvasElement, composition: Composition) => void;
  /** Calls the listener with `false` when the context is lost and with `true` when it is restored. */
  readonly onAvailable: (listener: (available: boolean) => void) => () => void;
  readonly dispose: () => void;
}

/** Returns whether two frames would be drawn identically: the same pictures with equal processing. */
export function sameComposition(left: Composition, right: Composition): boolean {
  return (
    sameSize(left.frame, right.frame) &&
    left.isTransparent === right.isTransparent &&
    left.layers.length === right.layers.length &&
    left.layers.every((layer, index) => sameLayer(layer, right.layers[index]))
  );
}

function sameLayer(left: ComposedLayer, right: ComposedLayer | undefined): boolean {
  return (
    right !== undefined &&
    left.picture === right.picture &&
    left.color === right.color &&
    left.rotation === right.rotation &&
    sameSize(left.display, right.display) &&
    left.fit === right.fit &&
    left.effects.length === right.effects.length &&
    left.effects.every((effect, index) => effect === right.effects[index])
  );
}

function sameSize(left: Size, right: Size): boolean {
  return left.width === right.width && left.height === right.height;
}
