import type { Size } from '../template/values/placement.ts';

/** The red, green, and blue of each pixel, in row-major order. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

/** The difference between two frames of the same size. */
export interface PlaneDifference {
  /** The number of pixels that differ. */
  readonly pixels: number;
  /** The largest difference of a luma or chroma value, from 0 to 255. */
  readonly largest: number;
  /** The left, top, right, and bottom edges of the box around the differing pixels; null if there are none. */
  readonly box: readonly [number, number, number, number] | null;
}

/** The sizes and offsets of the planes of YUV 4:2:0. */
function layoutOf({ width, height }: Size) {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const blues = width * height;
  return { halfWidth, halfHeight, blues, reds: blues + halfWidth * halfHeight };
}

/** Compares two frames in YUV 4:2:0. A pixel differs if its luma or its shared chroma differs. */
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

/** Converts planes in YUV 4:2:0 (BT.709, limited range) to RGB pixels. */
export function rasterOf(planes: Uint8Array, size: Size): Raster {
  const { width, height } = size;
  const { halfWidth, blues, reds } = layoutOf(size);
  const pixels = new Uint8ClampedArray(3 * width * height);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const shared = (row >> 1) * halfWidth + (column >> 1);
      putRgb(pixels, 3 * at, planes[at] ?? 16, planes[blues + shared] ?? 128, planes[reds + shared] ?? 128);
    }
  return { ...size, pixels: new Uint8Array(pixels.buffer) };
}

/** Writes a pixel. The clamped array rounds numbers and limits them to the range of a byte. */
function putRgb(pixels: Uint8ClampedArray, at: number, brightness: number, blueColor: number, redColor: number): void {
  const luma = 1.16438 * (brightness - 16);
  const [blue, red] = [blueColor - 128, redColor - 128];
  pixels[at] = luma + 1.79274 * red;
  pixels[at + 1] = luma - 0.21325 * blue - 0.53291 * red;
  pixels[at + 2] = luma + 2.1124 * blue;
}

/** The maximum number of samples per axis that are averaged for a pixel. */
const SAMPLES = 4;

/**
 * Converts planes in YUV 4:2:0 to the RGB pixels of a smaller picture. Each pixel is the mean of up to 16 evenly spaced
 * pixels, so the time depends on the smaller size.
 */
export function smallerRaster(planes: Uint8Array, size: Size, smaller: Size): Raster {
  const { halfWidth, blues, reds } = layoutOf(size);
  const columns = samplesOf(size.width, smaller.width);
  const rows = samplesOf(size.height, smaller.height);
  const pixels = new Uint8ClampedArray(3 * smaller.width * smaller.height);
  for (const [row, across] of rows.entries())
    for (const [column, down] of columns.entries()) {
      let [luma, blue, red] = [0, 0, 0];
      for (const y of across)
        for (const x of down) {
          const shared = (y >> 1) * halfWidth + (x >> 1);
          luma += planes[y * size.width + x] ?? 0;
          blue += planes[blues + shared] ?? 0;
          red += planes[reds + shared] ?? 0;
        }
      const count = across.length * down.length;
      putRgb(pixels, 3 * (row * smaller.width + column), luma / count, blue / count, red / count);
    }
  return { ...smaller, pixels: new Uint8Array(pixels.buffer) };
}

/** Returns the positions to sample for each target pixel, at least one. */
function samplesOf(from: number, to: number): readonly (readonly number[])[] {
  const share = from / to;
  const count = Math.max(1, Math.min(SAMPLES, Math.floor(share)));
  return Array.from({ length: to }, (_, index) =>
    Array.from({ length: count }, (__, sample) =>
      Math.min(from - 1, Math.floor((index + (sample + 0.5) / count) * share)),
    ),
  );
}

/** The factor by which equal pixels are darkened in a difference picture. */
const DIMMED = 0.3;
const MAGENTA = [255, 0, 255] as const;

/**
 * Returns the difference picture of two frames in a smaller size. Differing pixels are magenta. The other pixels of the
 * later frame are darkened.
 */
export function differenceRaster(before: Uint8Array, after: Uint8Array, size: Size, smaller: Size): Raster {
  const { pixels, ...sides } = smallerRaster(after, size, smaller);
  const shown = pixels.map((value) => Math.round(value * DIMMED));
  eachDifference(before, after, size, (column, row) => {
    const [x, y] = [Math.floor((column * sides.width) / size.width), Math.floor((row * sides.height) / size.height)];
    shown.set(MAGENTA, 3 * (y * sides.width + x));
  });
  return { ...sides, pixels: shown };
}
