import { required } from '../../lib/assert.ts';
import { type Color, toBt709 } from '../../template/values/color.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import {
  type AlphaOutput,
  createPictures,
  type Pictures,
  type PixelPicture,
  pixelAt,
  type RawFrame,
  readPixels,
  type Size,
  strideOf,
} from './picture.ts';
import type { Cube } from './read-cube.ts';

/** A plane of a frame, without gaps between its rows. */
export interface Plane extends Size {
  readonly at: Address;
  readonly length: number;
}

/** Returns the chroma subsampling factor on each axis. */
export function colorsOf({ format }: Pick<RawFrame, 'format'>): 1 | 2 {
  return format === 'yuv420p' ? 2 : 1;
}

/** Returns the planes Y, Cb, and Cr, and the opacity if the frame has it. */
export function planesOf(frame: RawFrame): readonly Plane[] {
  const { at, width, height } = frame;
  const luma = { at, width, height, length: width * height };
  const shared = colorsOf(frame);
  const color = { width: width / shared, height: height / shared, length: (width * height) / shared ** 2 };
  const cb = { ...color, at: at + luma.length };
  const cr = { ...color, at: cb.at + color.length };
  return hasOpacity(frame) ? [luma, cb, cr, { ...color, at: cr.at + color.length }] : [luma, cb, cr];
}

function hasOpacity({ format }: Pick<RawFrame, 'format'>): boolean {
  return format === 'weighted' || format === 'yuva444p';
}

/** Returns the number of bytes of a frame. */
export function lengthOf(frame: Omit<RawFrame, 'at'>): number {
  return frame.width * frame.height * (1 + 2 / colorsOf(frame) ** 2 + (hasOpacity(frame) ? 1 : 0));
}

export function copyFrame(memory: KernelMemory, from: RawFrame, to: RawFrame): void {
  memory.bytes().copyWithin(to.at, from.at, from.at + lengthOf(from));
}

/** Y, Cb, and Cr of BT.709 in limited range. */
export type FrameColor = readonly [y: number, cb: number, cr: number];

/** Converts a color to the color of a frame; null stays null. */
export function frameColor(color: Color): FrameColor;
export function frameColor(color: Color | null): FrameColor | null;
export function frameColor(color: Color | null): FrameColor | null {
  if (color === null) return null;
  const { luma, differenceBlue, differenceRed } = toBt709(color);
  return [luma, differenceBlue, differenceRed];
}

/** Fills a frame with an opaque color. Null empties a weighted frame. */
export function fillFrame(memory: KernelMemory, frame: RawFrame, color: FrameColor | null): void {
  const values = color === null ? [] : [...color, 255];
  for (const [index, { at, length }] of planesOf(frame).entries())
    memory.bytes().fill(values[index] ?? 0, at, at + length);
}

/** A rectangle of whole pixels. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** The destination of drawing: the planes of a frame, or the pixels of a picture. */
export interface DrawTarget extends Size {
  /** The alignment of areas: they begin and end at multiples of this number on both axes. */
  readonly grain: 1 | 2;
  /** Draws pixels over an area; `stride` is the number of bytes from row to row. */
  readonly draw: (from: Address, stride: number, area: Area) => void;
  /** Blends pixels in place with the target below them. Call it before `draw`. The pixel rows have no gaps. */
  readonly blend: (pixels: Address, table: Address, area: Area) => void;
}

