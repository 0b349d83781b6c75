import { fromWorkingColor } from '../picture/color-matrix.ts';
import type { PlanarPicture, Plane } from '../picture/picture.ts';

/**
 * A picture in the engine's working colours (BT.709, limited range, colours shared by 2 × 2 pixels) as the page draws it.
 * For small pictures; large ones are drawn by the graphics card.
 */
export function rgbOf({ width, height, planes }: PlanarPicture): ImageData {
  const image = new ImageData(width, height);
  writeRgb(image.data, { width, height, planes });
  return image;
}

/** The same into four bytes a pixel: red, green, blue, opacity. */
export function writeRgb(
  pixels: Uint8ClampedArray,
  { width, height, planes }: Pick<PlanarPicture, 'width' | 'height' | 'planes'>,
): void {
  const [luma, blue, red] = planes;
  if (luma === undefined || blue === undefined || red === undefined) return;
  const { matrix, offset } = fromWorkingColor();
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      const codes = [codeAt(luma, x, y), codeAt(blue, x >> 1, y >> 1), codeAt(red, x >> 1, y >> 1)] as const;
      for (let channel = 0; channel < 3; channel++) {
        const row = matrix[channel] ?? matrix[0];
        const value = row[0] * codes[0] + row[1] * codes[1] + row[2] * codes[2];
        pixels[to + channel] = value + 255 * (offset[channel] ?? 0);
      }
      pixels[to + 3] = 255;
    }
}

function codeAt({ data, stride }: Plane, x: number, y: number): number {
  return data[y * stride + x] ?? 0;
}
