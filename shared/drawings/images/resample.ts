import { placeSource, type Size } from '../../template/values/placement.ts';
import { type CropLength, drawingLimits, type ImageDrawing } from '../drawing/drawing.ts';

/** Premultiplied RGBA pixels in row-major order. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** A rectangle of a raster in its pixels; fractions are allowed. */
interface PixelRange {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Resamples a rectangle of a raster. Enlarging is bilinear. Shrinking interpolates between the two mipmap levels around
 * the scale. Each level averages 2 × 2 pixels of the previous one. Pixels outside the rectangle have no effect; pixels
 * at its edge can be partly inside.
 */
export function resample(source: Raster, area: PixelRange, width: number, height: number): Raster {
  const cut = cutOut(source, area);
  const isSame = cut.raster.width === width && cut.raster.height === height && area.width === width;
  if (isSame && area.height === height && cut.left === 0 && cut.top === 0) return cut.raster;
  const shrinking = Math.max(area.width / width, area.height / height);
  const level = Math.max(0, Math.log2(shrinking) - 0.5);
  let finer = cut.raster;
  for (let halvings = 0; halvings < Math.floor(level); halvings++) finer = halved(finer);
  const part = level - Math.floor(level);
  const rgba = new Uint8Array(width * height * 4);
  const steps = (raster: Raster) => ({
    across: stepsOf(cut.left, area.width, width, cut.raster.width, raster.width),
    down: stepsOf(cut.top, area.height, height, cut.raster.height, raster.height),
  });
  addSamples(rgba, finer, steps(finer), null);
  if (part > 0) {
    const coarser = halved(finer);
    addSamples(rgba, coarser, steps(coarser), part);
  }
  return { width, height, rgba };
}

/**
 * Copies the pixels that a rectangle covers at least partly. Returns the copy and the position of the rectangle in it.
 */
function cutOut({ width, height, rgba }: Raster, area: PixelRange) {
  const [left, top] = [Math.floor(area.left), Math.floor(area.top)];
  const right = Math.min(width, Math.max(left + 1, Math.ceil(area.left + area.width - 1e-6)));
  const bottom = Math.min(height, Math.max(top + 1, Math.ceil(area.top + area.height - 1e-6)));
  const whole = { width: right - left, height: bottom - top };
  const offset = { left: area.left - left, top: area.top - top };
  if (whole.width === width && whole.height === height) return { raster: { ...whole, rgba }, ...offset };
  const cut = new Uint8Array(whole.width * whole.height * 4);
  for (let y = 0; y < whole.height; y++) {
    const start = ((top + y) * width + left) * 4;
    cut.set(rgba.subarray(start, start + whole.width * 4), y * whole.width * 4);
  }
  return { raster: { ...whole, rgba: cut }, ...offset };
}

/**
 * Halves a raster by averaging 2 × 2 pixels, rounded half up. If a side is odd, its last row or column counts twice.
 */
function halved({ width, height, rgba }: Raster): Raster {
  const [across, down] = [(width + 1) >> 1, (height + 1) >> 1];
  const half = new Uint8Array(across * down * 4);
  for (let y = 0; y < down; y++) {
    const upper = 2 * y * width * 4;
    const lower = Math.min(2 * y + 1, height - 1) * width * 4;
    for (let x = 0; x < across; x++) {
      const left = 8 * x;
      const right = Math.min(2 * x + 1, width - 1) * 4;
      for (let part = 0; part < 4; part++) {
        const above = byteAt(rgba, upper + left + part) + byteAt(rgba, upper + right + part);
        const below = byteAt(rgba, lower + left + part) + byteAt(rgba, lower + right + part);
        half[(y * across + x) * 4 + part] = (above + below + 2) >> 2;
      }
    }
  }
  return { width: across, height: down, rgba: half };
}

/** The two source pixels around each target pixel, and the position between them, 0 to 1. */
interface Steps {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly fraction: Float64Array;
}

function stepsOf(offset: number, areaLength: number, target: number, side: number, levelSide: number): Steps {
  const [first, second, fraction] = [new Int32Array(target), new Int32Array(target), new Float64Array(target)];
  for (let index = 0; index < target; index++) {
    const place = ((offset + ((index + 0.5) * areaLength) / target) * levelSide) / side - 0.5;
    const clamped = Math.min(Math.max(place, 0), levelSide - 1);
    first[index] = Math.floor(clamped);
    second[index] = Math.min(Math.floor(clamped) + 1, levelSide - 1);
    fraction[index] = clamped - Math.floor(clamped);
  }
  return { first, second, fraction };
}

/** Writes samples. If `part` is a number, mixes them with the existing samples by this weight. */
function addSamples(
  into: Uint8Array,
  { width, rgba }: Raster,
  { across, down }: { readonly across: Steps; readonly down: Steps },
  part: number | null,
): void {
  // Entries of arrays in these loops would occupy the garbage collector.
  let target = 0;
  for (let y = 0; y < down.first.length; y++) {
    const upper = (down.first[y] ?? 0) * width * 4;
    const lower = (down.second[y] ?? 0) * width * 4;
    const g = down.fraction[y] ?? 0;
    for (let x = 0; x < across.first.length; x++) {
      const left = (across.first[x] ?? 0) * 4;
      const right = (across.second[x] ?? 0) * 4;
      const f = across.fraction[x] ?? 0;
      for (let channel = 0; channel < 4; channel++) {
        const above = byteAt(rgba, upper + left + channel) * (1 - f) + byteAt(rgba, upper + right + channel) * f;
        const below = byteAt(rgba, lower + left + channel) * (1 - f) + byteAt(rgba, lower + right + channel) * f;
        const value = above * (1 - g) + below * g;
        const mixed = part === null ? value : byteAt(into, target) * (1 - part) + value * part;
        into[target] = Math.floor(mixed + 0.5);
        target += 1;
      }
    }
  }
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

/** The visible part of an image, with its sizes. */
export interface FittedImage {
  /** The visible part in pixels of the image. It can be fractional. */
  readonly seen: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** The size in pixels of the movie. */
  readonly box: Size;
  /** The size of the picture in whole pixels. */
  readonly pixels: Size;
}

/**
 * Crops an image and fits the rest to its box, in the same way as videos. Chooses the number of pixels of the picture.
 */
export function fitImage(image: Size, drawing: ImageDrawing, kind: 'pixels' | 'vector' = 'pixels'): FittedImage {
  const { crop, focus, scale } = drawing;
  const [left, across] = cut(crop.left, crop.right, image.width);
  const [top, down] = cut(crop.top, crop.bottom, image.height);
  const rest = { width: across, height: down };
  const box = drawing.fit === 'none' ? rest : boxOf(drawing, rest);
  const { scaled, picture } =
    drawing.fit === 'none' ? { scaled: rest, picture: rest } : placeSource(rest, box, drawing.fit, 1);
  // The size of the part that remains after `cover` crops, in pixels of the image.
  const width = (rest.width * picture.width) / scaled.width;
  const height = (rest.height * picture.height) / scaled.height;
  const visibleSource = {
    left: left + (rest.width - width) * focus.across,
    top: top + (rest.height - height) * focus.down,
    width,
    height,
  };
  // Limit a raster image to the pixels of its source, because more pixels add no detail.
  const most = kind === 'vector' ? scale : Math.max(1, width / picture.width, height / picture.height);
  const pixelScale = Math.min(scale, most, drawingLimits.side / Math.max(picture.width, picture.height));
  const whole = (side: number) => Math.max(1, Math.round(side * pixelScale));
  return { seen: visibleSource, box: picture, pixels: { width: whole(picture.width), height: whole(picture.height) } };
}

/**
 * Returns the start and the length of a side after cropping. At least one pixel remains, or the whole side if it is
 * shorter.
 */
function cut(before: CropLength, after: CropLength, side: number): readonly [number, number] {
  const least = Math.min(1, side);
  const start = Math.min(Math.max(0, inPixels(before, side)), side - least);
  return [start, Math.max(least, side - start - Math.max(0, inPixels(after, side)))];
}

function inPixels({ amount, unit }: CropLength, side: number): number {
  return unit === 'px' ? amount : (amount * side) / 100;
}

/** Returns the size of the box. Computes a missing side from the aspect ratio. */
function boxOf({ width, height }: ImageDrawing, shape: Size): Size {
  if (width !== null && height !== null) return { width, height };
  if (width !== null) return { width, height: Math.max(1, Math.round((width * shape.height) / shape.width)) };
  if (height !== null) return { width: Math.max(1, Math.round((height * shape.width) / shape.height)), height };
  return shape;
}
