import type { Color, Gradient } from '../../template/values/color.ts';
import { inPixels } from '../../template/values/lengths.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import type { ScratchSpace } from '../pixels/frames.ts';
import { type PixelPicture, pixelAt, type Size } from '../pixels/picture.ts';
import type { Cube } from '../pixels/read-cube.ts';

/** Weights of R', G', and B' in the luminance (ITU-R BT.709-6, item 3.2). */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/** The maximum of a factor and of a summand. With these limits, sums in 16.16 fit into 32 bits. */
const MAX_FACTOR = 24;
const MAX_SUMMAND = 8;

/**
 * Returns the numbers for the kernel `matrix` in 16.16: four rows of five. The input has one row each for R', G', B',
 * and optionally opacity. The last number of a row is added; 1 means 255.
 */
export function matrixNumbers(matrix: readonly number[]): Int32Array {
  const numbers = new Int32Array(20);
  const columns = matrix.length === 12 ? 4 : 5;
  for (let row = 0; row < matrix.length / columns; row++) {
    for (let column = 0; column < columns - 1; column++)
      numbers[5 * row + column] = toFixedPoint(matrix[columns * row + column] ?? 0, MAX_FACTOR);
    numbers[5 * row + 4] = 255 * toFixedPoint(matrix[columns * row + columns - 1] ?? 0, MAX_SUMMAND);
  }
  if (columns === 4) numbers[18] = 65_536;
  return numbers;
}

function toFixedPoint(value: number, most: number): number {
  return Math.round(65_536 * Math.max(-most, Math.min(most, value)));
}

/** Returns a matrix that mixes each color with its luminance times the given color. White gives gray. */
export function tintMatrix({ red, green, blue }: Color, amount: number): readonly number[] {
  return [red, green, blue].flatMap((part, row) => [
    ...LUMINANCE.map((weight, column) => amount * weight * (part / 255) + (row === column ? 1 - amount : 0)),
    0,
  ]);
}

/** Returns the matrix of W3C Filter Effects 1, 9.4 `sepia`. */
export function sepiaMatrix(amount: number): readonly number[] {
  const rows = [
    [0.393, 0.769, 0.189],
    [0.349, 0.686, 0.168],
    [0.272, 0.534, 0.131],
  ];
  return rows.flatMap((values, row) => [
    ...values.map((value, column) => amount * value + (row === column ? 1 - amount : 0)),
    0,
  ]);
}

/** Returns three tables for R', G', and B'. Each maps a value from 0 to 255 to its changed value. */
export function byteTables(change: (value: number) => number): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.max(0, Math.min(255, Math.round(change(value)))));
  const tables = new Uint8Array(768);
  for (const at of [0, 256, 512]) tables.set(table, at);
  return tables;
}

/** Returns the cosine and the sine of an angle in degrees for the kernel `turnColors`, which rotates Cb and Cr. */
export function hueNumbers(angle: number): readonly [cosine: number, sine: number] {
  const radians = (angle * Math.PI) / 180;
  return [Math.round(65_536 * Math.cos(radians)), Math.round(65_536 * Math.sin(radians))];
}

/**
 * Returns the factors for the kernel `turnColors` that scale Cb and Cr by the intensity. From 127 on, every color
 * except gray is clipped.
 */
export function saturationNumbers(intensity: number): readonly [cosine: number, sine: number] {
  return [Math.round(65_536 * Math.min(127, intensity)), 0];
}

/** Maps the colors of a picture by a color table, in place. `amount` is the weight of the mapped colors, 0 to 1. */
export function byCube(scratch: ScratchSpace, picture: PixelPicture, name: string, amount: number): PixelPicture {
  const { kernels } = scratch;
  const { width, height } = picture;
  const cube = scratch.cubeNamed(name);
  if (cube.dimensions === 1) {
    const tables = scratch.cached(`cube ${name} ${amount}`, () => cubeTables(cube, amount));
    for (let y = 0; y < height; y++) kernels.lookUp(pixelAt(picture, 0, y), tables, width);
    return picture;
  }
  const positions = scratch.cached(`cube ${name}`, () => cubeBytes(cube));
  const weight = Math.floor(256 * amount + 0.5);
  for (let y = 0; y < height; y++)
    kernels.cube(pixelAt(picture, 0, y), positions, positions + POSITION_BYTES, cube.size, weight, width);
  return picture;
}

