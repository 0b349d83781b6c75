import type { Size } from '../template/values/placement.ts';
import { filmChecks } from './check-table.ts';
import { interestOf, RATED_HEIGHT, RATED_WIDTH } from './picture-interest.ts';

/**
 * The cells of a frame. WCAG 2.2 defines the thresholds of flashes for 1024×768 pixels, so the film is fitted into this
 * size. A cell has 8×8 of these pixels, or more if the frame has too few pixels.
 */
export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  /** The size of a cell in pixels of the fitted film. */
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** The size of the fitted film, and of a cell, in pixels. */
const FITTED = { width: 1024, height: 768 };
const CELL = 8;

/** The longer side of the frames that the checks read, in pixels. */
export const REDUCED_SIDE = 480;

/**
 * The number of bytes per cell. Each plane has one byte for every cell: the luminance, the chromaticities u′ and v′
 * (CIE 1976), and the fraction of red in the light.
 */
export const CELL_PLANES = 4;
/** The chromaticity that is stored as 255. Chromaticities of a screen are below 0.63. */
export const MAX_CHROMATICITY = 0.65;
/** The chromaticity of white, which is used for cells without light. */
const WHITE = { u: 0.1978, v: 0.4683 };
/**
 * The minimum sum of linear red, green, and blue of a cell that has a color. WCAG 2.2 requires light for a red flash.
 */
const LEAST_LIGHT = 0.02;

/** Returns the cell grid of a film whose frames are reduced to `reduced`. */
export function cellGridOf(film: Size, reduced: Size): CellGrid {
  const scale = Math.min(FITTED.width / film.width, FITTED.height / film.height);
  const fitted = { width: film.width * scale, height: film.height * scale };
  const columns = Math.max(1, Math.min(Math.round(fitted.width / CELL), reduced.width));
  const rows = Math.max(1, Math.min(Math.round(fitted.height / CELL), reduced.height));
  return { columns, rows, cellWidth: fitted.width / columns, cellHeight: fitted.height / rows };
}

/** The facts about one frame, in addition to its cells. */
export interface FrameFacts {
  readonly isBlack: boolean;
  /** Whether a black frame shows something small and bright, such as a title. */
  readonly isLit: boolean;
  /** Whether the frame equals the last frame in which the picture changed. */
  readonly isStill: boolean;
}

/** Reads the frames of a segment in order. */
export interface PictureReader {
  /**
   * Reads a frame of YUV 4:2:0 with 8 bits in the limited range of BT.709. Writes {@link CELL_PLANES} bytes per cell to
   * `cells`.
   */
  readonly read: (planes: Uint8Array, cells: Uint8Array) => FrameFacts;
  /** Returns the last frame in which the picture changed. */
  readonly changed: () => Uint8Array;
}

export function createPictureReader(size: Size, grid: CellGrid): PictureReader {
  const measure = createCellMeter(size, grid);
  const luma = size.width * size.height;
  let changed: Uint8Array | null = null;
  // The cells of the last changed frame. An equal frame has the same cells.
  const changedCells = new Uint8Array(CELL_PLANES * grid.columns * grid.rows);
  let changedDarkness: Darkness = { isBlack: false, isLit: false };
  return {
    read: (planes, cells) => {
      if (changed !== null && areEqual(changed, planes)) {
        cells.set(changedCells);
        return { ...changedDarkness, isStill: true };
      }
      const isStill = changed !== null && areSame(changed, planes);
      measure(planes, cells);
      const darkness = darknessOf(planes, luma);
      if (!isStill) {
        // One buffer for all frames: a copy of each frame would occupy the garbage collector.
        changed ??= new Uint8Array(planes.length);
        changed.set(planes);
        changedCells.set(cells);
        changedDarkness = darkness;
      }
      return { ...darkness, isStill };
    },
    changed: () => changed ?? new Uint8Array(),
  };
}

