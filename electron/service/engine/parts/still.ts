import { drawVignette } from '#shared/compositor/effects/colors.ts';
import { type Color, toBt709 } from '#shared/template/values/color.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** A generated image over a layer: one color, with a different weight at each pixel. */
export interface GeneratedImage extends Size {
  readonly kind: 'vignette';
  readonly color: Color;
  /** The aperture in radians. */
  readonly aperture: number;
}

/** The raw pixel format of the bytes that {@link drawGeneratedImage} returns. */
export const STILL_PIXEL_FORMAT = 'yuva444p';

/** Draws a generated image as planes of Y, U, V, and alpha, one byte each, in BT.709 limited range. */
export function drawGeneratedImage(still: GeneratedImage): Uint8Array<ArrayBuffer> {
  const { width, height } = still;
  const area = width * height;
  const { luma, differenceBlue, differenceRed } = toBt709(still.color);
  const bytes = new Uint8Array(area * 4);
  bytes.fill(luma, 0, area);
  bytes.fill(differenceBlue, area, 2 * area);
  bytes.fill(differenceRed, 2 * area, 3 * area);
  drawVignette(still, still.aperture, bytes.subarray(3 * area));
  return bytes;
}
