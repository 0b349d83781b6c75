import { assertNever, required } from '../../lib/assert.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import {
  createPictures,
  type Pictures,
  type PixelPicture,
  pixelAt,
  type RawFrame,
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

/** Returns the planes Y, Cb, and Cr. */
export function planesOf(frame: RawFrame): readonly [Plane, Plane, Plane] {
  const { at, width, height } = frame;
  const luma = { at, width, height, length: width * height };
  const shared = colorsOf(frame);
  const color = { width: width / shared, height: height / shared, length: (width * height) / shared ** 2 };
  const cb = { ...color, at: at + luma.length };
  return [luma, cb, { ...color, at: cb.at + color.length }];
}

/** Returns the number of bytes of a frame. */
export function lengthOf(frame: Omit<RawFrame, 'at'>): number {
  return frame.width * frame.height * (1 + 2 / colorsOf(frame) ** 2);
}

export function copyFrame(memory: KernelMemory, from: RawFrame, to: RawFrame): void {
  memory.bytes().copyWithin(to.at, from.at, from.at + lengthOf(from));
}

export function fillFrame(
  memory: KernelMemory,
  frame: RawFrame,
  color: readonly [y: number, cb: number, cr: number],
): void {
  for (const [index, { at, length }] of planesOf(frame).entries())
    memory.bytes().fill(color[index] ?? 0, at, at + length);
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
  readonly lay: (from: Address, stride: number, area: Area) => void;
  /**
   * Blends pixels with the target, in place, before they are laid over the area. The rows of the pixels have no gaps.
   */
  readonly blend: (pixels: Address, table: Address, area: Area) => void;
}

/**
 * Creates a target that draws on a frame. `ground` returns memory for the pixels of the largest area that is blended.
 */
export function frameTarget(kernels: Kernels, frame: RawFrame, ground: () => Address): DrawTarget {
  const { at: y, width, height, format } = frame;
  const area = width * height;
  switch (format) {
    case 'yuv444p': {
      const [cb, cr] = [y + area, y + 2 * area];
      return {
        width,
        height,
        grain: 1,
        lay(from, stride, { left, top, width: wide, height: high }) {
          const offset = top * width + left;
          kernels.over444(from, stride, y + offset, cb + offset, cr + offset, width, wide, high);
        },
        blend(pixels, table, { left, top, width: wide, height: high }) {
          const offset = top * width + left;
          kernels.fromYuv444(y + offset, cb + offset, cr + offset, width, ground(), 4 * wide, wide, high);
          kernels.blend(pixels, ground(), table, wide * high);
        },
      };
    }
    case 'yuv420p': {
      const [cb, cr] = [y + area, y + area + area / 4];
      return {
        width,
        height,
        grain: 2,
        lay(from, stride, { left, top, width: wide, height: high }) {
          const [luma, color] = [top * width + left, (top * width) / 4 + left / 2];
          kernels.over420(from, stride, y + luma, cb + color, cr + color, width, wide, high);
        },
        blend(pixels, table, { left, top, width: wide, height: high }) {
          const [luma, color] = [top * width + left, (top * width) / 4 + left / 2];
          kernels.fromYuv420(y + luma, cb + color, cr + color, width, ground(), 4 * wide, wide, high);
          kernels.blend(pixels, ground(), table, wide * high);
        },
      };
    }
    default:
      return assertNever(format);
  }
}

export function pictureTarget(kernels: Kernels, picture: PixelPicture): DrawTarget {
  const { width, height } = picture;
  const stride = strideOf(picture);
  return {
    width,
    height,
    grain: 1,
    lay(from, fromStride, { left, top, width: wide, height: high }) {
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
 * The number of rows per band. A band is small enough to stay in the processor cache until it is laid over the frame.
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
  readonly ground: (width: number) => Address;
  /** Returns bytes that are computed once and cached by name. The least recently used entry is freed first. */
  readonly cached: (name: string, make: () => Uint8Array) => Address;
  /** Returns the color table that an effect names. */
  readonly cubeNamed: (name: string) => Cube;
  readonly dispose: () => void;
}

/**
 * The maximum number of cached tables: enough for a few effects and blend modes, and for the weights of a few
 * vignettes.
 */
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
    ground: (width) => band(width, 2),
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

/** A cache of the pictures of animated images, by drawing, within a memory limit. */
export interface FrameCache<Entry> {
  get(key: string): Entry | undefined;
  set(key: string, shown: Entry): void;
  /** Frees the least recently used pictures above the limit. Call it between two frames, while no picture is in use. */
  trim(): void;
  dispose(): void;
}

/** The default limit in bytes: some hundred frames of a small image, or some dozen frames at the size of a film. */
const DEFAULT_MAX_BYTES = 128 * 2 ** 20;

export function createFrameCache<Entry extends { readonly pixels: PixelPicture }>(
  release: (picture: PixelPicture) => void,
  mostBytes = DEFAULT_MAX_BYTES,
): FrameCache<Entry> {
  /** The pictures, the most recently used last. */
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
