import type { Placement, Size } from '#shared/template/values/placement.ts';
import type { ComposedLayer, Rotation } from '../picture/composition.ts';

/** The position of a layer on a canvas that can be smaller than the movie. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
  /** The scaled size of the whole picture on the canvas, including the cropped part. */
  readonly uncropped: Size;
  readonly cutLeft: number;
  readonly cutTop: number;
}

/** Returns the position of a placed picture on a canvas that shows the frame. */
export function areaOf({ scaled, picture, left, top }: Placement, frame: Size, canvas: Size): Area {
  const [scaleX, scaleY] = [canvas.width / frame.width, canvas.height / frame.height];
  const [x, y] = [Math.round(left * scaleX), Math.round(top * scaleY)];
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.round((left + picture.width) * scaleX) - x),
    height: Math.max(1, Math.round((top + picture.height) * scaleY) - y),
    uncropped: { width: scaled.width * scaleX, height: scaled.height * scaleY },
    cutLeft: cropOffset(scaled.width, picture.width) * scaleX,
    cutTop: cropOffset(scaled.height, picture.height) * scaleY,
  };
}

/**
 * Returns the length that FFmpeg's `crop` filter removes at the left or top. The filter crops around the center, at a
 * multiple of the chroma sampling.
 */
function cropOffset(length: number, visible: number): number {
  return Math.floor((length - visible) / 4) * 2;
}

/** Returns the size of a layer's picture after its rotation. */
export function uprightSize({ picture, rotation }: Pick<ComposedLayer, 'picture' | 'rotation'>): Size {
  const { width, height } = picture;
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
}

/**
 * Returns the size in which a reduced picture is read. It has two pixels per pixel of the area in each direction, but
 * is at most the size of the picture.
 */
export function reducedSize(picture: Size, { width, height, uncropped }: Area): Size {
  const reducedLength = (pictureLength: number, visible: number, uncroppedLength: number) =>
    Math.max(1, Math.min(2 * visible, Math.ceil((pictureLength * visible) / uncroppedLength)));
  return {
    width: reducedLength(picture.width, width, uncropped.width),
    height: reducedLength(picture.height, height, uncropped.height),
  };
}

/**
 * Returns the matrix from a point in the area to a point in the whole upright picture. Both have coordinates from (0,
 * 0) at the top left to (1, 1). The matrix is column-major, 3 × 3.
 */
export function areaMatrix({ width, height, uncropped, cutLeft, cutTop }: Area): readonly number[] {
  const [scaleX, scaleY] = [width / uncropped.width, height / uncropped.height];
  return [scaleX, 0, 0, 0, scaleY, 0, cutLeft / uncropped.width, cutTop / uncropped.height, 1];
}

/**
 * The matrices that map a point in the upright picture to a point in the stored picture. They are column-major, 3 × 3;
 * (0, 0) is at the top left. For example, after a clockwise rotation by 90 degrees, the top left corner comes from the
 * stored bottom left corner.
 */
export const ROTATIONS: Readonly<Record<Rotation, readonly number[]>> = {
  0: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  90: [0, -1, 0, 1, 0, 0, 0, 1, 1],
  180: [-1, 0, 0, 0, -1, 0, 1, 1, 1],
  270: [0, 1, 0, -1, 0, 0, 1, 0, 1],
};

/** Returns the product of two column-major 3 × 3 matrices. The product applies `second` first, then `first`. */
export function multiplied(first: readonly number[], second: readonly number[]): readonly number[] {
  const at = (matrix: readonly number[], row: number, column: number) => matrix[column * 3 + row] ?? 0;
  return Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [index % 3, Math.floor(index / 3)];
    return [0, 1, 2].reduce((sum, middle) => sum + at(first, row, middle) * at(second, middle, column), 0);
  });
}