/** Returns whether two frames have equal samples. Compares four samples at a time. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  const words = one.length >> 2;
  if (one.length !== other.length || one.byteOffset % 4 !== 0 || other.byteOffset % 4 !== 0) return false;
  const first = new Uint32Array(one.buffer, one.byteOffset, words);
  const second = new Uint32Array(other.buffer, other.byteOffset, words);
  for (let at = 0; at < words; at++) if (first[at] !== second[at]) return false;
  for (let at = 4 * words; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** The maximum difference of a sample between two frames of a still picture, because decoders can round differently. */
const STILL = 1;

/** Returns whether all samples of two frames differ by at most {@link STILL}. */
export function areSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference > STILL || difference < -STILL) return false;
  }
  return true;
}

/** Converts a brightness from 0 to 255 to luma in limited range. */
function limited(brightness: number): number {
  return 16 + Math.floor((brightness * 219) / 255);
}

type Darkness = Pick<FrameFacts, 'isBlack' | 'isLit'>;

function darknessOf(planes: Uint8Array, luma: number): Darkness {
  const { brightness, share, lit, litBrightness } = filmChecks['picture/black'].thresholds;
  const [darkest, lightest] = [limited(brightness), limited(litBrightness)];
  const most = Math.floor((1 - share) * luma);
  let [brighter, light] = [0, 0];
  for (let at = 0; at < luma; at++) {
    const value = planes[at] ?? 0;
    if (value <= darkest) continue;
    if (++brighter > most) return { isBlack: false, isLit: false };
    if (value > lightest) light += 1;
  }
  return { isBlack: true, isLit: light >= lit * luma };
}

/** Returns the rating of a frame; see {@link interestOf}. */
export function interestOfFrame(planes: Uint8Array, { width, height }: Size): number {
  const grey = new Uint8Array(RATED_WIDTH * RATED_HEIGHT);
  for (let row = 0; row < RATED_HEIGHT; row++)
    for (let column = 0; column < RATED_WIDTH; column++) {
      const [left, right] = spanOf(column, RATED_WIDTH, width);
      const [top, bottom] = spanOf(row, RATED_HEIGHT, height);
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += planes[y * width + x] ?? 0;
      const mean = sum / ((right - left) * (bottom - top));
      grey[row * RATED_WIDTH + column] = Math.max(0, Math.min(255, Math.round(((mean - 16) * 255) / 219)));
    }
  return interestOf(grey);
}

/** Returns the range of pixels of a cell along an axis. The range has at least one pixel. */
function spanOf(index: number, count: number, pixels: number): readonly [number, number] {
  const first = Math.floor((index * pixels) / count);
  return [first, Math.max(first + 1, Math.floor(((index + 1) * pixels) / count))];
}

