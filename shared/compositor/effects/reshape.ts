import type { PixelPicture, SolidPicture } from '../pictures/picture.ts';
import { pixelAt } from '../pictures/pictures.ts';
import type { DrawingRoom } from '../pictures/room.ts';

/** How many pixels of a picture there are for one of the film. */
export interface Scale {
  readonly across: number;
  readonly down: number;
}

/** How many pixels are added at each side; below 0, cut off. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const NO_MARGINS: Margins = { left: 0, top: 0, right: 0, bottom: 0 };

/** Of a picture that effects enlarge; what lies beyond is not made. */
const LARGEST_SIDE = 8192;

/** How many of so many pixels can be added at each of two opposite sides. */
export function roomBeside(side: number, wanted: number): number {
  return Math.max(0, Math.min(wanted, Math.floor((LARGEST_SIDE - side) / 2)));
}

/** A new picture with pixels added or cut off; what is added is empty. The layer's box stays where it is in what is seen. */
export function reshaped(room: DrawingRoom, picture: PixelPicture, margins: Margins): PixelPicture {
  const result = emptyAround(room, picture, margins, picture.isOpaque);
  const { left, top } = margins;
  const from = { x: Math.max(0, -left), y: Math.max(0, -top) };
  const width = Math.min(picture.width - from.x, result.width - Math.max(0, left));
  const height = Math.min(picture.height - from.y, result.height - Math.max(0, top));
  for (let y = 0; y < height; y++) {
    const at = pixelAt(picture, from.x, from.y + y);
    room.memory.bytes().copyWithin(pixelAt(result, from.x + left, from.y + top + y), at, at + 4 * width);
  }
  return result;
}

/** An empty picture of the size that another would have, with its box. */
export function emptyAround(
  { pictures }: DrawingRoom,
  { width, height, box }: PixelPicture,
  { left, top, right, bottom }: Margins,
  isOpaque: boolean,
): PixelPicture {
  const size = { width: Math.max(1, width + left + right), height: Math.max(1, height + top + bottom) };
  return pictures.create(size, { isOpaque, box: { ...box, left: box.left + left, top: box.top + top } });
}

/** A colour as a picture of that many pixels. */
export function rasterized({ pictures, kernels }: DrawingRoom, solid: SolidPicture): PixelPicture {
  const [y, cb, cr, opacity] = solid.color;
  const whole = (side: number) => Math.max(1, Math.round(side));
  const size = { width: whole(solid.width), height: whole(solid.height) };
  const picture = pictures.create(size, { isOpaque: opacity === 255 });
  const weighted = (value: number) => Math.round((value * opacity) / 255);
  const color = weighted(y) | (weighted(cb) << 8) | (weighted(cr) << 16) | (opacity << 24);
  for (let row = 0; row < picture.height; row++) {
    const { width, height } = picture;
    kernels.sampleSolid(color, width, height, 0, row * 65_536, 65_536, 0, pixelAt(picture, 0, row), width);
  }
  return picture;
}
