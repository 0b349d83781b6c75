import type { DrawnPicture } from '../drawings/drawing/drawing.ts';
import type { Size } from '../template/values/placement.ts';
import type { Affine, Rect } from '../timeline/layer-state.ts';
import { boundsOf, IDENTITY, multiplyAffine } from '../timeline/placement.ts';
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

/**
 * Converts a frame of YUV 4:4:4 (BT.709, limited range) to the RGB pixels of a screen.
 * @param part The pixels to convert; the whole frame by default. The others are black.
 */
export function rasterOf(planes: Uint8Array, { width, height }: Size, part?: Rect): Raster {
  const area = width * height;
  // A clamped array rounds numbers and limits them to the range of a byte.
  const pixels = new Uint8ClampedArray(3 * area);
  const { left, top, ...size } = part ?? { left: 0, top: 0, width, height };
  for (let row = top; row < top + size.height; row++)
    for (let at = row * width + left; at < row * width + left + size.width; at++) {
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
  return sorted(found)[Math.floor(found.length * worst)] ?? Number.POSITIVE_INFINITY;
}

/** The coverage of pixels by letters, in a rectangle of the frame that contains the letters. */
interface Coverage extends Size {
  readonly left: number;
  readonly top: number;
  /** The covered fraction of each pixel, in row-major order. */
  readonly shares: Float32Array;
}

/** Returns the pixels of a frame that contain letters and their neighbors. */
export function areaAround(
  { picture, matrix }: Pick<DrawnLetters, 'picture' | 'matrix'>,
  film: Size,
  frame: Size,
): Rect {
  const [across, down] = [frame.width / film.width, frame.height / film.height];
  const { width, height, originX, originY, scaleX, scaleY } = picture;
  const placed = boundsOf(multiplyAffine(matrix, { ...IDENTITY, e: -originX / scaleX, f: -originY / scaleY }), {
    ...{ width: width / scaleX, height: height / scaleY },
  });
  const within = (place: number, most: number): number => Math.max(0, Math.min(most, place));
  const left = within(Math.floor(placed.left * across) - 2, frame.width);
  const top = within(Math.floor(placed.top * down) - 2, frame.height);
  const right = within(Math.ceil((placed.left + placed.width) * across) + 2, frame.width);
  const bottom = within(Math.ceil((placed.top + placed.height) * down) + 2, frame.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns the coverage of a frame by letters. */
function coverageOf({ picture, matrix }: DrawnLetters, film: Size, frame: Size): Coverage {
  const [across, down] = [frame.width / film.width, frame.height / film.height];
  const { width, height, originX, originY, scaleX, scaleY, rgba } = picture;
  const { a, b, c, d, e, f } = matrix;
  const share = (Math.abs(a * d - b * c) / (scaleX * scaleY)) * across * down;
  const { left, top, ...size } = areaAround({ picture, matrix }, film, frame);
  const shares = new Float32Array(size.width * size.height);
  for (let row = 0; row < height; row++) {
    const below = (row + 0.5 - originY) / scaleY;
    for (let column = 0; column < width; column++) {
      if ((rgba[(row * width + column) * 4 + 3] ?? 0) < COVERED) continue;
      const beside = (column + 0.5 - originX) / scaleX;
      const x = Math.floor((a * beside + c * below + e) * across) - left;
      const y = Math.floor((b * beside + d * below + f) * down) - top;
      if (x < 0 || y < 0 || x >= size.width || y >= size.height) continue;
      const at = y * size.width + x;
      shares[at] = (shares[at] ?? 0) + share;
    }
  }
  return { left, top, ...size, shares };
}

/** Returns the covered fraction of a pixel of the frame. */
function shareAt({ left, top, width, height, shares }: Coverage, x: number, y: number): number {
  const [column, row] = [x - left, y - top];
  return column < 0 || row < 0 || column >= width || row >= height ? 0 : (shares[row * width + column] ?? 0);
}

/**
 * Returns whether a pixel of the frame is inside a thick stroke: the pixel and its four neighbors are fully covered.
 * Composed letters can be off by one pixel.
 */
function isInside(coverage: Coverage, x: number, y: number): boolean {
  return (
    shareAt(coverage, x, y) >= FULL &&
    shareAt(coverage, x - 1, y) >= FULL &&
    shareAt(coverage, x + 1, y) >= FULL &&
    shareAt(coverage, x, y - 1) >= FULL &&
    shareAt(coverage, x, y + 1) >= FULL
  );
}

/** Returns whether letters have enough pixels inside thick strokes. */
function hasThickStrokes(coverage: Coverage): boolean {
  const { left, top, width, height } = coverage;
  let found = 0;
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) if (isInside(coverage, x, y) && ++found >= ENOUGH_PIXELS) return true;
  return false;
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
  const isLarge = hasThickStrokes(coverage);
  const pixels = isLarge
    ? { isUsed: (x: number, y: number) => isInside(coverage, x, y), isEqual: isEqualAt }
    : { isUsed: () => true, isEqual: isEqualAround };
  const { visible, informative, all } = comparePixels(letters, outline, whole, ground, film, pixels);
  const { own, seen, behind, edge, change } = visible;
  // A layer above changes the color of most letters. Use the median, because the edges of letters always differ.
  const isTinted = isLarge && (sorted(change)[change.length >> 1] ?? 0) > INFORMATIVE;
  const ink = isTinted ? seen : own;
  const contrasts = ink.map((luminance, index) => {
    const plain = contrastRatio(luminance, behind[index] ?? 0);
    const around = edge[index];
    return around === undefined ? plain : Math.max(contrastRatio(luminance, around), plain);
  });
  const isMeasured = contrasts.length >= ENOUGH_PIXELS;
  const grounds = sorted(behind);
  const { worst } = filmChecks['text/low-contrast'].thresholds;
  const extreme = Math.floor(grounds.length * worst);
  return {
    contrast: isMeasured ? percentileContrast(contrasts) : null,
    behind: isMeasured ? [grounds.at(extreme) ?? 0, grounds.at(-1 - extreme) ?? 1] : null,
    covered: informative < ENOUGH_PIXELS ? 0 : (all - own.length) / informative,
  };
}

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

/** Returns a function that computes the luminance of a color. It remembers the last color, because most letters have one. */
function luminanceMemory(): (red: number, green: number, blue: number) => number {
  let [lastRed, lastGreen, lastBlue, last] = [-1, -1, -1, 0];
  return (red, green, blue) => {
    if (red !== lastRed || green !== lastGreen || blue !== lastBlue) {
      lastRed = red;
      lastGreen = green;
      lastBlue = blue;
      last = luminanceOfColor(red, green, blue);
    }
    return last;
  };
}

const lightOfByte = Float64Array.from({ length: 256 }, (_, value) => linearLight(value));

/** Returns the relative luminance of a pixel. `at` is the index of its red. */
function luminanceAt(pixels: Uint8Array, at: number): number {
  return luminanceOf(
    lightOfByte[pixels[at] ?? 0] ?? 0,
    lightOfByte[pixels[at + 1] ?? 0] ?? 0,
    lightOfByte[pixels[at + 2] ?? 0] ?? 0,
  );
}

/** The compared pixels of letters. `visible` has one number for each pixel that no layer covers. */
interface ComparedPixels {
  readonly visible: {
    /** The color of the letters over the picture behind them. */
    readonly own: number[];
    /** The color in the frame. */
    readonly seen: number[];
    readonly behind: number[];
    /** The color of the outline over the picture behind it; empty without an outline. */
    readonly edge: number[];
    /** The largest difference of a channel between the frame and the letters, from 0 to 255. */
    readonly change: number[];
  };
  /** The number of pixels at which a covering layer can be detected. */
  readonly informative: number;
  readonly all: number;
}

interface PixelChoice {
  readonly isUsed: (x: number, y: number) => boolean;
  /** Returns whether two frames are equal at a pixel, which another layer then covers. */
  readonly isEqual: typeof isEqualAround;
}

function comparePixels(
  letters: DrawnLetters,
  outline: readonly [number, number, number, number] | null,
  whole: Raster,
  ground: Raster,
  film: Size,
  { isUsed, isEqual }: PixelChoice,
): ComparedPixels {
  const { picture, opacity } = letters;
  const { difference } = filmChecks['text/covered'].thresholds;
  const visible: ComparedPixels['visible'] = { own: [], seen: [], behind: [], edge: [], change: [] };
  let [informative, all] = [0, 0];
  const [ownLuminance, edgeLuminance] = [luminanceMemory(), luminanceMemory()];
  // Destructured arrays in this loop would occupy the garbage collector.
  const inkOf = (value: number, ink: number, alpha: number): number => value + ((ink * 255) / alpha - value) * opacity;
  const edgeAlpha = outline === null ? 0 : outline[3] * opacity;
  const edgeOf = (value: number, channel: number): number => value + ((outline?.[channel] ?? 0) - value) * edgeAlpha;
  eachInkedPixel(letters, ground, film, (x, y, index, alpha) => {
    if (!isUsed(x, y)) return;
    const at = 3 * (y * ground.width + x);
    const red = ground.pixels[at] ?? 0;
    const green = ground.pixels[at + 1] ?? 0;
    const blue = ground.pixels[at + 2] ?? 0;
    const ownRed = inkOf(red, picture.rgba[index] ?? 0, alpha);
    const ownGreen = inkOf(green, picture.rgba[index + 1] ?? 0, alpha);
    const ownBlue = inkOf(blue, picture.rgba[index + 2] ?? 0, alpha);
    const isInformative =
      Math.max(Math.abs(ownRed - red), Math.abs(ownGreen - green), Math.abs(ownBlue - blue)) > INFORMATIVE;
    all += 1;
    if (isInformative) {
      informative += 1;
      if (isEqual(whole, ground, x, y, difference)) return;
    }
    visible.own.push(ownLuminance(ownRed, ownGreen, ownBlue));
    visible.seen.push(luminanceAt(whole.pixels, at));
    visible.behind.push(luminanceAt(ground.pixels, at));
    visible.change.push(
      Math.max(
        Math.abs((whole.pixels[at] ?? 0) - ownRed),
        Math.abs((whole.pixels[at + 1] ?? 0) - ownGreen),
        Math.abs((whole.pixels[at + 2] ?? 0) - ownBlue),
      ),
    );
    if (outline === null) return;
    visible.edge.push(edgeLuminance(edgeOf(red, 0), edgeOf(green, 1), edgeOf(blue, 2)));
  });
  return { visible, informative, all };
}

/** Visits pixels of letters with their places in the frame and their index and alpha in the picture of the letters. */
function eachInkedPixel(
  { matrix, picture }: DrawnLetters,
  frame: Size,
  film: Size,
  visit: (x: number, y: number, index: number, alpha: number) => void,
): void {
  const [across, down] = [frame.width / film.width, frame.height / film.height];
  const { width, height, originX, originY, scaleX, scaleY, rgba } = picture;
  const { a, b, c, d, e, f } = matrix;
  const step = Math.max(2, Math.round(Math.sqrt((width * height) / MAX_SAMPLES)));
  for (let row = 0; row < height; row += step) {
    const below = (row + 0.5 - originY) / scaleY;
    for (let column = 0; column < width; column += step) {
      const index = (row * width + column) * 4;
      const alpha = rgba[index + 3] ?? 0;
      if (alpha < COVERED) continue;
      const beside = (column + 0.5 - originX) / scaleX;
      const x = Math.floor((a * beside + c * below + e) * across);
      const y = Math.floor((b * beside + d * below + f) * down);
      if (x >= 0 && y >= 0 && x < frame.width && y < frame.height) visit(x, y, index, alpha);
    }
  }
}

/**
 * Returns whether two frames are equal at a pixel and its neighbors. Composed letters can be off by one pixel, because
 * the frames are smaller than the film.
 */
function isEqualAround(one: Raster, other: Raster, column: number, row: number, most: number): boolean {
  const { width, height } = one;
  const [first, last] = [Math.max(0, column - 1), Math.min(width - 1, column + 1)];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++)
    for (let at = 3 * (y * width + first); at < 3 * (y * width + last + 1); at++)
      if (Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0)) > most) return false;
  return true;
}

