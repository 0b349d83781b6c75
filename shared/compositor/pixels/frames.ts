import { assertNever, required } from '../../lib/assert.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import {
  createPictures,
  type Frame,
  type Pictures,
  type PixelPicture,
  pixelAt,
  type Size,
  strideOf,
} from './picture.ts';
import type { Cube } from './read-cube.ts';

/** A plane of a frame, without gaps between its rows. */
export interface Plane extends Size {
  readonly at: Address;
  readonly length: number;
}

/** How many pixels share a colour, across and down. */
export function colorsOf({ format }: Pick<Frame, 'format'>): 1 | 2 {
  return format === 'yuv420p' ? 2 : 1;
}

/** Y, Cb, Cr. */
export function planesOf(frame: Frame): readonly [Plane, Plane, Plane] {
  const { at, width, height } = frame;
  const luma = { at, width, height, length: width * height };
  const shared = colorsOf(frame);
  const color = { width: width / shared, height: height / shared, length: (width * height) / shared ** 2 };
  const cb = { ...color, at: at + luma.length };
  return [luma, cb, { ...color, at: cb.at + color.length }];
}

/** How many bytes a frame has. */
export function lengthOf(frame: Omit<Frame, 'at'>): number {
  return frame.width * frame.height * (1 + 2 / colorsOf(frame) ** 2);
}

export function copyFrame(memory: KernelMemory, from: Frame, to: Frame): void {
  memory.bytes().copyWithin(to.at, from.at, from.at + lengthOf(from));
}

export function fillFrame(
  memory: KernelMemory,
  frame: Frame,
  color: readonly [y: number, cb: number, cr: number],
): void {
  for (const [index, { at, length }] of planesOf(frame).entries())
    memory.bytes().fill(color[index] ?? 0, at, at + length);
}

/** Pictures of images that move, by their drawings: kept for the next turn as far as there is room. */
export interface FrameMemory<Shown> {
  get(key: string): Shown | undefined;
  set(key: string, shown: Shown): void;
  /** Lets go what was not shown for longest; between two frames, when nobody holds one. */
  trim(): void;
  dispose(): void;
}

/** A small image of some hundred frames, or some dozen of the size of a film. */
const MOST_BYTES = 128 * 2 ** 20;

export function createShownFrames<Shown extends { readonly pixels: PixelPicture }>(
  release: (picture: PixelPicture) => void,
  mostBytes = MOST_BYTES,
): FrameMemory<Shown> {
  /** The one that was shown last is the last. */
  const shown = new Map<string, Shown>();
  let bytes = 0;

  const letGo = (most: number): void => {
    for (const [key, each] of shown) {
      if (bytes <= most) return;
      shown.delete(key);
      bytes -= bytesOf(each.pixels);
      release(each.pixels);
    }
  };
  return {
    get: (key) => {
      const found = shown.get(key);
      if (found === undefined) return undefined;
      shown.delete(key);
      shown.set(key, found);
      return found;
    },
    set: (key, each) => {
      shown.set(key, each);
      bytes += bytesOf(each.pixels);
    },
    trim: () => letGo(mostBytes),
    dispose: () => letGo(0),
  };
}

function bytesOf({ width, height }: PixelPicture): number {
  return 4 * width * height;
}

/** A rectangle of whole pixels. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** What layers are laid over: a frame's planes, or a picture's pixels. */
export interface Target extends Size {
  /** Areas begin and end at multiples of this, both ways. */
  readonly grain: 1 | 2;
  /** Lays pixels, `stride` bytes from row to row, over an area. */
  readonly lay: (from: Address, stride: number, area: Area) => void;
  /** Pixels as they have to be to be laid over an area, so that they blend with it; rows of them without gaps. */
  readonly blend: (pixels: Address, table: Address, area: Area) => void;
}

/** `room` is memory for the pixels of the largest area that is blended. */
export function frameTarget(kernels: Kernels, frame: Frame, room: () => Address): Target {
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
          kernels.fromYuv444(y + offset, cb + offset, cr + offset, width, room(), 4 * wide, wide, high);
          kernels.blend(pixels, room(), table, wide * high);
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
          kernels.fromYuv420(y + luma, cb + color, cr + color, width, room(), 4 * wide, wide, high);
          kernels.blend(pixels, room(), table, wide * high);
        },
      };
    }
    default:
      return assertNever(format);
  }
}

export function pictureTarget(kernels: Kernels, picture: PixelPicture): Target {
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

/** All of a target. */
export function whole({ width, height }: Target): Area {
  return { left: 0, top: 0, width, height };
}

/** So many rows are made at a time, so that they are still at hand when they are laid over the frame. */
export const BAND_ROWS = 16;

/** What drawing needs beside its arguments: kernels, and memory that is taken once and used for every frame. */
export interface ScratchSpace {
  readonly kernels: Kernels;
  readonly memory: KernelMemory;
  readonly pictures: Pictures;
  /** Two areas, each for a band of pixels of that width. */
  readonly bands: (width: number) => readonly [Address, Address];
  /** One more, for what lies beneath. */
  readonly ground: (width: number) => Address;
  /** Bytes that are made once and kept under a name for as long as they are among those that were asked for last. */
  readonly kept: (name: string, make: () => Uint8Array) => Address;
  /** The table of colours that an effect names. */
  readonly cubeNamed: (name: string) => Cube;
  readonly dispose: () => void;
}

/** Tables of a few looks and blend modes, and the weights of some vignettes. */
const MAX_CACHED = 24;

export function createRoom(kernels: Kernels, memory: KernelMemory, cubeNamed: ScratchSpace['cubeNamed']): ScratchSpace {
  const kept = new Map<string, Address>();
  let bands: readonly Address[] = [];
  let widest = 0;
  const band = (width: number, index: number): Address => {
    if (width > widest) {
      for (const each of bands) memory.giveBack(each);
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
    kept(name, make) {
      const known = kept.get(name);
      kept.delete(name);
      for (const [oldest, at] of kept.size < MAX_CACHED ? [] : [...kept].slice(0, 1)) {
        kept.delete(oldest);
        memory.giveBack(at);
      }
      const at = known ?? put(memory, make());
      kept.set(name, at);
      return at;
    },
    cubeNamed,
    dispose() {
      for (const at of [...bands, ...kept.values()]) memory.giveBack(at);
      bands = [];
      widest = 0;
      kept.clear();
    },
  };
}

function put(memory: KernelMemory, bytes: Uint8Array): Address {
  const at = memory.take(bytes.length);
  memory.bytes().set(bytes, at);
  return at;
}
