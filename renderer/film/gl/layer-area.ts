import type { Placement, Size } from '#shared/template/values/placement.ts';
import type { ComposedLayer } from '../picture/composition.ts';

/** Where a layer comes to lie on a canvas that may be smaller than the film. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
  /** The size of the whole picture there, what is cut off included. */
  readonly whole: Size;
  readonly cutLeft: number;
  readonly cutTop: number;
}

export function areaOf({ scaled, picture, left, top }: Placement, frame: Size, canvas: Size): Area {
  const [across, down] = [canvas.width / frame.width, canvas.height / frame.height];
  const [x, y] = [Math.round(left * across), Math.round(top * down)];
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.round((left + picture.width) * across) - x),
    height: Math.max(1, Math.round((top + picture.height) * down) - y),
    whole: { width: scaled.width * across, height: scaled.height * down },
    cutLeft: cutOff(scaled.width, picture.width) * across,
    cutTop: cutOff(scaled.height, picture.height) * down,
  };
}

/** FFmpeg's `crop` takes the middle and begins on a whole chroma sample. */
function cutOff(whole: number, kept: number): number {
  return Math.floor((whole - kept) / 4) * 2;
}

/** The size of a layer's picture once it is upright. */
export function turnedSize({ picture, rotation }: Pick<ComposedLayer, 'picture' | 'rotation'>): Size {
  const { width, height } = picture;
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
}

/**
 * How much of a picture is read for a reduced picture: two pixels for one of the area each way, but no more than it has there.
 */
export function reducedSize(picture: Size, { width, height, whole }: Area): Size {
  const along = (has: number, shown: number, of: number) =>
    Math.max(1, Math.min(2 * shown, Math.ceil((has * shown) / of)));
  return { width: along(picture.width, width, whole.width), height: along(picture.height, height, whole.height) };
}

/**
 * From a place in the area to the place in the whole upright picture, both from (0, 0) at the upper left to (1, 1):
 * a matrix of nine, column by column.
 */
export function readArea({ width, height, whole, cutLeft, cutTop }: Area): readonly number[] {
  const [across, down] = [width / whole.width, height / whole.height];
  return [across, 0, 0, 0, down, 0, cutLeft / whole.width, cutTop / whole.height, 1];
}
