import { assertNever, invariant } from '../../lib/assert.ts';
import type { Color } from '../../template/values/color.ts';
import type { Address, Kernels } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in pixels; fractions are allowed. */
export interface PixelRectangle extends Size {
  readonly left: number;
  readonly top: number;
}

/** A layer's picture in a job's memory, or a single color that needs no memory. */
export type Picture = PixelPicture | SolidPicture;

/** Rows of pixels (see {@link Kernels}) with a border of one empty pixel at each side. */
export interface PixelPicture extends Size {
  readonly kind: 'pixels';
  /** The start of its memory: the upper left pixel of the border. */
  readonly at: Address;
  /** Whether all pixels are opaque. Effects treat the edges of opaque pictures differently. */
  readonly isOpaque: boolean;
  /**
   * The position of the layer's own box in these pixels. A shadow extends beyond the box. A large drawing can have
   * several pixels per pixel of the layer.
   */
  readonly box: PixelRectangle;
}

export interface SolidPicture extends Size {
  readonly kind: 'solid';
  /** Y, Cb, Cr of BT.709 in limited range without premultiplication, and opacity: each 0 to 255. */
  readonly color: readonly [y: number, cb: number, cr: number, opacity: number];
}

/**
 * The bytes of a frame in the layout of FFmpeg's `rawvideo`: Y, then Cb, then Cr, without gaps. The sides of a
 * `yuv420p` frame are even. `weighted` and `yuva444p` have a fourth plane for the opacity. The colors of `weighted` are
 * premultiplied.
 */
export interface RawFrame extends Size {
  readonly format: 'yuv420p' | 'yuv444p' | 'yuva444p' | 'weighted';
  readonly at: Address;
}

/**
 * The output of opacity. `kept`: frames in `yuva444p`, not premultiplied. `threshold`: frames in `yuva444p` over the
 * matte, in which pixels of opacity 128 or more are opaque and all others are empty. `over`: opaque frames over the
 * matte.
 */
export type AlphaOutput = { readonly kind: 'kept' } | { readonly kind: 'threshold' | 'over'; readonly matte: Color };

/** Pictures in a job's memory. After a picture changes, its halved pictures are computed again. */
export interface Pictures {
  /** Creates an empty picture. Without `box`, the layer's box covers the whole picture. */
  readonly create: (size: Size, look?: { readonly isOpaque?: boolean; readonly box?: PixelRectangle }) => PixelPicture;
  /** Fills a picture with a drawing: premultiplied RGBA in row-major order. */
  readonly fillFromRgba: (picture: PixelPicture, rgba: Uint8Array) => void;
  /** Fills a picture with a frame of the same size; a yuv420p frame has even sides. */
  readonly fillFromFrame: (picture: PixelPicture, frame: RawFrame) => void;
  /** Records that a caller changed the pixels. Halved pictures are then computed again. */
  readonly changed: (picture: PixelPicture) => void;
  /**
   * Returns the picture halved `times` times. Each pixel is the mean of 2 × 2 pixels. The returned picture is freed
   * with the original.
   */
  readonly halved: (picture: PixelPicture, times: number) => PixelPicture;
  readonly release: (picture: PixelPicture) => void;
}

/** Returns the bytes from one row to the next, including borders. */
export function strideOf({ width }: Size): number {
  return 4 * (width + 2);
}

/** Returns the address of a pixel. Coordinates of −1, `width`, and `height` address the border. */
export function pixelAt(picture: PixelPicture, x: number, y: number): Address {
  return picture.at + (y + 1) * strideOf(picture) + 4 * (x + 1);
}

