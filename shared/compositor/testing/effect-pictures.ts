import { type PixelPicture, pixelAt, type Size } from '../pixels/picture.ts';
import type { OpenCompositor } from './open-compositors.ts';

export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

/** Returns a picture of premultiplied colors. */
export function pictureOf(
  { compositor }: OpenCompositor,
  size: Size,
  colorAt: (x: number, y: number) => Rgba,
  isOpaque = false,
) {
  const picture = compositor.pictures.create(size, { isOpaque });
  const rgba = new Uint8Array(4 * size.width * size.height);
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) rgba.set(colorAt(x, y), 4 * (y * size.width + x));
  compositor.pictures.fillFromRgba(picture, rgba);
  return picture;
}

/** Returns the four bytes of a pixel. */
export function pixelOf({ memory }: OpenCompositor, picture: PixelPicture, x: number, y: number): readonly number[] {
  const at = pixelAt(picture, x, y);
  return [...memory.bytes().subarray(at, at + 4)];
}

/** Converts BT.709 codes to R'G'B', in doubles. */
export function rgbOf([y = 0, cb = 0, cr = 0]: readonly number[]): readonly number[] {
  const luma = (y - 16) / 219;
  const [blue, red] = [(cb - 128) / 224, (cr - 128) / 224];
  const r = luma + 1.5748 * red;
  const b = luma + 1.8556 * blue;
  return [r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b].map((part) => 255 * Math.max(0, Math.min(1, part)));
}
