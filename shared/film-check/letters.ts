import type { DrawnPicture } from '../drawings/drawing/drawing.ts';
import type { Size } from '../template/values/placement.ts';
import type { Affine } from '../timeline/layer-state.ts';
import { filmChecks } from './check-table.ts';
import { linearLight, luminanceOf } from './picture-reader.ts';

/** The red, green, and blue of each pixel, in row-major order. */
export interface Raster extends Size {
  readonly pixels: Uint8Array;
}

/** Drawn letters with their position in the film. */
export interface DrawnLetters {
  readonly picture: DrawnPicture;
  /** The matrix from the box of the picture to the frame of the film. */
  readonly matrix: Affine;
  readonly opacity: number;
}

/** The minimum coverage of a pixel of the frame that is treated as fully covered. */
const FULL = 0.98;
/** The minimum coverage of a pixel of the frame that is a part of a letter. */
const INKED = 0.5;
/** The minimum alpha of a pixel of a letter, which is a coverage of 0.9. */
const COVERED = 230;
/** The minimum number of fully covered pixels of the frame for using their composed colors. Thin letters have fewer. */
const ENOUGH_PIXELS = 24;
/** The maximum number of pixels of a drawing to compare. */
const MAX_SAMPLES = 40_000;
/** The minimum difference between a letter and the picture behind it at which a covered letter can be detected. */
const INFORMATIVE = 16;

/** Converts a frame of YUV 4:4:4 (BT.709, limited range) to the RGB pixels of a screen. */
export function rasterOf(planes: Uint8Array, { width, height }: Size): Raster {
  const area = width * height;
  // A clamped array rounds numbers and limits them to the range of a byte.
  const pixels = new Uint8ClampedArray(3 * area);
  for (let at = 0; at < area; at++) {
    const luma = 1.16438 * ((planes[at] ?? 16) - 16);
    const blue = (planes[area + at] ?? 128) - 128;
    const red = (planes[2 * area + at] ?? 128) - 128;
    pixels[3 * at] = luma + 1.79274 * red;
    pixels[3 * at + 1] = luma - 0.21325 * blue - 0.53291 * red;
    pixels[3 * at + 2] = luma + 2.1124 * blue;
  }
  return { width, height, pixels: new Uint8Array(pixels.buffer) };
}

/** Yields the pixels of drawn letters with at least this opacity, with their positions in the film. */
export function* inkedPixels(matrix: Affine, picture: DrawnPicture, opaque: number, step: number) {
  const { width, height, originX, originY, scaleX, scaleY, rgba } = picture;
  const { a, b, c, d, e, f } = matrix;
  for (let row = 0; row < height; row += step)
    for (let column = 0; column < width; column += step) {
      const index = (row * width + column) * 4;
      const alpha = rgba[index + 3] ?? 0;
      if (alpha < opaque) continue;
      const across = (column + 0.5 - originX) / scaleX;
      const down = (row + 0.5 - originY) / scaleY;
      yield { x: a * across + c * down + e, y: b * across + d * down + f, index, alpha };
    }
}

/** Returns the contrast ratio of two luminances (WCAG 2), from 1 to 21. */
export function contrastRatio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Returns the relative luminance of an sRGB color, from 0 to 1. */
export function luminanceOfColor(red: number, green: number, blue: number): number {
  return luminanceOf(linearLight(red), linearLight(green), linearLight(blue));
}

/** Returns the contrast that 95 percent of the pixels of letters reach. */
export function percentileContrast(found: readonly number[]): number {
  const { worst } = filmChecks['text/low-contrast'].thresholds;
  return found.toSorted((one, other) => one - other)[Math.floor(found.length * worst)] ?? Number.POSITIVE_INFINITY;
}

