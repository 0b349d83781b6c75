import type { Affine } from '../../film/rows/row.ts';
import { assertNever } from '../../lib/assert.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import type { PixelPicture, SolidPicture } from '../pictures/picture.ts';
import { type Pictures, pixelAt, strideOf } from '../pictures/pictures.ts';
import { frameToPicture, type Lookup, lookupOf, type Placing, pixelsForOne } from './placement.ts';

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
