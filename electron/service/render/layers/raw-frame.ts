import { assertNever } from '../../../../shared/lib/assert.ts';
import type { Decoder } from '../parts/composed-part.ts';

/** Bytes of a raw frame. */
export function frameBytes({ width, height, pixelFormat }: Decoder['picture']): number {
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
