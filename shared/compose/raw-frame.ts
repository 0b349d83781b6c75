import { assertNever } from '../lib/assert.ts';
import type { Size } from '../template/values/placement.ts';
import type { DecodedFormat } from './composed-scene.ts';

/** Bytes of a raw frame. */
export function frameBytes({ width, height, pixelFormat }: DecodedFormat): number {
  const area = width * height;
  switch (pixelFormat) {
    case 'yuv420p':
      return area + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
    case 'yuv444p':
      return 3 * area;
    case 'yuva444p':
      return 4 * area;
    default:
      return assertNever(pixelFormat);
  }
}

/** How large frames of a canvas are, with so many pixels for one of the film. Two pixels may share a colour. */
export function composedSize({ width, height }: Size, reduced: number): Size {
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * reduced) / 2));
  return reduced === 1 ? { width, height } : { width: even(width), height: even(height) };
}
