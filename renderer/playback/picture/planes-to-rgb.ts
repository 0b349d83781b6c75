import { fromWorkingColor } from './color-matrix.ts';
import type { PlanarPicture } from './picture.ts';

/** Converts a composited picture (limited-range BT.709, in 4:2:0 or with opacity in 4:4:4) for a 2D canvas. */
export function rgbOf({ width, height, planes }: PlanarPicture): ImageData {
  const image = new ImageData(width, height);
  writeRgb(image.data, { width, height, planes });
  return image;
}

/** Converts a picture like {@link rgbOf}, and writes it as RGBA with four bytes per pixel. */
export function writeRgb(
  pixels: Uint8ClampedArray,
  { width, height, planes }: Pick<PlanarPicture, 'width' | 'height' | 'planes'>,
): void {
  const [luma, blue, red, alpha] = planes;
  if (luma === undefined || blue === undefined || red === undefined) return;
  const { matrix, offset } = fromWorkingColor();
  const [ofRed, ofGreen, ofBlue] = matrix;
  const [r0, g0, b0] = [255 * offset[0], 255 * offset[1], 255 * offset[2]];
  const shift = blue.width === luma.width ? 0 : 1;
  for (let y = 0, to = 0; y < height; y++) {
    const [row, colours] = [y * luma.stride, (y >> shift) * blue.stride];
    for (let x = 0; x < width; x++, to += 4) {
      const light = luma.data[row + x] ?? 0;
      const cb = blue.data[colours + (x >> shift)] ?? 0;
      const cr = red.data[colours + (x >> shift)] ?? 0;
      pixels[to] = ofRed[0] * light + ofRed[1] * cb + ofRed[2] * cr + r0;
      pixels[to + 1] = ofGreen[0] * light + ofGreen[1] * cb + ofGreen[2] * cr + g0;
      pixels[to + 2] = ofBlue[0] * light + ofBlue[1] * cb + ofBlue[2] * cr + b0;
      pixels[to + 3] = alpha?.data[y * alpha.stride + x] ?? 255;
    }
  }
}
