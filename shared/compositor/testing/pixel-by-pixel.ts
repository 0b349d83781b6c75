import type { Affine } from '#shared/timeline/layer-state.ts';
import type { Size } from '../pixels/picture.ts';
import { frameToPicture, lookupOf, pixelsForOne } from '../pixels/sampling.ts';

type Pixel = readonly [y: number, cb: number, cr: number, opacity: number];

/** A picture without borders. Its pixels are in row-major order. */
export interface PlainPicture extends Size {
  readonly pixels: Uint8Array;
}

const EMPTY: Pixel = [0, 0, 0, 0];

/**
 * Computes each pixel of a layer in a frame of the given size from the definition. Slow, and independent of the code of
 * the compositor.
 */
export function placedPixels(picture: PlainPicture, matrix: Affine, opacity: number, frame: Size): PlainPicture {
  const pixels = new Uint8Array(4 * frame.width * frame.height);
  const placing = { matrix, window: null, size: picture, box: { left: 0, top: 0, ...picture } };
  const mapping = frameToPicture(placing);
  if (mapping === null) return { ...frame, pixels };
  const lambda = Math.max(0, Math.log2(pixelsForOne(mapping)) - 0.5);
  const steps = Math.floor(256 * lambda + 0.5);
  const levels = [picture];
  for (let level = 0; level <= steps >> 8; level++) levels.push(halved(levels[level] ?? picture));
  const read = (level: number, x: number, y: number): Pixel => {
    const lookup = lookupOf(mapping, level);
    const u = lookup.u + x * lookup.du + y * lookup.duDown;
    const v = lookup.v + x * lookup.dv + y * lookup.dvDown;
    return between4(levels[level] ?? picture, u, v);
  };
  const factor = Math.floor(256 * opacity + 0.5);
  for (let y = 0; y < frame.height; y++)
    for (let x = 0; x < frame.width; x++) {
      const [level, weight] = [steps >> 8, steps & 255];
      const pixel = weight === 0 ? read(level, x, y) : mixed(read(level, x, y), read(level + 1, x, y), weight);
      const faded = factor === 256 ? pixel : pixel.map((part) => (part * factor + 128) >> 8);
      pixels.set(faded, 4 * (y * frame.width + x));
    }
  return { ...frame, pixels };
}

function pixelOf({ width, height, pixels }: PlainPicture, x: number, y: number): Pixel {
  if (x < 0 || y < 0 || x >= width || y >= height) return EMPTY;
  const at = 4 * (y * width + x);
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0, pixels[at + 3] ?? 0];
}

function between4(picture: PlainPicture, u: number, v: number): Pixel {
  const [x, y] = [Math.floor(u / 65_536), Math.floor(v / 65_536)];
  const [across, down] = [(u >> 8) & 255, (v >> 8) & 255];
  const left = mixed(pixelOf(picture, x, y), pixelOf(picture, x, y + 1), down);
  const right = mixed(pixelOf(picture, x + 1, y), pixelOf(picture, x + 1, y + 1), down);
  return mixed(left, right, across);
}

function mixed(a: Pixel, b: Pixel, weight: number): Pixel {
  const of = (part: 0 | 1 | 2 | 3) => (a[part] * (256 - weight) + b[part] * weight + 128) >> 8;
  return [of(0), of(1), of(2), of(3)];
}

function halved(picture: PlainPicture): PlainPicture {
  const [width, height] = [Math.ceil(picture.width / 2), Math.ceil(picture.height / 2)];
  const pixels = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const four = [0, 1, 2, 3].map((corner) => pixelOf(picture, 2 * x + (corner & 1), 2 * y + (corner >> 1)));
      for (let part = 0; part < 4; part++)
        pixels[4 * (y * width + x) + part] = (four.reduce((sum, pixel) => sum + (pixel[part] ?? 0), 0) + 2) >> 2;
    }
  return { width, height, pixels };
}