/** Returns the coverage of each pixel of a frame by letters. */
function coverageOf({ picture, matrix }: DrawnLetters, film: Size, frame: Size): Float32Array {
  const [across, down] = [frame.width / film.width, frame.height / film.height];
  const { width, height, originX, originY, scaleX, scaleY, rgba } = picture;
  const { a, b, c, d, e, f } = matrix;
  const share = (Math.abs(a * d - b * c) / (scaleX * scaleY)) * across * down;
  const coverage = new Float32Array(frame.width * frame.height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      if ((rgba[(row * width + column) * 4 + 3] ?? 0) < COVERED) continue;
      const [right, below] = [(column + 0.5 - originX) / scaleX, (row + 0.5 - originY) / scaleY];
      const x = Math.floor((a * right + c * below + e) * across);
      const y = Math.floor((b * right + d * below + f) * down);
      if (x < 0 || y < 0 || x >= frame.width || y >= frame.height) continue;
      const at = y * frame.width + x;
      coverage[at] = (coverage[at] ?? 0) + share;
    }
  return coverage;
}

/** The measured legibility of letters in a frame. */
export interface ReadLetters {
  /** The contrast ratio (WCAG 2); null if too few letters are visible. */
  readonly contrast: number | null;
  /** The fraction of the letters that other layers cover. */
  readonly covered: number;
  /** The range of relative luminance behind the letters, without the extreme pixels; null without a contrast. */
  readonly behind: readonly [number, number] | null;
}

/**
 * Measures the legibility of letters by comparing a frame with the same frame without the fill of the text.
 * @param outline The color of the outline, with an alpha from 0 to 1. The contrast can be between the letters and the
 * outline, or between the outline and the picture behind it.
 */
export function readLetters(
  letters: DrawnLetters,
  outline: readonly [number, number, number, number] | null,
  whole: Raster,
  ground: Raster,
  film: Size,
): ReadLetters {
  const coverage = coverageOf(letters, film, whole);
  // Use only the inside of thick strokes, because composed letters can be off by one pixel.
  const beside = [-1, 1, -whole.width, whole.width];
  const isFull = (at: number): boolean =>
    (coverage[at] ?? 0) >= FULL && beside.every((step) => (coverage[at + step] ?? 0) >= FULL);
  const isLarge = coverage.reduce((count, _, at) => (isFull(at) ? count + 1 : count), 0) >= ENOUGH_PIXELS;
  const { difference } = filmChecks['text/covered'].thresholds;
  const { opacity } = letters;
  const found = [...inkColors(letters, ground, film)].flatMap(({ at, own }) => {
    if (isLarge && !isFull(at)) return [];
    const behind = colorAt(ground, at);
    const seen = colorAt(whole, at);
    const isInformative = largestDifference(own, behind) > INFORMATIVE;
    const isCovered = isInformative && isEqualAround(whole, ground, at, difference);
    return [{ own, behind, seen, isInformative, isCovered, change: largestDifference(seen, own) }];
  });
  const visible = found.filter(({ isCovered }) => !isCovered);
  const informative = found.filter(({ isInformative }) => isInformative);
  // A layer above changes the color of most letters. Use the median, because the edges of letters always differ.
  const change = visible.map((pixel) => pixel.change).toSorted((one, other) => one - other)[visible.length >> 1] ?? 0;
  const isTinted = isLarge && change > INFORMATIVE;
  const contrasts = visible.map(({ own, behind, seen }) => contrastAt(isTinted ? seen : own, behind, outline, opacity));
  const isMeasured = contrasts.length >= ENOUGH_PIXELS;
  const grounds = visible.map(({ behind }) => luminanceOfTriple(behind)).toSorted((one, other) => one - other);
  const { worst } = filmChecks['text/low-contrast'].thresholds;
  const extreme = Math.floor(grounds.length * worst);
  return {
    contrast: isMeasured ? percentileContrast(contrasts) : null,
    behind: isMeasured ? [grounds.at(extreme) ?? 0, grounds.at(-1 - extreme) ?? 1] : null,
    covered: informative.length < ENOUGH_PIXELS ? 0 : (found.length - visible.length) / informative.length,
  };
}

/**
 * Yields the positions of the letters' pixels in a frame, with the colors of the letters over the picture behind them.
 */