export function createPictures(kernels: Kernels, memory: KernelMemory): Pictures {
  const halvings = new Map<PixelPicture, { picture: PixelPicture; isFresh: boolean }>();

  const create: Pictures['create'] = ({ width, height }, { isOpaque = false, box } = {}) => {
    const length = strideOf({ width, height }) * (height + 2);
    const at = memory.take(length);
    memory.bytes().fill(0, at, at + length);
    return { kind: 'pixels', at, width, height, isOpaque, box: box ?? { left: 0, top: 0, width, height } };
  };
  const changed = (picture: PixelPicture): void => {
    const half = halvings.get(picture);
    if (half !== undefined) half.isFresh = false;
  };
  const halve = (picture: PixelPicture): PixelPicture => {
    const { width, height, isOpaque } = picture;
    const half = halvings.get(picture) ?? {
      picture: create({ width: Math.ceil(width / 2), height: Math.ceil(height / 2) }, { isOpaque }),
      isFresh: false,
    };
    halvings.set(picture, half);
    if (half.isFresh) return half.picture;
    const to = half.picture;
    kernels.halve(pixelAt(picture, 0, 0), strideOf(picture), pixelAt(to, 0, 0), strideOf(to), to.width, to.height);
    half.isFresh = true;
    changed(to);
    return to;
  };
  const release = (picture: PixelPicture): void => {
    const half = halvings.get(picture);
    halvings.delete(picture);
    if (half !== undefined) release(half.picture);
    memory.giveBack(picture.at);
  };

  return {
    create,
    changed,
    release,
    halved(picture, times) {
      let current = picture;
      for (let time = 0; time < times; time++) current = halve(current);
      return current;
    },
    fillFromRgba(picture, rgba) {
      const { width, height } = picture;
      invariant(rgba.length === 4 * width * height, 'the pixels fill the picture');
      for (let y = 0; y < height; y++) {
        const row = pixelAt(picture, 0, y);
        memory.bytes().set(rgba.subarray(4 * width * y, 4 * width * (y + 1)), row);
        kernels.fromRgba(row, row, width);
      }
      changed(picture);
    },
    fillFromFrame(picture, frame) {
      const { width, height } = frame;
      invariant(width === picture.width && height === picture.height, 'the frame fills the picture');
      readPixels(kernels, frame, { left: 0, top: 0, width, height }, pixelAt(picture, 0, 0), strideOf(picture));
      changed(picture);
    },
  };
}

/**
 * Reads pixels from an area of a frame. In a `yuv420p` frame, the sides of the area are even.
 * @param stride The number of bytes from one row of pixels to the next.
 */
export function readPixels(
  kernels: Kernels,
  { format, at, width: frameWidth, height: frameHeight }: RawFrame,
  { left, top, width, height }: PixelRectangle,
  to: Address,
  stride: number,
): void {
  const [area, offset] = [frameWidth * frameHeight, top * frameWidth + left];
  const [y, cb, cr, alpha] = [at + offset, at + area + offset, at + 2 * area + offset, at + 3 * area + offset];
  switch (format) {
    case 'yuv420p': {
      const colors = at + area + (top * frameWidth) / 4 + left / 2;
      kernels.fromYuv420(y, colors, colors + area / 4, frameWidth, to, stride, width, height);
      return;
    }
    case 'yuv444p':
      kernels.fromYuv444(y, cb, cr, frameWidth, to, stride, width, height);
      return;
    case 'yuva444p':
      kernels.fromYuva444(y, cb, cr, alpha, frameWidth, to, stride, width, height);
      return;
    case 'weighted':
      kernels.fromWeighted(y, cb, cr, alpha, frameWidth, to, stride, width, height);
      return;
    default:
      assertNever(format);
  }
}

/** Fills the border of a picture with its edge pixels. Sampling then repeats the edge outside the picture. */
export function extendEdges(memory: KernelMemory, picture: PixelPicture): void {
  const { width, height } = picture;
  const bytes = memory.bytes();
  const copy = (to: number, from: number, length: number) => bytes.copyWithin(to, from, from + length);
  for (let y = 0; y < height; y++) {
    copy(pixelAt(picture, -1, y), pixelAt(picture, 0, y), 4);
    copy(pixelAt(picture, width, y), pixelAt(picture, width - 1, y), 4);
  }
  const stride = strideOf(picture);
  copy(pixelAt(picture, -1, -1), pixelAt(picture, -1, 0), stride);
  copy(pixelAt(picture, -1, height), pixelAt(picture, -1, height - 1), stride);
}

/** Clears the border of a picture. */
export function clearEdges(memory: KernelMemory, picture: PixelPicture): void {
  const { width, height } = picture;
  const bytes = memory.bytes();
  const clear = (at: number, length: number) => bytes.fill(0, at, at + length);
  for (let y = 0; y < height; y++) {
    clear(pixelAt(picture, -1, y), 4);
    clear(pixelAt(picture, width, y), 4);
  }
  const stride = strideOf(picture);
  clear(pixelAt(picture, -1, -1), stride);
  clear(pixelAt(picture, -1, height), stride);
}