/** The size of the positions of 256 values in three channels, in bytes. */
const POSITION_BYTES = 3 * 256 * 2;
/** The fixed-point precision of the table's colors: 64 steps per 8-bit unit. */
const STEPS_PER_UNIT = 64;
const MAX_STEPS = 32_767;

/** Returns the position of a channel's value along an axis, 0 to size − 1. */
function positionOf({ size, least, most }: Cube, axis: 0 | 1 | 2, value: number): number {
  const part = (value / 255 - least[axis]) / (most[axis] - least[axis]);
  return Math.max(0, Math.min(1, part)) * (size - 1);
}

/**
 * Returns a three-dimensional table for the kernel `cube`. The table starts with the positions of all values of R', G',
 * and B'. A position is 512 × the index of the lower entry plus the distance to the next entry in 256ths. The colors
 * follow as four 16-bit numbers each, with 64 steps per 8-bit unit. The fourth number is 0.
 */
function cubeBytes(cube: Cube): Uint8Array {
  const { size, values } = cube;
  const entries = size ** 3;
  const bytes = new Uint8Array(POSITION_BYTES + 8 * entries);
  const view = new DataView(bytes.buffer);
  for (const axis of [0, 1, 2] as const)
    for (let value = 0; value < 256; value++) {
      const place = positionOf(cube, axis, value);
      const before = Math.min(size - 2, Math.floor(place));
      view.setUint16(2 * (256 * axis + value), 512 * before + Math.round(256 * (place - before)), true);
    }
  for (let entry = 0; entry < entries; entry++)
    for (let part = 0; part < 3; part++) {
      const steps = Math.round((values[3 * entry + part] ?? 0) * 255 * STEPS_PER_UNIT);
      view.setInt16(POSITION_BYTES + 8 * entry + 2 * part, Math.max(-MAX_STEPS, Math.min(MAX_STEPS, steps)), true);
    }
  return bytes;
}

/** Returns tables of 256 bytes for R', G', and B' from a one-dimensional table, mixed with the unchanged values. */
function cubeTables(cube: Cube, amount: number): Uint8Array {
  const { size, values } = cube;
  const tables = new Uint8Array(768);
  for (const axis of [0, 1, 2] as const)
    for (let value = 0; value < 256; value++) {
      const place = positionOf(cube, axis, value);
      const before = Math.min(size - 2, Math.floor(place));
      const [low = 0, high = 0] = [values[3 * before + axis], values[3 * before + 3 + axis]];
      const mapped = clipped(255 * (low + (high - low) * (place - before)));
      tables[256 * axis + value] = Math.round(value + (mapped - value) * amount);
    }
  return tables;
}

function clipped(value: number): number {
  return Math.max(0, Math.min(255, value));
}

/**
 * Writes the weight 1 − cos⁴(aperture × d) of each pixel into `weights`, scaled to 0 to 255. d is the distance from the
 * center of the picture, 1 at the corners. Computes one quarter and mirrors it. `Math.hypot` and `**` would take four
 * times as long.
 */
export function drawVignette({ width, height }: Size, aperture: number, weights: Uint8Array): void {
  const anglePerPixel = aperture / (Math.sqrt(width * width + height * height) / 2);
  for (let y = 0; y < Math.ceil(height / 2); y++) {
    const up = y + 0.5 - height / 2;
    for (let x = 0; x < Math.ceil(width / 2); x++) {
      const across = x + 0.5 - width / 2;
      const cosine = Math.cos(anglePerPixel * Math.sqrt(across * across + up * up));
      const square = cosine * cosine;
      const weight = Math.round(255 * (1 - square * square));
      weights[y * width + x] = weight;
      weights[y * width + width - 1 - x] = weight;
      weights[(height - 1 - y) * width + x] = weight;
      weights[(height - 1 - y) * width + width - 1 - x] = weight;
    }
  }
}

/**
 * A color stop with its position, usually from 0 to 1. The color channels are from 0 to 255 and premultiplied. The
 * opacity is from 0 to 1.
 */
interface PlacedStop {
  readonly place: number;
  readonly color: readonly [red: number, green: number, blue: number, opacity: number];
}

/**
 * Fills a picture with a linear gradient (CSS Images 3, 3.1 and 3.4.3). Interpolates linearly in premultiplied sRGB.
 * Dithers fractional values to avoid visible bands.
 * @param size The layer's own size in pixels of the film.
 */
