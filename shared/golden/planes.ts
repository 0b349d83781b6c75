import type { Size } from '../template/values/placement.ts';

/** Red, green, and blue of each pixel, row by row. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

/** The difference between two frames of one size. */
export interface PlaneDifference {
  /** The number of pixels that differ. */
  readonly pixels: number;
  /** The largest difference of a value of brightness or color, from 0 to 255. */
  readonly largest: number;
  /** The left, upper, right, and lower edge of the box around the differing pixels; null without any. */
  readonly box: readonly [number, number, number, number] | null;
}

/** The sizes and offsets of the planes of YUV 4:2:0. */
function layoutOf({ width, height }: Size) {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const blues = width * height;
  return { halfWidth, halfHeight, blues, reds: blues + halfWidth * halfHeight };
}

/** Returns the number of bytes of a frame of YUV 4:2:0. */
export function planeBytes(size: Size): number {
  const { halfWidth, halfHeight, reds } = layoutOf(size);
  return reds + halfWidth * halfHeight;
}

/** Compares planes of YUV 4:2:0. A pixel differs if its brightness or its shared color does. */
export function comparePlanes(before: Uint8Array, after: Uint8Array, size: Size): PlaneDifference {
  const { width, height } = size;
  let [pixels, largest] = [0, 0];
  let [left, top, right, bottom] = [width, height, 0, 0];
  eachDifference(before, after, size, (column, row, by) => {
    pixels += 1;
    largest = Math.max(largest, by);
    [left, top] = [Math.min(left, column), Math.min(top, row)];
    [right, bottom] = [Math.max(right, column + 1), Math.max(bottom, row + 1)];
  });
  return { pixels, largest, box: pixels === 0 ? null : [left, top, right, bottom] };
}

function eachDifference(
  before: Uint8Array,
  after: Uint8Array,
  size: Size,
  visit: (column: number, row: number, by: number) => void,
): void {
  const { halfWidth, blues, reds } = layoutOf(size);
  const { width, height } = size;
  const differs = (at: number) => Math.abs((before[at] ?? 0) - (after[at] ?? 0));
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const shared = (row >> 1) * halfWidth + (column >> 1);
      const by = Math.max(differs(row * width + column), differs(blues + shared), differs(reds + shared));
      if (by > 0) visit(column, row, by);
    }
}

/** Converts planes of YUV 4:2:0 (BT.709, limited range) to the RGB pixels of a screen. */
export function rasterOf(planes: Uint8Array, { width, height }: Size): Raster {
  const pixels = new Uint8Array(3 * width * height);
  const { halfWidth, blues, reds } = layoutOf({ width, height });
  // A clamped array rounds numbers and limits them to a byte.
  const clamped = new Uint8ClampedArray(pixels.buffer);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const shared = (row >> 1) * halfWidth + (column >> 1);
      const luma = 1.16438 * ((planes[row * width + column] ?? 0) - 16);
      const blue = (planes[blues + shared] ?? 128) - 128;
      const red = (planes[reds + shared] ?? 128) - 128;
      const place = 3 * (row * width + column);
      clamped[place] = luma + 1.79274 * red;
      clamped[place + 1] = luma - 0.21325 * blue - 0.53291 * red;
      clamped[place + 2] = luma + 2.1124 * blue;
    }
  return { width, height, pixels };
}

/** Returns a raster in a smaller size, with the mean of the pixels that each pixel covers. */
export function smallerRaster(raster: Raster, size: Size): Raster {
  if (size.width >= raster.width && size.height >= raster.height) return raster;
  const pixels = new Uint8Array(3 * size.width * size.height);
  const columns = edgesOf(raster.width, size.width);
  const rows = edgesOf(raster.height, size.height);
  for (let row = 0; row < size.height; row += 1)
    for (let column = 0; column < size.width; column += 1) {
      const across = [columns[column] ?? 0, columns[column + 1] ?? 0] as const;
      const down = [rows[row] ?? 0, rows[row + 1] ?? 0] as const;
      pixels.set(meanOf(raster, across, down), 3 * (row * size.width + column));
    }
  return { ...size, pixels };
}

type Edges = readonly [from: number, to: number];

function meanOf({ pixels, width }: Raster, [left, right]: Edges, [top, bottom]: Edges): readonly number[] {
  let [red, green, blue] = [0, 0, 0];
  for (let row = top; row < bottom; row += 1)
    for (let at = 3 * (row * width + left); at < 3 * (row * width + right); at += 3) {
      red += pixels[at] ?? 0;
      green += pixels[at + 1] ?? 0;
      blue += pixels[at + 2] ?? 0;
    }
  const count = (bottom - top) * (right - left);
  return [red, green, blue].map((sum) => Math.round(sum / count));
}

/** Returns the first source pixel of each target pixel, and the end of the last one. A target pixel has at least one. */
function edgesOf(from: number, to: number): readonly number[] {
  return Array.from({ length: to + 1 }, (_, index) => Math.floor((index * from) / to));
}

/** The share of brightness of equal pixels in a difference picture. */
const DIMMED = 0.3;
const MAGENTA = [255, 0, 255] as const;

/**
 * Returns the difference picture of two frames in a smaller size: magenta where a pixel differs, and the rest of the
 * later frame dimmed.
 */
export function differenceRaster(before: Uint8Array, after: Uint8Array, size: Size, smaller: Size): Raster {
  const { pixels, ...sides } = smallerRaster(rasterOf(after, size), smaller);
  const shown = pixels.map((value) => Math.round(value * DIMMED));
  eachDifference(before, after, size, (column, row) => {
    const [x, y] = [Math.floor((column * sides.width) / size.width), Math.floor((row * sides.height) / size.height)];
    shown.set(MAGENTA, 3 * (y * sides.width + x));
  });
  return { ...sides, pixels: shown };
}