function* inkColors({ matrix, picture, opacity }: DrawnLetters, ground: Raster, film: Size) {
  const [across, down] = [ground.width / film.width, ground.height / film.height];
  const step = Math.max(2, Math.round(Math.sqrt((picture.width * picture.height) / MAX_SAMPLES)));
  for (const { x, y, index, alpha } of inkedPixels(matrix, picture, COVERED, step)) {
    const [column, row] = [Math.floor(x * across), Math.floor(y * down)];
    if (column < 0 || row < 0 || column >= ground.width || row >= ground.height) continue;
    const at = row * ground.width + column;
    const own = colorAt(ground, at).map((value, channel) => {
      const ink = ((picture.rgba[index + channel] ?? 0) * 255) / alpha;
      return value + (ink - value) * opacity;
    });
    yield { at, own };
  }
}

/**
 * Returns whether two frames are equal at a pixel and its neighbors. Composed letters can be off by one pixel, because
 * the frames are smaller than the film.
 */
function isEqualAround(one: Raster, other: Raster, at: number, most: number): boolean {
  const { width, height } = one;
  const [column, row] = [at % width, Math.floor(at / width)];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++)
      if (largestDifference(colorAt(one, y * width + x), colorAt(other, y * width + x)) > most) return false;
  return true;
}

function contrastAt(
  ink: readonly number[],
  behind: readonly number[],
  outline: readonly [number, number, number, number] | null,
  opacity: number,
): number {
  const [inner, outer] = [luminanceOfTriple(ink), luminanceOfTriple(behind)];
  const plain = contrastRatio(inner, outer);
  if (outline === null) return plain;
  const alpha = outline[3] * opacity;
  const edge = luminanceOfTriple(behind.map((value, channel) => value + ((outline[channel] ?? 0) - value) * alpha));
  return Math.max(contrastRatio(inner, edge), plain);
}

function luminanceOfTriple([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return luminanceOfColor(red, green, blue);
}

function colorAt({ pixels }: Raster, at: number): readonly number[] {
  return [pixels[3 * at] ?? 0, pixels[3 * at + 1] ?? 0, pixels[3 * at + 2] ?? 0];
}

function largestDifference(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))));
}

/** Returns the fraction of the smaller text's letters that overlap letters of the other text. */
export function commonInkShare(one: DrawnLetters, other: DrawnLetters, film: Size, frame: Size): number {
  const [first, second] = [coverageOf(one, film, frame), coverageOf(other, film, frame)];
  let [ofFirst, ofSecond, common] = [0, 0, 0];
  for (let at = 0; at < first.length; at++) {
    const [isFirst, isSecond] = [(first[at] ?? 0) >= INKED, (second[at] ?? 0) >= INKED];
    ofFirst += isFirst ? 1 : 0;
    ofSecond += isSecond ? 1 : 0;
    common += isFirst && isSecond ? 1 : 0;
  }
  const smaller = Math.min(ofFirst, ofSecond);
  return smaller === 0 ? 0 : common / smaller;
}

/** Returns the mean difference in luminance between a strip at an edge of the frame and the pixels beside the strip. */
export function edgeDifference(
  { width, height, pixels }: Raster,
  side: 'left' | 'right' | 'top' | 'bottom',
  strip: number,
): number {
  const isAcross = side === 'left' || side === 'right';
  const [length, depth] = isAcross ? [height, width] : [width, height];
  const outer = Math.min(depth - 1, Math.floor(strip / 2));
  const inner = Math.min(depth - 1, Math.ceil(strip) + 1);
  const luminanceAt = (along: number, into: number): number => {
    const place = side === 'right' || side === 'bottom' ? depth - 1 - into : into;
    const at = 3 * (isAcross ? along * width + place : place * width + along);
    return luminanceOfColor(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
  };
  let sum = 0;
  for (let along = 0; along < length; along++) sum += Math.abs(luminanceAt(along, outer) - luminanceAt(along, inner));
  return sum / length;
}