export function fillGradient(memory: KernelMemory, picture: PixelPicture, gradient: Gradient, size: Size): void {
  const bytes = memory.bytes();
  const radians = (gradient.angle * Math.PI) / 180;
  const [x, y] = [Math.sin(radians), -Math.cos(radians)];
  const lineLength = Math.abs(size.width * x) + Math.abs(size.height * y);
  const stops = placedStops(gradient, lineLength);
  // One array for all pixels: an array for each pixel would occupy the garbage collector.
  const color = new Float64Array(4);
  for (let row = 0; row < picture.height; row++) {
    const down = ((row + 0.5) / picture.height - 0.5) * size.height;
    for (let column = 0; column < picture.width; column++) {
      const across = ((column + 0.5) / picture.width - 0.5) * size.width;
      writeColor(stops, (across * x + down * y) / lineLength + 0.5, color);
      toCodes(color);
      const threshold = thresholds[8 * (row & 7) + (column & 7)] ?? 0;
      const at = pixelAt(picture, column, row);
      for (let part = 0; part < 4; part++) bytes[at + part] = Math.floor((color[part] ?? 0) + threshold);
    }
  }
}

/** Returns the stops in ascending order (CSS Images 3, 3.4.3, "color stop fixup"). */
function placedStops({ stops }: Gradient, lineLength: number): readonly PlacedStop[] {
  const last = stops.length - 1;
  let highest = Number.NEGATIVE_INFINITY;
  const places = stops.map(({ at }, index): number | null => {
    const standard = index === 0 ? 0 : index === last ? 1 : null;
    const place = at === null ? standard : inPixels(at, lineLength) / lineLength;
    if (place === null) return null;
    highest = Math.max(highest, place);
    return highest;
  });
  return stops.map(({ color: { red, green, blue, alpha } }, index) => ({
    place: places[index] ?? placeBetween(places, index),
    color: [red * alpha, green * alpha, blue * alpha, alpha],
  }));
}

/**
 * Computes the position of a stop that has none: stops without a position are evenly spaced between their neighbors.
 */
function placeBetween(places: readonly (number | null)[], index: number): number {
  let [before, after] = [index, index];
  while (before > 0 && places[before] === null) before -= 1;
  while (after < places.length - 1 && places[after] === null) after += 1;
  const [from, to] = [places[before] ?? 0, places[after] ?? 1];
  return from + ((to - from) * (index - before)) / (after - before);
}

/** Writes the color at a position of the gradient line. */
function writeColor(stops: readonly PlacedStop[], place: number, color: Float64Array): void {
  let after = 0;
  while (after < stops.length && !((stops[after]?.place ?? 0) > place)) after += 1;
  const low = stops[Math.max(0, after - 1)];
  const high = stops[Math.min(after, stops.length - 1)];
  if (low === undefined || high === undefined) return;
  if (after === 0 || after === stops.length) {
    color.set(low.color);
    return;
  }
  const part = (place - low.place) / (high.place - low.place);
  for (let index = 0; index < 4; index++) {
    const value = low.color[index] ?? 0;
    color[index] = value + ((high.color[index] ?? 0) - value) * part;
  }
}

/** Converts a color in place to Y, Cb, Cr of BT.709 in limited range, premultiplied, and opacity, without rounding. */
function toCodes(color: Float64Array): void {
  const red = color[0] ?? 0;
  const green = color[1] ?? 0;
  const blue = color[2] ?? 0;
  const opacity = color[3] ?? 0;
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  color[0] = 16 * opacity + (219 / 255) * luminance;
  color[1] = 128 * opacity + ((224 / 255) * (blue - luminance)) / 1.8556;
  color[2] = 128 * opacity + ((224 / 255) * (red - luminance)) / 1.5748;
  color[3] = 255 * opacity;
}

/** The tolerance for integers that rounding errors make slightly too small. */
const TOLERANCE = 1e-6;
const BAYER_2X2 = [0, 2, 3, 1] as const;

/**
 * Returns the fraction from which a value is rounded up. Each pixel of an 8 × 8 block has a different threshold (Bayer,
 * 1973).
 */
function thresholdAt(column: number, row: number): number {
  let sum = 0;
  for (let bit = 0; bit < 3; bit++) {
    const [x, y] = [(column >> bit) & 1, (row >> bit) & 1];
    sum = 4 * sum + (BAYER_2X2[2 * y + x] ?? 0);
  }
  return (sum + 0.5) / 64 + TOLERANCE;
}

const thresholds = Float64Array.from({ length: 64 }, (_, at) => thresholdAt(at & 7, at >> 3));