/** Converts a value of R′, G′, or B′ from 0 to 255 to linear light (IEC 61966-2-1). */
export function linearLight(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Returns the relative luminance of a color in linear light (ITU-R BT.709). */
export function luminanceOf(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The offset of the table of linear light, because sums of BT.709 are between -277 and 536. */
const OFFSET = 384;
const linear = Float64Array.from({ length: 1024 }, (_, at) => linearLight(Math.max(0, Math.min(255, at - OFFSET))));
/** Returns the contribution of each sample value of BT.709 in limited range to R′, G′, or B′. */
const part = (factor: number, zero: number) => Float64Array.from({ length: 256 }, (_, at) => factor * (at - zero));
const OF_LUMA = part(255 / 219, 16).map((value) => value + OFFSET + 0.5);
const RED_OF_V = part((255 / 224) * 1.5748, 128);
const GREEN_OF_U = part((-255 / 224) * 0.1873, 128);
const GREEN_OF_V = part((-255 / 224) * 0.4681, 128);
const BLUE_OF_U = part((255 / 224) * 1.8556, 128);

/** The cells of each pixel along an axis: its first cell, and the fraction of the pixel in this cell. */
interface Shares {
  readonly cell: Int32Array;
  readonly first: Float64Array;
}

function sharesOf(pixels: number, cells: number): Shares {
  const cell = new Int32Array(pixels);
  const first = new Float64Array(pixels);
  for (let at = 0; at < pixels; at++) {
    const begin = (at * cells) / pixels;
    const end = ((at + 1) * cells) / pixels;
    cell[at] = Math.min(cells - 1, Math.floor(begin + 1e-9));
    const border = Math.floor(begin + 1e-9) + 1;
    first[at] = end <= border + 1e-9 ? 1 : (border - begin) / (end - begin);
  }
  return { cell, first };
}

/** Returns a function that writes the mean linear light of the cells of a frame, weighted by area. */
function createCellMeter({ width, height }: Size, { columns, rows }: CellGrid) {
  const count = columns * rows;
  const half = Math.ceil(width / 2);
  const chroma = half * Math.ceil(height / 2);
  const across = sharesOf(width, columns);
  const down = sharesOf(height, rows);
  const line = new Float64Array(3 * (columns + 1));
  const sums = new Float64Array(3 * (count + columns));
  const perCell = count / (width * height);
  /** Sums the light of a row of pixels by the cell columns. */
  const sumLine = (planes: Uint8Array, y: number): void => {
    const blues = width * height + (y >> 1) * half;
    let cell = 0;
    let [red, green, blue] = [0, 0, 0];
    for (let x = 0; x < width; x++) {
      const light = OF_LUMA[planes[y * width + x] ?? 0] ?? 0;
      const u = planes[blues + (x >> 1)] ?? 0;
      const v = planes[blues + chroma + (x >> 1)] ?? 0;
      const ofRed = linear[(light + (RED_OF_V[v] ?? 0)) | 0] ?? 0;
      const ofGreen = linear[(light + (GREEN_OF_U[u] ?? 0) + (GREEN_OF_V[v] ?? 0)) | 0] ?? 0;
      const ofBlue = linear[(light + (BLUE_OF_U[u] ?? 0)) | 0] ?? 0;
      const share = across.first[x] ?? 0;
      red += share * ofRed;
      green += share * ofGreen;
      blue += share * ofBlue;
      if (share === 1 && across.cell[x + 1] === cell) continue;
      line[3 * cell] = red;
      line[3 * cell + 1] = green;
      line[3 * cell + 2] = blue;
      cell += 1;
      red = (1 - share) * ofRed;
      green = (1 - share) * ofGreen;
      blue = (1 - share) * ofBlue;
    }
  };
  const addLine = (row: number, weight: number): void => {
    const start = 3 * row * columns;
    for (let at = 0; at < 3 * columns; at++) sums[start + at] = (sums[start + at] ?? 0) + weight * (line[at] ?? 0);
  };
  return (planes: Uint8Array, cells: Uint8Array): void => {
    sums.fill(0);
    for (let y = 0; y < height; y++) {
      sumLine(planes, y);
      const row = down.cell[y] ?? 0;
      const share = down.first[y] ?? 0;
      addLine(row, share);
      if (share < 1) addLine(row + 1, 1 - share);
    }
    for (let cell = 0; cell < count; cell++)
      writeCell(
        cells,
        cell,
        count,
        perCell * (sums[3 * cell] ?? 0),
        perCell * (sums[3 * cell + 1] ?? 0),
        perCell * (sums[3 * cell + 2] ?? 0),
      );
  };
}

function writeCell(cells: Uint8Array, cell: number, count: number, red: number, green: number, blue: number): void {
  cells[cell] = Math.round(255 * Math.min(1, luminanceOf(red, green, blue)));
  const all = red + green + blue;
  const isLit = all >= LEAST_LIGHT;
  // Convert linear BT.709 with D65 to CIE XYZ.
  const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const y = luminanceOf(red, green, blue);
  const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const whole = x + 15 * y + 3 * z;
  cells[count + cell] = Math.round((255 * (isLit ? (4 * x) / whole : WHITE.u)) / MAX_CHROMATICITY);
  cells[2 * count + cell] = Math.round((255 * (isLit ? (9 * y) / whole : WHITE.v)) / MAX_CHROMATICITY);
  cells[3 * count + cell] = isLit ? Math.round((255 * red) / all) : 0;
}
