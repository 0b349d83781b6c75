import type { Affine, Rect } from '../../film/rows/row.ts';
import type { Box, Size } from '../pictures/picture.ts';

/**
 * From the centre of pixel (x, y) of a frame to the left and upper one of the four pixels of a picture that it is made
 * of, in 16.16: (u + x du + y duDown, v + x dv + y dvDown).
 */
export interface Lookup {
  readonly u: number;
  readonly v: number;
  readonly du: number;
  readonly dv: number;
  readonly duDown: number;
  readonly dvDown: number;
}

/** What is known of a layer's place. */
export interface Placing {
  /** From the layer's own pixels to the frame's. */
  readonly matrix: Affine;
  /** What of the layer's pixels is seen in its box; null for all. */
  readonly window: Rect | null;
  readonly size: Size;
  /** Where the layer's box lies in the picture's pixels. */
  readonly box: Box;
}

/** From a place of the frame to one of the picture, in doubles; null where the layer has no extent. */
export function frameToPicture({ matrix, window, size, box }: Placing): Affine | null {
  const inverse = inverseOf(matrix);
  if (inverse === null) return null;
  const seen = window ?? { left: 0, top: 0, ...size };
  const across = (seen.width / size.width) * (box.width / size.width);
  const down = (seen.height / size.height) * (box.height / size.height);
  return {
    a: inverse.a * across,
    b: inverse.b * down,
    c: inverse.c * across,
    d: inverse.d * down,
    e: inverse.e * across + box.left + (seen.left * box.width) / size.width,
    f: inverse.f * down + box.top + (seen.top * box.height) / size.height,
  };
}

function inverseOf({ a, b, c, d, e, f }: Affine): Affine | null {
  const determinant = a * d - b * c;
  if (!(Math.abs(determinant) > 1e-12)) return null;
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  };
}

/** How many pixels of the picture there are for one of the frame, along the axis that has more of them. */
export function pixelsForOne({ a, b, c, d }: Affine): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

/** The six numbers of 16.16 for a picture that was halved so many times. */
export function lookupOf({ a, b, c, d, e, f }: Affine, halvings: number): Lookup {
  const scale = 65_536 / 2 ** halvings;
  return {
    u: Math.round(((a + c) / 2 + e) * scale - 32_768),
    v: Math.round(((b + d) / 2 + f) * scale - 32_768),
    du: Math.round(a * scale),
    dv: Math.round(b * scale),
    duDown: Math.round(c * scale),
    dvDown: Math.round(d * scale),
  };
}

/** Whether each pixel is one of the picture's, in their order. */
export function isCopy({ u, v, du, dv, duDown, dvDown }: Lookup): boolean {
  const isStraight = du === 65_536 && dv === 0 && duDown === 0 && dvDown === 65_536;
  return isStraight && u % 65_536 === 0 && v % 65_536 === 0;
}

/** Whether a mapping only moves, by whole pixels. */
export function isWholeMove({ a, b, c, d, e, f }: Affine): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1 && Number.isInteger(e) && Number.isInteger(f);
}
