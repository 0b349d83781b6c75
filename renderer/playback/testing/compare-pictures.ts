import type { RgbPicture } from '#service/testing/decode-png.ts';
import { invariant } from '#shared/lib/assert.ts';

/** The similarity of two pictures. */
export interface Likeness {
  /** The structural similarity of the luma; 1 for equal pictures (Wang, Bovik, Sheikh, and Simoncelli 2004). */
  readonly ssim: number;
  /** The mean absolute difference on a scale of 255. */
  readonly luma: number;
  readonly chroma: number;
}

export function comparePictures(left: RgbPicture, right: RgbPicture): Likeness {
  invariant(left.width === right.width && left.height === right.height, 'pictures of one size');
  const [a, b] = [planesOf(left), planesOf(right)];
  return {
    ssim: ssimOf(a.luma, b.luma, left.width, left.height),
    luma: meanDistance(a.luma, b.luma),
    chroma: (meanDistance(a.blue, b.blue) + meanDistance(a.red, b.red)) / 2,
  };
}

interface Planes {
  readonly luma: Float32Array;
  readonly blue: Float32Array;
  readonly red: Float32Array;
}

/** Converts RGB to luma and chroma as in ITU-R BT.709-6, item 3. */
function planesOf({ pixels }: RgbPicture): Planes {
  const count = pixels.length / 3;
  const [luma, blue, red] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let index = 0; index < count; index++) {
    const [r, g, b] = [pixels[index * 3] ?? 0, pixels[index * 3 + 1] ?? 0, pixels[index * 3 + 2] ?? 0];
    const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    luma[index] = y;
    blue[index] = (b - y) / 1.8556;
    red[index] = (r - y) / 1.5748;
  }
  return { luma, blue, red };
}

function meanDistance(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += Math.abs((left[index] ?? 0) - (right[index] ?? 0));
  return sum / left.length;
}

const WINDOW = 11;
const SIGMA = 1.5;
const STABLE_MEAN = (0.01 * 255) ** 2;
const STABLE_SPREAD = (0.03 * 255) ** 2;

/**
 * Computes the SSIM as in the paper, with a Gaussian window of 11 × 11 pixels and a deviation of 1.5. The window is
 * placed at every position where it fits.
 */
function ssimOf(left: Float32Array, right: Float32Array, width: number, height: number): number {
  const product = (a: Float32Array, b: Float32Array) => a.map((value, index) => value * (b[index] ?? 0));
  const blur = (plane: Float32Array) => blurred(plane, width, height);
  const [meanA, meanB] = [blur(left), blur(right)];
  const [squareA, squareB, both] = [blur(product(left, left)), blur(product(right, right)), blur(product(left, right))];
  let sum = 0;
  for (let index = 0; index < meanA.length; index++) {
    const [a, b] = [meanA[index] ?? 0, meanB[index] ?? 0];
    const [varianceA, varianceB] = [(squareA[index] ?? 0) - a * a, (squareB[index] ?? 0) - b * b];
    const covariance = (both[index] ?? 0) - a * b;
    sum +=
      ((2 * a * b + STABLE_MEAN) * (2 * covariance + STABLE_SPREAD)) /
      ((a * a + b * b + STABLE_MEAN) * (varianceA + varianceB + STABLE_SPREAD));
  }
  return sum / meanA.length;
}

const KERNEL = (() => {
  const weights = Array.from({ length: WINDOW }, (_, index) => Math.exp(-((index - 5) ** 2) / (2 * SIGMA ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
})();

/** Blurs a plane. The result contains only the positions at which the window is inside the picture. */
function blurred(plane: Float32Array, width: number, height: number): Float64Array {
  const [across, down] = [width - WINDOW + 1, height - WINDOW + 1];
  const rows = new Float64Array(across * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < across; x++) {
      let sum = 0;
      for (let tap = 0; tap < WINDOW; tap++) sum += (KERNEL[tap] ?? 0) * (plane[y * width + x + tap] ?? 0);
      rows[y * across + x] = sum;
    }
  const result = new Float64Array(across * down);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      let sum = 0;
      for (let tap = 0; tap < WINDOW; tap++) sum += (KERNEL[tap] ?? 0) * (rows[(y + tap) * across + x] ?? 0);
      result[y * across + x] = sum;
    }
  return result;
}
