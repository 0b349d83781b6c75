import { holds } from '../../lib/byte-match.ts';
import type { Raster } from './resample.ts';

/** EXIF 2.32, 4.6.4.A: 1 is upright; from 5 on, the sides are exchanged. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const ORIENTATION_TAG = 0x0112;
const MOST_ENTRIES = 1000;

/**
 * The orientation of a PNG by its chunk `eXIf` (PNG 3, 11.3.3.5); 1 without one. CanvasKit applies the orientation of JPEG
 * and WebP, and ignores that of PNG.
 */
export function pngOrientation(bytes: Uint8Array): Orientation {
  if (!holds(bytes, 0, '\x89PNG\r\n\x1a\n')) return 1;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + data.getUint32(at)) {
    const length = data.getUint32(at);
    if (holds(bytes, at + 4, 'eXIf') && at + 12 + length <= bytes.length)
      return exifOrientation(new DataView(bytes.buffer, bytes.byteOffset + at + 8, length));
  }
  return 1;
}

/** The orientation in the first directory of EXIF data; 1 if it has none that is valid. */
function exifOrientation(exif: DataView): Orientation {
  if (exif.byteLength < 8) return 1;
  const order = exif.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const isLittle = order === 0x4949;
  const directory = exif.getUint32(4, isLittle);
  if (directory + 2 > exif.byteLength) return 1;
  const entries = Math.min(MOST_ENTRIES, exif.getUint16(directory, isLittle));
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + 12 * index;
    if (at + 12 > exif.byteLength) return 1;
    if (exif.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
    const value = exif.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? (value as Orientation) : 1;
  }
  return 1;
}

/** The picture upright. */
export function upright(raster: Raster, orientation: Orientation): Raster {
  if (orientation === 1) return raster;
  const { width, height, rgba } = raster;
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  const source = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const turned = new Uint32Array(width * height);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const [mirrored, flipped] = [across - 1 - x, down - 1 - y];
      const from = {
        2: y * width + mirrored,
        3: flipped * width + mirrored,
        4: flipped * width + x,
        5: x * width + y,
        6: mirrored * width + y,
        7: mirrored * width + flipped,
        8: x * width + flipped,
      }[orientation];
      turned[y * across + x] = source[from] ?? 0;
    }
  return { width: across, height: down, rgba: new Uint8Array(turned.buffer) };
}
