import type { Affine } from '../../film/rows/row.ts';
import { drawSampled } from '../laying/draw-layer.ts';
import { samplingsOf } from '../laying/sampling.ts';
import type { PixelPicture, Size } from '../pictures/picture.ts';
import type { DrawingRoom } from '../pictures/room.ts';
import { pictureTarget, whole } from '../pictures/target.ts';
import { roomBeside, type Scale } from './reshape.ts';

/** Less than any rounding of a side. */
const ALMOST = 1e-9;

/** The box that holds a picture of that size, turned by an angle in degrees. */
export function turnedSize({ width, height }: Size, angle: number): Size {
  const { cosine, sine } = turnOf(angle);
  const side = (one: number, other: number) => Math.max(1, Math.abs(one) + Math.abs(other));
  return { width: side(width * cosine, height * sine), height: side(width * sine, height * cosine) };
}

/**
 * A picture turned clockwise around its box's middle: a new one whose box holds the old one, and which is as large as what
 * lies beside the box needs. Nothing is in its corners.
 * @param size The layer's own, in pixels of the film.
 */
export function turned(
  room: DrawingRoom,
  picture: PixelPicture,
  size: Size,
  angle: number,
  { across, down }: Scale,
): PixelPicture {
  const { cosine, sine } = turnOf(angle);
  const { box } = picture;
  // Of the picture's pixels, which need not be squares.
  const [b, c] = [(sine * down) / across, (-sine * across) / down];
  const grown = turnedSize(size, angle);
  const [width, height] = [grown.width * across, grown.height * down];
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const placed: Affine = {
    a: cosine,
    b,
    c,
    d: cosine,
    e: width / 2 - cosine * x - c * y,
    f: height / 2 - b * x - cosine * y,
  };
  const { left, top, right, bottom } = reachOf(placed, picture);
  const margin = {
    left: roomBeside(Math.ceil(width), Math.ceil(-left - ALMOST)),
    top: roomBeside(Math.ceil(height), Math.ceil(-top - ALMOST)),
    right: roomBeside(Math.ceil(width), Math.ceil(right - Math.ceil(width) - ALMOST)),
    bottom: roomBeside(Math.ceil(height), Math.ceil(bottom - Math.ceil(height) - ALMOST)),
  };
  const result = room.pictures.create(
    {
      width: margin.left + Math.ceil(width - ALMOST) + margin.right,
      height: margin.top + Math.ceil(height - ALMOST) + margin.bottom,
    },
    { isOpaque: picture.isOpaque && isStraight(angle), box: { left: margin.left, top: margin.top, width, height } },
  );
  const matrix: Affine = { ...placed, e: placed.e + margin.left, f: placed.f + margin.top };
  const all = { ...picture, box: { left: 0, top: 0, width: picture.width, height: picture.height } };
  const samplings = samplingsOf(all, { matrix, window: null, size: picture }, room.pictures);
  const target = pictureTarget(room.kernels, result);
  if (samplings !== null) drawSampled(room, samplings, { opacity: 256, blendMode: 'normal' }, whole(target), target);
  return result;
}

/** Exact at right angles, where a picture only changes its sides. */
function turnOf(angle: number): { readonly cosine: number; readonly sine: number } {
  const radians = ((angle % 360) * Math.PI) / 180;
  const exact = (value: number) => (Math.abs(value - Math.round(value)) < ALMOST ? Math.round(value) : value);
  return { cosine: exact(Math.cos(radians)), sine: exact(Math.sin(radians)) };
}

function isStraight(angle: number): boolean {
  return angle % 90 === 0;
}

/** Where a picture's corners come to lie. */
function reachOf({ a, b, c, d, e, f }: Affine, { width, height }: Size) {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ] as const;
  const across = corners.map(([x, y]) => a * x + c * y + e);
  const down = corners.map(([x, y]) => b * x + d * y + f);
  return {
    left: Math.min(...across),
    top: Math.min(...down),
    right: Math.max(...across),
    bottom: Math.max(...down),
  };
}
