import { assertNever } from '../../lib/assert.ts';
import type { BlendMode } from '../../template/values/placement.ts';
import type { Affine, Rect } from '../../timeline/layer-state.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import {
  type Box,
  type Pictures,
  type PixelPicture,
  pixelAt,
  type Size,
  type SolidPicture,
  strideOf,
} from './picture.ts';

/** A picture, and how pixels of the frame are read from it. */
export interface Sampling {
  readonly picture: PixelPicture | SolidPicture;
  readonly lookup: Lookup;
}

/** One or, where the picture is shrunk, two halvings of it, and how much of the second there is in 256ths. */
export interface Samplings {
  readonly first: Sampling;
  readonly second: Sampling | null;
  readonly weight: number;
}

/** How a layer's picture is read: null where it has no extent. */
export function samplingsOf(
  picture: PixelPicture | SolidPicture,
  placing: Omit<Placing, 'box'>,
  pictures: Pictures,
): Samplings | null {
  switch (picture.kind) {
    case 'pixels': {
      const mapping = frameToPicture({ ...placing, box: picture.box });
      return mapping === null ? null : halvingsOf(picture, mapping, pictures);
    }
    case 'solid':
      return solidSampling(picture, placing);
    default:
      return assertNever(picture);
  }
}

/** Of any picture nothing is left by then. */
const MOST_HALVINGS = 24;

/** λ = max(0, log₂ r − ½), r being the picture's pixels for one of the frame: the halvings ⌊λ⌋ and ⌊λ⌋ + 1, by its fraction. */
function halvingsOf(picture: PixelPicture, mapping: Affine, pictures: Pictures): Samplings {
  const level = Math.min(MOST_HALVINGS, Math.max(0, Math.log2(pixelsForOne(mapping)) - 0.5));
  const steps = Math.floor(256 * level + 0.5);
  const [times, weight] = [steps >> 8, steps & 255];
  const of = (halvings: number): Sampling => ({
    picture: pictures.halved(picture, halvings),
    lookup: lookupOf(mapping, halvings),
  });
  return { first: of(times), second: weight === 0 ? null : of(times + 1), weight };
}

/** A colour has as many pixels as the frame has in its place, so that its edge is one pixel of the frame wide. */
function solidSampling(picture: SolidPicture, { matrix, size }: Omit<Placing, 'box'>): Samplings | null {
  const pixels = (side: number, scale: number) => Math.max(1, Math.min(16_384, Math.round(side * scale)));
  const width = pixels(size.width, Math.hypot(matrix.a, matrix.b));
  const height = pixels(size.height, Math.hypot(matrix.c, matrix.d));
  const mapping = frameToPicture({ matrix, window: null, size, box: { left: 0, top: 0, width, height } });
  if (mapping === null) return null;
  return { first: { picture: { ...picture, width, height }, lookup: lookupOf(mapping, 0) }, second: null, weight: 0 };
}

/** Reads `count` pixels of row `y` from `x` on; all lie in the picture or on its border. */
export function sampleRow(
  kernels: Kernels,
  { picture, lookup }: Sampling,
  x: number,
  y: number,
  to: Address,
  count: number,
): void {
  const u = lookup.u + x * lookup.du + y * lookup.duDown;
  const v = lookup.v + x * lookup.dv + y * lookup.dvDown;
  switch (picture.kind) {
    case 'pixels':
      kernels.sample(pixelAt(picture, 0, 0), strideOf(picture), u, v, lookup.du, lookup.dv, to, count);
      return;
    case 'solid':
      kernels.sampleSolid(pixelOf(picture), picture.width, picture.height, u, v, lookup.du, lookup.dv, to, count);
      return;
    default:
      assertNever(picture);
  }
}

/** A solid's weighted pixel, its first byte the lowest. */
function pixelOf({ color: [y, cb, cr, opacity] }: SolidPicture): number {
  const weighted = (value: number) => Math.round((value * opacity) / 255);
  return weighted(y) | (weighted(cb) << 8) | (weighted(cr) << 16) | (opacity << 24);
}

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

/** The mode's byte for each pair of them, what lies beneath × 256 + what is laid over it; rounded. */
export function blendTable(mode: Exclude<BlendMode, 'normal'>): Uint8Array {
  const table = new Uint8Array(65_536);
  for (let below = 0; below < 256; below++)
    for (let above = 0; above < 256; above++)
      table[256 * below + above] = Math.round(255 * blended(mode, below / 255, above / 255));
  return table;
}

/** W3C Compositing and Blending 1, 10.1: B(b, s) of values from 0 to 1. */
function blended(mode: Exclude<BlendMode, 'normal'>, b: number, s: number): number {
  switch (mode) {
    case 'multiply':
      return b * s;
    case 'screen':
      return b + s - b * s;
    case 'overlay':
      return hardLight(s, b);
    case 'hardlight':
      return hardLight(b, s);
    case 'softlight':
      return softLight(b, s);
    case 'darken':
      return Math.min(b, s);
    case 'lighten':
      return Math.max(b, s);
    case 'add':
      return Math.min(1, b + s);
    case 'difference':
      return Math.abs(b - s);
    default:
      return assertNever(mode);
  }
}

function hardLight(b: number, s: number): number {
  return s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s);
}

function softLight(b: number, s: number): number {
  if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
  const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
  return b + (2 * s - 1) * (d - b);
}
