import { assertNever } from '../../lib/assert.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import type { Frame, PixelPicture, Size } from './picture.ts';
import { pixelAt, strideOf } from './pictures.ts';

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
