import type { FittedPicture } from '../../template/movie/movie.ts';
import { type Edges, inPixels, type Length } from '../../template/values/lengths.ts';
import { placeSource, type Size } from '../../template/values/placement.ts';

/** Whole pixels of a picture. */
export interface PixelRect extends Size {
  readonly left: number;
  readonly top: number;
}

/** What is done to the frames of a source before anything else. */
export interface FittedSource {
  /** What of the source is used, in its own square pixels; null for all of it. */
  readonly used: PixelRect | null;
  /** The size that it is scaled to. */
  readonly scaled: Size;
  /** What of that is the layer's picture. */
  readonly shown: PixelRect;
}

/**
 * Cuts a source and fits it to its box, as `crop`, `fit` and `focus` say. Sides are whole numbers of steps: of 2 where
 * colours are shared by two pixels and the picture lies as it did before there were boxes.
 * @param source The size of the source in square pixels.
 * @param frame The frame that percentages are of.
 */
export function fitSource(
  source: Size,
  { box, fit, crop, focus }: Pick<FittedPicture, 'box' | 'fit' | 'crop' | 'focus'>,
  frame: Size,
  step: 1 | 2,
): FittedSource {
  const used = croppedTo(source, crop);
  const left = used ?? source;
  const wanted = boxOf(left, box, frame);
  const { scaled, picture } = placeSource(left, wanted, fit, step);
  const placed = (space: number, part: number): number => Math.round(space * part);
  return {
    used,
    scaled,
    shown: {
      ...picture,
      left: placed(scaled.width - picture.width, focus.across),
      top: placed(scaled.height - picture.height, focus.down),
    },
  };
}

function croppedTo(source: Size, { top, right, bottom, left }: Edges): PixelRect | null {
  const across = span(source.width, left, right);
  const down = span(source.height, top, bottom);
  if (across.length === source.width && down.length === source.height) return null;
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

/** At least one pixel stays, however much is cut off. */
function span(side: number, before: Length, behind: Length): { readonly start: number; readonly length: number } {
  const start = Math.min(side - 1, Math.max(0, Math.round(inPixels(before, side))));
  const end = Math.min(side, Math.round(side - inPixels(behind, side)));
  return { start, length: Math.max(1, end - start) };
}

/** The box in whole pixels: the frame, or as written; of one side alone the other follows from the picture's shape. */
function boxOf(source: Size, { width, height }: FittedPicture['box'], frame: Size): Size {
  // What stands in a group or a mask is in a frame whose sides need not be whole.
  if (width === null && height === null) return { width: whole(frame.width), height: whole(frame.height) };
  const across = width === null ? null : inPixels(width, frame.width);
  const down = height === null ? null : inPixels(height, frame.height);
  return {
    width: whole(across ?? ((down ?? 0) * source.width) / source.height),
    height: whole(down ?? ((across ?? 0) * source.height) / source.width),
  };
}

function whole(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}