/** Returns whether two frames are equal at a pixel. Inside of a thick stroke, letters that are off by one pixel differ. */
function isEqualAt(one: Raster, other: Raster, column: number, row: number, most: number): boolean {
  const at = 3 * (row * one.width + column);
  for (let channel = at; channel < at + 3; channel++)
    if (Math.abs((one.pixels[channel] ?? 0) - (other.pixels[channel] ?? 0)) > most) return false;
  return true;
}

/** Returns the fraction of the smaller text's letters that overlap letters of the other text. */
export function commonInkShare(one: DrawnLetters, other: DrawnLetters, film: Size, frame: Size): number {
  const [first, second] = [coverageOf(one, film, frame), coverageOf(other, film, frame)];
  const inked = ({ shares }: Coverage): number =>
    shares.reduce((count, share) => (share >= INKED ? count + 1 : count), 0);
  let common = 0;
  for (let y = first.top; y < first.top + first.height; y++)
    for (let x = first.left; x < first.left + first.width; x++)
      if (shareAt(first, x, y) >= INKED && shareAt(second, x, y) >= INKED) common += 1;
  const smaller = Math.min(inked(first), inked(second));
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
  const luminanceIn = (along: number, into: number): number => {
    const place = side === 'right' || side === 'bottom' ? depth - 1 - into : into;
    const at = 3 * (isAcross ? along * width + place : place * width + along);
    return luminanceAt(pixels, at);
  };
  let sum = 0;
  for (let along = 0; along < length; along++) sum += Math.abs(luminanceIn(along, outer) - luminanceIn(along, inner));
  return sum / length;
}