/** Creates a target that draws on a frame. `backdrop` returns memory for the largest area of pixels to blend. */
export function frameTarget(kernels: Kernels, frame: RawFrame, backdrop: () => Address): DrawTarget {
  const { at: y, width, height, format } = frame;
  const area = width * height;
  switch (format) {
    case 'yuv444p': {
      const [cb, cr] = [y + area, y + 2 * area];
      return {
        width,
        height,
        grain: 1,
        draw(from, stride, { left, top, width: wide, height: high }) {
          const offset = top * width + left;
          kernels.over444(from, stride, y + offset, cb + offset, cr + offset, width, wide, high);
        },
        blend(pixels, table, { left, top, width: wide, height: high }) {
          const offset = top * width + left;
          kernels.fromYuv444(y + offset, cb + offset, cr + offset, width, backdrop(), 4 * wide, wide, high);
          kernels.blend(pixels, backdrop(), table, wide * high);
        },
      };
    }
    case 'yuv420p': {
      const [cb, cr] = [y + area, y + area + area / 4];
      return {
        width,
        height,
        grain: 2,
        draw(from, stride, { left, top, width: wide, height: high }) {
          const [luma, color] = [top * width + left, (top * width) / 4 + left / 2];
          kernels.over420(from, stride, y + luma, cb + color, cr + color, width, wide, high);
        },
        blend(pixels, table, { left, top, width: wide, height: high }) {
          const [luma, color] = [top * width + left, (top * width) / 4 + left / 2];
          kernels.fromYuv420(y + luma, cb + color, cr + color, width, backdrop(), 4 * wide, wide, high);
          kernels.blend(pixels, backdrop(), table, wide * high);
        },
      };
    }
    case 'weighted': {
      const [cb, cr, alpha] = [y + area, y + 2 * area, y + 3 * area];
      return {
        width,
        height,
        grain: 1,
        draw(from, stride, { left, top, width: wide, height: high }) {
          const offset = top * width + left;
          kernels.overWeighted(
            ...[from, stride, y + offset, cb + offset, cr + offset, alpha + offset],
            ...[width, wide, high],
          );
        },
        blend(pixels, table, blended) {
          readPixels(kernels, frame, blended, backdrop(), 4 * blended.width);
          kernels.blend(pixels, backdrop(), table, blended.width * blended.height);
        },
      };
    }
    default:
      throw new Error(`nothing is drawn on frames of ${format}`);
  }
}

/**
 * Writes a weighted frame to an output frame: a frame in `yuva444p`, or an opaque frame if the film is over its matte.
 * With `kept`, pixels of opacity 0 take their colors from the nearest visible pixels.
 */
export function writeAlpha(scratch: ScratchSpace, from: RawFrame, alpha: AlphaOutput, to: RawFrame): void {
  const { kernels, memory } = scratch;
  const { at, width, height } = from;
  const area = width * height;
  if (alpha.kind === 'kept') {
    memory.bytes().copyWithin(to.at, at, at + 4 * area);
    kernels.unweigh(to.at, to.at + area, to.at + 2 * area, to.at + 3 * area, width, height);
    return;
  }
  const matte = frameColor(alpha.matte);
  const opaque: RawFrame = { ...to, format: to.format === 'yuva444p' ? 'yuv444p' : to.format };
  fillFrame(memory, opaque, matte);
  const target = frameTarget(kernels, opaque, () => scratch.backdrop(width));
  const [pixels] = scratch.bands(width);
  for (let top = 0; top < height; top += BAND_ROWS) {
    const band = { left: 0, top, width, height: Math.min(BAND_ROWS, height - top) };
    readPixels(kernels, from, band, pixels, 4 * width);
    target.draw(pixels, 4 * width, band);
  }
  if (alpha.kind === 'threshold') cutOpacity(memory.bytes(), at + 3 * area, to, matte);
}

/** The smallest opacity of a visible pixel if pixels can only be opaque or transparent. */
const MIN_OPACITY = 128;

/**
 * Sets the opacity of each pixel to 0 or 255. Hidden pixels get the matte color, so they need no additional palette
 * color.
 */
function cutOpacity(bytes: Uint8Array, opacity: Address, { at, width, height }: RawFrame, matte: FrameColor): void {
  const area = width * height;
  for (let pixel = 0; pixel < area; pixel++) {
    const isVisible = (bytes[opacity + pixel] ?? 0) >= MIN_OPACITY;
    bytes[at + 3 * area + pixel] = isVisible ? 255 : 0;
    if (!isVisible) for (const [plane, value] of matte.entries()) bytes[at + plane * area + pixel] = value;
  }
}

export function pictureTarget(kernels: Kernels, picture: PixelPicture): DrawTarget {
  const { width, height } = picture;
  const stride = strideOf(picture);
  return {
    width,
    height,
    grain: 1,
    draw(from, fromStride, { left, top, width: wide, height: high }) {
      kernels.over(from, fromStride, pixelAt(picture, left, top), stride, wide, high);
    },
    blend(pixels, table, { left, top, width: wide, height: high }) {
      for (let row = 0; row < high; row++)
        kernels.blend(pixels + 4 * wide * row, pixelAt(picture, left, top + row), table, wide);
    },
  };
}

