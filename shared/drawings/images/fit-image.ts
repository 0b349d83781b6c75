import { placeSource, type Size } from '../../template/values/placement.ts';
import type { CropLength, ImageDrawing } from '../drawing/drawing.ts';
import { drawingLimits } from '../drawing/drawing-limits.ts';

/** What of an image is seen, and how large. */
export interface FittedImage {
  /** In pixels of the image, fractions allowed. */
  readonly seen: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Pixels of the movie. */
  readonly box: Size;
  /** Whole pixels of the picture that is made. */
  readonly pixels: Size;
}

/** Cuts an image, fits what is left to its box as videos are fitted, and says of how many pixels that is worth making. */
export function fitImage(image: Size, drawing: ImageDrawing, kind: 'pixels' | 'vector' = 'pixels'): FittedImage {
  const { crop, focus, scale } = drawing;
  const [left, across] = cut(crop.left, crop.right, image.width);
  const [top, down] = cut(crop.top, crop.bottom, image.height);
  const rest = { width: across, height: down };
  const box = drawing.fit === 'none' ? rest : boxOf(drawing, rest);
  const { scaled, picture } =
    drawing.fit === 'none' ? { scaled: rest, picture: rest } : placeSource(rest, box, drawing.fit, 1);
  // What the box cuts off the scaled image, in pixels of the image.
  const width = (rest.width * picture.width) / scaled.width;
  const height = (rest.height * picture.height) / scaled.height;
  const seen = {
    left: left + (rest.width - width) * focus.across,
    top: top + (rest.height - height) * focus.down,
    width,
    height,
  };
  // More pixels than the source has would show nothing more; lines have no pixels.
  const most = kind === 'vector' ? scale : Math.max(1, width / picture.width, height / picture.height);
  const made = Math.min(scale, most, drawingLimits.side / Math.max(picture.width, picture.height));
  const whole = (side: number) => Math.max(1, Math.round(side * made));
  return { seen, box: picture, pixels: { width: whole(picture.width), height: whole(picture.height) } };
}

/** Where what is left begins, and how much it is: one pixel at least, or all of less than one. */
function cut(before: CropLength, behind: CropLength, side: number): readonly [number, number] {
  const least = Math.min(1, side);
  const start = Math.min(Math.max(0, inPixels(before, side)), side - least);
  return [start, Math.max(least, side - start - Math.max(0, inPixels(behind, side)))];
}

function inPixels({ amount, unit }: CropLength, side: number): number {
  return unit === 'px' ? amount : (amount * side) / 100;
}

/** Of one side alone the other follows from the shape. */
function boxOf({ width, height }: ImageDrawing, shape: Size): Size {
  if (width !== null && height !== null) return { width, height };
  if (width !== null) return { width, height: Math.max(1, Math.round((width * shape.height) / shape.width)) };
  if (height !== null) return { width: Math.max(1, Math.round((height * shape.width) / shape.height)), height };
  return shape;
}
