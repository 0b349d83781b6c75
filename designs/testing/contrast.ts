import type { DrawnPicture, Ink } from '#shared/drawings/drawing/drawing.ts';
import type { Raster } from '#shared/golden/planes.ts';
import { inkedPixels, type RestingLayer } from './seen-texts.ts';

/** A frame without texts. */
export interface Background extends Raster {
  /** The width of this frame divided by the width of the film. */
  readonly frameScale: number;
}

/** The share of a text that can have less contrast, such as the corners of letters over a grain of a photo. */
const WORST_SHARE = 0.05;

/**
 * Returns the contrast between a text and its background by WCAG 2. It is the minimum after ignoring the worst
 * twentieth of the pixels of the letters.
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
    const [lighter, darker] = [luminance(under), luminance(ink)].toSorted((one, other) => other - one);
    found.push(((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05));
  }
  if (found.length === 0) return Number.POSITIVE_INFINITY;
  return found.toSorted((one, other) => one - other)[Math.floor(found.length * WORST_SHARE)] ?? 1;
}

/** Returns the luminance of an sRGB color (WCAG 2). */
function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