/** Returns the area of a whole target. */
export function whole({ width, height }: DrawTarget): Area {
  return { left: 0, top: 0, width, height };
}

/**
 * The number of rows per band. A band is small enough to stay in the processor cache until it is drawn on the frame.
 */
export const BAND_ROWS = 16;

/** The kernels, and memory that is allocated once and reused for every frame. */
export interface ScratchSpace {
  readonly kernels: Kernels;
  readonly memory: KernelMemory;
  readonly pictures: Pictures;
  /** Returns two buffers, each for a band of pixels of the given width. */
  readonly bands: (width: number) => readonly [Address, Address];
  /** Returns a third buffer, for the pixels below a band. */
  readonly backdrop: (width: number) => Address;
  /**
   * Returns the address of bytes that are computed once and cached by name. The least recently used bytes are freed
   * first.
   */
  readonly cached: (name: string, make: () => Uint8Array) => Address;
  /** Returns the color table that an effect names. */
  readonly cubeNamed: (name: string) => Cube;
  readonly dispose: () => void;
}

/** The maximum number of cached tables: enough for a few effects, blend modes, and vignettes. */
const MAX_CACHED = 24;

export function createScratchSpace(
  kernels: Kernels,
  memory: KernelMemory,
  cubeNamed: ScratchSpace['cubeNamed'],
): ScratchSpace {
  const cached = new Map<string, Address>();
  let bands: readonly Address[] = [];
  let widest = 0;
  const band = (width: number, index: number): Address => {
    if (width > widest) {
      for (const address of bands) memory.giveBack(address);
      bands = [0, 1, 2].map(() => memory.take(4 * width * BAND_ROWS));
      widest = width;
    }
    return required(bands[index], 'there are three bands');
  };

  return {
    kernels,
    memory,
    pictures: createPictures(kernels, memory),
    bands: (width) => [band(width, 0), band(width, 1)],
    backdrop: (width) => band(width, 2),
    cached(name, make) {
      const existing = cached.get(name);
      cached.delete(name);
      for (const [oldest, at] of cached.size < MAX_CACHED ? [] : [...cached].slice(0, 1)) {
        cached.delete(oldest);
        memory.giveBack(at);
      }
      const at = existing ?? copyIn(memory, make());
      cached.set(name, at);
      return at;
    },
    cubeNamed,
    dispose() {
      for (const at of [...bands, ...cached.values()]) memory.giveBack(at);
      bands = [];
      widest = 0;
      cached.clear();
    },
  };
}

function copyIn(memory: KernelMemory, bytes: Uint8Array): Address {
  const at = memory.take(bytes.length);
  memory.bytes().set(bytes, at);
  return at;
}

/** A cache with a memory limit for the pictures of animated images, by drawing. */
export interface FrameCache<Entry> {
  get(key: string): Entry | undefined;
  set(key: string, shown: Entry): void;
  /** Frees the least recently used pictures above the limit. Call it between frames, while no picture is in use. */
  trim(): void;
  dispose(): void;
}

/** The default limit in bytes: some hundred frames of a small image, or some dozen frames at the size of a film. */
const DEFAULT_MAX_BYTES = 128 * 2 ** 20;

export function createFrameCache<Entry extends { readonly pixels: PixelPicture }>(
  release: (picture: PixelPicture) => void,
  mostBytes = DEFAULT_MAX_BYTES,
): FrameCache<Entry> {
  /** The pictures by drawing, with the most recently used last. */
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const releaseAbove = (most: number): void => {
    for (const [key, entry] of entries) {
      if (bytes <= most) return;
      entries.delete(key);
      bytes -= bytesOf(entry.pixels);
      release(entry.pixels);
    }
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    set: (key, entry) => {
      entries.set(key, entry);
      bytes += bytesOf(entry.pixels);
    },
    trim: () => releaseAbove(mostBytes),
    dispose: () => releaseAbove(0),
  };
}

function bytesOf({ width, height }: PixelPicture): number {
  return 4 * width * height;
}
