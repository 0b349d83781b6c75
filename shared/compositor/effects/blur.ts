import { clearEdges, extendEdges } from '../pictures/edges.ts';
import type { PixelPicture } from '../pictures/picture.ts';
import { pixelAt, strideOf } from '../pictures/pictures.ts';
import type { DrawingRoom } from '../pictures/room.ts';
import { type Margins, reshaped, roomBeside } from './reshape.ts';

/** A wider one is made of a picture that was halved. */
const WIDEST_DEVIATION = 8;

/** How a blur of a deviation in pixels is made. */
interface BlurSteps {
  readonly halvings: number;
  /** So many pixels to either side count into each of three means; 0 changes nothing. */
  readonly radius: number;
  /** How far it spreads, in pixels of the picture. */
  readonly reach: number;
}

/** W3C Filter Effects 1, 9.3.4: three means of d = ⌊σ 3 √(2π) ÷ 4 + ½⌋ pixels, made odd by going up. */
function blurSteps(deviation: number): BlurSteps {
  const halvings = Math.max(0, Math.ceil(Math.log2(deviation / WIDEST_DEVIATION)));
  const width = Math.floor((deviation / 2 ** halvings) * 3 * (Math.sqrt(2 * Math.PI) / 4) + 0.5);
  const radius = Math.floor(width / 2);
  return { halvings, radius, reach: 3 * radius * 2 ** halvings };
}

/** What lies beyond the edge of a picture that is blurred: nothing, so that it grows by what is spread, or its edge again. */
export type BlurEdge = 'spread' | 'clamp';

/** The edge of a picture of which nothing else is said. */
export function usualEdge({ isOpaque }: Pick<PixelPicture, 'isOpaque'>): BlurEdge {
  return isOpaque ? 'clamp' : 'spread';
}

/** A picture blurred by a deviation in its pixels, as a new one. A clamped one keeps its size. */
export function blurred(
  room: DrawingRoom,
  picture: PixelPicture,
  deviation: number,
  edge = usualEdge(picture),
): PixelPicture {
  const soft = blurredBy(room, { ...picture, isOpaque: edge === 'clamp' }, deviation);
  return { ...soft, isOpaque: soft.isOpaque && picture.isOpaque };
}

/** Here an opaque picture is one that goes on beyond its edge. */
function blurredBy(room: DrawingRoom, picture: PixelPicture, deviation: number): PixelPicture {
  const { halvings, radius, reach } = blurSteps(deviation);
  const isWider = !picture.isOpaque && radius > 0;
  const beside = (side: number) => (isWider ? roomBeside(side, reach) : 0);
  const [across, down] = [beside(picture.width), beside(picture.height)];
  const unit = 2 ** halvings;
  const fill = (side: number) => (picture.isOpaque ? 0 : (unit - (side % unit)) % unit);
  const margins: Margins = {
    left: across,
    top: down,
    right: across + fill(picture.width + 2 * across),
    bottom: down + fill(picture.height + 2 * down),
  };
  const result = reshaped(room, picture, margins);
  if (radius === 0) return result;
  if (halvings === 0) {
    blurInPlace(room, result, radius);
    return result;
  }
  let small = halved(room, result);
  for (let time = 1; time < halvings; time++) {
    const smaller = halved(room, small);
    room.pictures.release(small);
    small = smaller;
  }
  blurInPlace(room, small, radius);
  enlarge(room, small, result, unit);
  room.pictures.release(small);
  return result;
}

function halved(room: DrawingRoom, picture: PixelPicture): PixelPicture {
  const { pictures, kernels, memory } = room;
  const { width, height, isOpaque } = picture;
  const half = pictures.create({ width: Math.ceil(width / 2), height: Math.ceil(height / 2) }, { isOpaque });
  // The last of an odd number of columns has no neighbour but the border.
  if (isOpaque) extendEdges(memory, picture);
  const [from, to] = [pixelAt(picture, 0, 0), pixelAt(half, 0, 0)];
  kernels.halve(from, strideOf(picture), to, strideOf(half), half.width, half.height);
  if (isOpaque) clearEdges(memory, picture);
  return half;
}

/** Three means along each axis. */
function blurInPlace({ pictures, kernels }: DrawingRoom, picture: PixelPicture, radius: number): void {
  const other = pictures.create(picture);
  const [a, b, stride] = [pixelAt(picture, 0, 0), pixelAt(other, 0, 0), strideOf(picture)];
  const { width, height } = picture;
  kernels.blurAcross(a, stride, b, stride, width, height, radius);
  kernels.blurAcross(b, stride, a, stride, width, height, radius);
  kernels.blurAcross(a, stride, b, stride, width, height, radius);
  kernels.blurDown(b, stride, a, stride, width, height, radius);
  kernels.blurDown(a, stride, b, stride, width, height, radius);
  kernels.blurDown(b, stride, a, stride, width, height, radius);
  pictures.release(other);
}

/** Fills a picture with a smaller one. */
function enlarge({ kernels, memory }: DrawingRoom, small: PixelPicture, large: PixelPicture, times: number): void {
  if (large.isOpaque) extendEdges(memory, small);
  const step = 65_536 / times;
  const first = Math.round(step / 2 - 32_768);
  for (let y = 0; y < large.height; y++) {
    const v = first + y * step;
    kernels.sample(pixelAt(small, 0, 0), strideOf(small), first, v, step, 0, pixelAt(large, 0, y), large.width);
  }
}
