import type { Address } from '../kernels/kernels.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in pixels, fractions allowed. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** A layer's picture in a job's memory, or one colour that needs no memory. */
export type Picture = PixelPicture | SolidPicture;

/** Rows of pixels (see {@link Kernels}) with a border of one empty pixel all around. */
export interface PixelPicture extends Size {
  readonly kind: 'pixels';
  /** Where the memory that was taken for it begins: the border's upper left pixel. */
  readonly at: Address;
  /** Whether every pixel is opaque by kind: what effects do at its edge depends on it. */
  readonly isOpaque: boolean;
  /** Where in these pixels the layer's own box lies. A shadow reaches beyond it; a large drawing has more pixels than it. */
  readonly box: Box;
}

export interface SolidPicture extends Size {
  readonly kind: 'solid';
  /** Y, Cb, Cr in BT.709 of limited range, unweighted, and opacity: 0 to 255. */
  readonly color: readonly [y: number, cb: number, cr: number, opacity: number];
}

/** A frame's bytes as FFmpeg's `rawvideo` has them: Y, then Cb, then Cr, without gaps. Sides of yuv420p are even. */
export interface Frame extends Size {
  readonly format: 'yuv420p' | 'yuv444p';
  readonly at: Address;
}
