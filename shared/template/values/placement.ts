import type { Pair, Point } from './lengths.ts';

/**
 * The method of fitting a source into a box with another aspect ratio. With `none`, one pixel of the source is one
 * pixel of the movie.
 */
export const FITS = ['contain', 'cover', 'stretch', 'none'] as const;
export type Fit = (typeof FITS)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The position of a picture in pixels of the frame. */
export interface Placement {
  /** The size to which the source is scaled. */
  readonly scaled: Size;
  /** The size of the central part after cropping. Effects apply to this part. */
  readonly picture: Size;
  /** The offset of the picture from the upper left corner of the frame. */
  readonly left: number;
  readonly top: number;
}

/**
 * Fits a source into the frame. With `step` 2, all sizes and offsets are even, because two pixels share a chroma sample
 * and a picture must not start in the middle of a chroma sample.
 */
export function placeSource(source: Size, frame: Size, fit: Fit, step: 1 | 2): Placement {
  if (fit === 'stretch') return { scaled: frame, picture: frame, left: 0, top: 0 };
  if (fit === 'none') return { scaled: source, picture: source, ...middleOf(frame, source, step) };
  const wider = source.width * frame.height >= source.height * frame.width;
  const matchWidth = fit === 'contain' ? wider : !wider;
  const scaled = matchWidth
    ? { width: frame.width, height: stepped((source.height * frame.width) / source.width, frame.height, fit, step) }
    : { width: stepped((source.width * frame.height) / source.height, frame.width, fit, step), height: frame.height };
  const picture = fit === 'contain' ? scaled : frame;
  return { scaled, picture, ...middleOf(frame, picture, step) };
}

function middleOf(frame: Size, picture: Size, step: number): Pick<Placement, 'left' | 'top'> {
  return {
    left: floorTo((frame.width - picture.width) / 2, step),
    top: floorTo((frame.height - picture.height) / 2, step),
  };
}

/**
 * Rounds a side to the nearest multiple of `step`, at least one step. A contained picture is at most as long as
 * `limit`; any other picture is at least as long.
 */
function stepped(pixels: number, limit: number, fit: Fit, step: number): number {
  // A difference below one step counts as the same aspect ratio. This avoids thin bars and crops.
  if (Math.abs(pixels - limit) < step) return limit;
  const rounded = Math.max(step, Math.round(pixels / step) * step);
  return fit === 'contain' ? Math.min(rounded, limit) : Math.max(rounded, limit);
}

function floorTo(pixels: number, step: number): number {
  return Math.floor(pixels / step) * step;
}

/** The blend modes of layers (W3C Compositing and Blending 1). */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'softlight',
  'hardlight',
  'darken',
  'lighten',
  'add',
  'difference',
] as const;

export type BlendMode = (typeof BLEND_MODES)[number];

/** The position, the scale, and the rotation of a layer. */
export interface LayerPlacement {
  /** The position of the pivot relative to the origin. Percentages refer to the frame. */
  readonly position: Point;
  /** The reference point of the position, from the upper left corner of the frame. */
  readonly origin: Point;
  /** The position of the pivot relative to the center of the picture. Percentages refer to the picture. */
  readonly anchor: Point;
  /** The scale factors around the pivot. Negative factors mirror the picture. */
  readonly scale: Pair;
  /** The rotation around the pivot in degrees, clockwise. */
  readonly rotation: number;
}
