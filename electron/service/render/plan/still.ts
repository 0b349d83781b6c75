import { type Color, toBt709 } from '../../../../shared/template/color.ts';
import type { Size } from '../../../../shared/template/placement.ts';

/** A picture that stands still over a layer: one constant colour, its weight different at each pixel. */
export interface VignetteStill extends Size {
  readonly kind: 'vignette';
  readonly color: Color;
  /** Radians. */
  readonly aperture: number;
}

/** The raw pixel format of {@link drawStill}'s bytes. */
export const STILL_PIXEL_FORMAT = 'yuva444p';

/** Draws a still as planes of Y, U, V and alpha, one byte each, in BT.709 limited range. */
export function drawStill(still: VignetteStill): Uint8Array {
  const { width, height } = still;
  const area = width * height;
  const { luma, differenceBlue, differenceRed } = toBt709(still.color);
  const bytes = new Uint8Array(area * 4);
  bytes.fill(luma, 0, area);
  bytes.fill(differenceBlue, area, 2 * area);
  bytes.fill(differenceRed, 2 * area, 3 * area);
  drawWeights(still, bytes.subarray(3 * area));
  return bytes;
}

/**
 * Weight 1 − cos⁴(aperture × d) as 0 to 255, d being the distance of a pixel's centre from the picture's, 1 at the
 * corners. One quarter is computed; the others mirror it. `Math.hypot` and `**` would take four times as long.
 */
function drawWeights({ width, height, aperture }: VignetteStill, weights: Uint8Array): void {
  const anglePerPixel = aperture / (Math.sqrt(width * width + height * height) / 2);
  for (let y = 0; y < Math.ceil(height / 2); y++) {
    const up = y + 0.5 - height / 2;
    for (let x = 0; x < Math.ceil(width / 2); x++) {
      const left = x + 0.5 - width / 2;
      const cosine = Math.cos(anglePerPixel * Math.sqrt(left * left + up * up));
      const square = cosine * cosine;
      const weight = Math.round(255 * (1 - square * square));
      weights[y * width + x] = weight;
      weights[y * width + width - 1 - x] = weight;
      weights[(height - 1 - y) * width + x] = weight;
      weights[(height - 1 - y) * width + width - 1 - x] = weight;
    }
  }
}
