import type { DrawnPicture, Ink } from '#shared/drawings/drawing/drawing.ts';
import { contrastRatio, inkedPixels, luminanceOfColor, percentileContrast } from '#shared/film-check/letters.ts';
import type { Raster } from '#shared/golden/planes.ts';
import type { RestingLayer } from './resting-layers.ts';

/** A frame without texts. */
export interface Background extends Raster {
  /** The width of this frame divided by the width of the film. */
  readonly frameScale: number;
}

/**
 * Returns the contrast between a text and its background, as the film check computes it: the lowest contrast without
 * the worst 5 percent of the letters’ pixels.
 * @param picture The letters alone.
 * @param box The background of the text itself.
 */
export function contrastOf(
  { matrix, opacity }: Pick<RestingLayer, 'matrix' | 'opacity'>,
  picture: DrawnPicture,
  box: Ink | null,
  background: Background,
): number {
  const found: number[] = [];
  for (const { x, y, index, alpha } of inkedPixels(matrix, picture, 230, 2)) {
    const [column, row] = [Math.floor(x * background.frameScale), Math.floor(y * background.frameScale)];
    if (column < 0 || row < 0 || column >= background.width || row >= background.height) continue;
    const place = (row * background.width + column) * 3;
    const under = [0, 1, 2].map((channel) => {
      const seen = background.pixels[place + channel] ?? 0;
      if (box === null) return seen;
      const own = [box.red, box.green, box.blue][channel] ?? 0;
      return seen + (own - seen) * box.alpha * opacity;
    });
    const ink = under.map((seen, channel) => {
      const own = ((picture.rgba[index + channel] ?? 0) * 255) / alpha;
      return seen + (own - seen) * opacity;
    });
    found.push(contrastRatio(luminanceOf(under), luminanceOf(ink)));
  }
  return percentileContrast(found);
}

function luminanceOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return luminanceOfColor(red, green, blue);
}
