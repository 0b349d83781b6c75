import { assertNever } from '../../lib/assert.ts';
import type { BlendMode } from '../../template/values/placement.ts';
import type { Affine, Rect } from '../../timeline/layer-state.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import {
  type Pictures,
  type PixelPicture,
  type PixelRectangle,
  pixelAt,
  type Size,
  type SolidPicture,
  strideOf,
} from './picture.ts';

/** A picture with the mapping from frame pixels to its pixels. */
export interface Sampling {
  readonly picture: PixelPicture | SolidPicture;
  readonly lookup: Lookup;
}

/**
 * The pictures to sample: the picture itself, or two mipmap levels if it is drawn at a smaller size. `weight` is the
 * weight of the second level in 256ths.
 */
export interface Samplings {
  readonly first: Sampling;
  readonly second: Sampling | null;
  readonly weight: number;
}

/** Returns the sampling of a layer's picture; null if the layer has no extent. */
export function samplingsOf(
  picture: PixelPicture | SolidPicture,
  placing: Omit<PixelMapping, 'box'>,
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

/** The maximum number of halvings, which reduce any picture to one pixel. */
const MAX_HALVINGS = 24;

/**
 * Computes the mipmap level λ = max(0, log₂ r − ½), where r is the number of picture pixels per frame pixel. Mixes the
 * pictures that are halved ⌊λ⌋ and ⌊λ⌋ + 1 times, by the fraction of λ.
 */
function halvingsOf(picture: PixelPicture, mapping: Affine, pictures: Pictures): Samplings {
  const level = Math.min(MAX_HALVINGS, Math.max(0, Math.log2(pixelsForOne(mapping)) - 0.5));
  const steps = Math.floor(256 * level + 0.5);
  const [times, weight] = [steps >> 8, steps & 255];
  const samplingAt = (halvings: number): Sampling => ({
    picture: pictures.halved(picture, halvings),
    lookup: lookupOf(mapping, halvings),
  });
  return { first: samplingAt(times), second: weight === 0 ? null : samplingAt(times + 1), weight };
}

/**
 * Treats a solid color as a picture with one pixel per covered frame pixel. The edge of the solid is then one frame
 * pixel wide.
 */
function solidSampling(picture: SolidPicture, { matrix, size }: Omit<PixelMapping, 'box'>): Samplings | null {
  const pixels = (side: number, scale: number) => Math.max(1, Math.min(16_384, Math.round(side * scale)));
  const width = pixels(size.width, Math.hypot(matrix.a, matrix.b));
  const height = pixels(size.height, Math.hypot(matrix.c, matrix.d));
  const mapping = frameToPicture({ matrix, window: null, size, box: { left: 0, top: 0, width, height } });
  if (mapping === null) return null;
  return { first: { picture: { ...picture, width, height }, lookup: lookupOf(mapping, 0) }, second: null, weight: 0 };
}

/** Reads `count` pixels of row `y`, starting at `x`. All of them must be in the picture or on its border. */
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

/** Returns the premultiplied pixel of a solid. Y is the lowest byte. */
function pixelOf({ color: [y, cb, cr, opacity] }: SolidPicture): number {
  const weighted = (value: number) => Math.round((value * opacity) / 255);
  return weighted(y) | (weighted(cb) << 8) | (weighted(cr) << 16) | (opacity << 24);
}

/**
 * The mapping from the center of frame pixel (x, y) to the four picture pixels around it: the upper left one is at (u +
 * x du + y duDown, v + x dv + y dvDown), in 16.16.
 */
export interface Lookup {
  readonly u: number;
  readonly v: number;
  readonly du: number;
  readonly dv: number;
  readonly duDown: number;
  readonly dvDown: number;
}

/** The placement of a layer. */
export interface PixelMapping {
  /** The matrix from the layer's own pixels to the frame's pixels. */
  readonly matrix: Affine;
  /** The part of the layer's pixels that its box shows; null for all. */
  readonly window: Rect | null;
  readonly size: Size;
  /** The position of the layer's box in the picture's pixels. */
  readonly box: PixelRectangle;
}

/** Returns the mapping from frame positions to picture positions, in doubles; null if the layer has no extent. */
export function frameToPicture({ matrix, window, size, box }: PixelMapping): Affine | null {
  const inverse = inverseOf(matrix);
  if (inverse === null) return null;
  const visibleRect = window ?? { left: 0, top: 0, ...size };
  const across = (visibleRect.width / size.width) * (box.width / size.width);
  const down = (visibleRect.height / size.height) * (box.height / size.height);
  return {
    a: inverse.a * across,
    b: inverse.b * down,
    c: inverse.c * across,
    d: inverse.d * down,
    e: inverse.e * across + box.left + (visibleRect.left * box.width) / size.width,
    f: inverse.f * down + box.top + (visibleRect.top * box.height) / size.height,
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

/** Returns the number of picture pixels per frame pixel, on the axis where it is higher. */
export function pixelsForOne({ a, b, c, d }: Affine): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

/** Converts a mapping to 16.16 for a picture that was halved `halvings` times. */
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

/** Returns whether frame pixels map to whole picture pixels one to one. */
export function isCopy({ u, v, du, dv, duDown, dvDown }: Lookup): boolean {
  const isStraight = du === 65_536 && dv === 0 && duDown === 0 && dvDown === 65_536;
  return isStraight && u % 65_536 === 0 && v % 65_536 === 0;
}

/** Returns whether a matrix only translates by whole pixels. */
export function isWholeMove({ a, b, c, d, e, f }: Affine): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1 && Number.isInteger(e) && Number.isInteger(f);
}

/**
 * Returns the rounded result of a blend mode for each pair of bytes, at index 256 × the byte below + the byte above.
 */
export function blendTable(mode: Exclude<BlendMode, 'normal'>): Uint8Array {
  const table = new Uint8Array(65_536);
  for (let below = 0; below < 256; below++)
    for (let above = 0; above < 256; above++)
      table[256 * below + above] = Math.round(255 * blended(mode, below / 255, above / 255));
  return table;
}

/** Returns B(b, s) for values from 0 to 1 (W3C Compositing and Blending 1, 10.1). */
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
