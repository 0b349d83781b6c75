import type { Placement, Size } from '#shared/template/values/placement.ts';
import type { ComposedLayer, Rotation } from '../picture/composition.ts';

/** The position of a layer on a canvas that can be smaller than the movie. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
  /** The size of the whole picture on the canvas, including the cropped part. */
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

/** Returns the crop at one side. FFmpeg's `crop` takes the middle and starts on a whole chroma sample. */
function cutOff(whole: number, kept: number): number {
  return Math.floor((whole - kept) / 4) * 2;
}

/** Returns the size of a layer's picture after its rotation. */
export function turnedSize({ picture, rotation }: Pick<ComposedLayer, 'picture' | 'rotation'>): Size {
  const { width, height } = picture;
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
}

/**
 * Returns the size at which a reduced picture is read: two pixels per pixel of the area in each direction, at most the
 * pixels of the picture.
 */
export function reducedSize(picture: Size, { width, height, whole }: Area): Size {
  const along = (has: number, shown: number, of: number) =>
    Math.max(1, Math.min(2 * shown, Math.ceil((has * shown) / of)));
  return { width: along(picture.width, width, whole.width), height: along(picture.height, height, whole.height) };
}

/**
 * Returns the matrix from a point in the area to a point in the whole upright picture. Both have coordinates from (0,
 * 0) at the top left to (1, 1). The matrix has nine values, column by column.
 */
export function readArea({ width, height, whole, cutLeft, cutTop }: Area): readonly number[] {
  const [across, down] = [width / whole.width, height / whole.height];
  return [across, 0, 0, 0, down, 0, cutLeft / whole.width, cutTop / whole.height, 1];
}

/**
 * The matrices from a point in the upright picture to the point in the stored picture, with (0, 0) at the top left.
 * Each has nine values, column by column. After a rotation by 90 degrees clockwise, the stored bottom left corner is at
 * the top left.
 */
export const TURNS: Readonly<Record<Rotation, readonly number[]>> = {
  0: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  90: [0, -1, 0, 1, 0, 0, 0, 1, 1],
  180: [-1, 0, 0, 0, -1, 0, 1, 1, 1],
  270: [0, 1, 0, -1, 0, 0, 1, 0, 1],
};

/** Returns the matrix that applies `second` and then `first`. Matrices have nine values, column by column. */
export function multiplied(first: readonly number[], second: readonly number[]): readonly number[] {
  const at = (matrix: readonly number[], row: number, column: number) => matrix[column * 3 + row] ?? 0;
  return Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [index % 3, Math.floor(index / 3)];
    return [0, 1, 2].reduce((sum, middle) => sum + at(first, row, middle) * at(second, middle, column), 0);
  });
}
