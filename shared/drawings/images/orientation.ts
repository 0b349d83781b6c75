import { hasTextAt } from '../../lib/byte-match.ts';
import type { ImageFacts } from './image-facts.ts';
import type { Raster } from './resample.ts';

/** The EXIF orientation (EXIF 2.32, 4.6.4.A). 1 is upright. The values 5 to 8 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const ORIENTATION_TAG = 0x0112;
const MAX_ENTRIES = 1000;
/** The beginning of EXIF data in a JPEG (EXIF 2.32, 4.7.2). */
const EXIF_HEADER = 'Exif\0\0';

/**
 * Returns the orientation of an image that CanvasKit ignores; 1 if there is none. CanvasKit applies the orientation of
 * JPEG, and of a WebP whose EXIF data has no JPEG header. It ignores the orientation of PNG.
 */
export function ignoredOrientation(bytes: Uint8Array): Orientation {
  if (!hasTextAt(bytes, 0, 'RIFF') || !hasTextAt(bytes, 8, 'WEBP')) return pngOrientation(bytes);
  const chunk = exifChunkOfWebp(bytes);
  const exif = chunk !== null && hasJpegHeader(chunk) ? withoutJpegHeader(chunk) : null;
  return exif === null ? 1 : exifOrientation(exif);
}

/** Returns the orientation of a PNG from its chunk `eXIf` (PNG 3, 11.3.3.5); 1 if there is none. */
function pngOrientation(bytes: Uint8Array): Orientation {
  if (!hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return 1;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + data.getUint32(at)) {
    const length = data.getUint32(at);
    if (hasTextAt(bytes, at + 4, 'eXIf') && at + 12 + length <= bytes.length)
      return exifOrientation(withoutJpegHeader(new DataView(bytes.buffer, bytes.byteOffset + at + 8, length)));
  }
  return 1;
}

/** Returns the orientation in the first directory of EXIF data; 1 if it is missing or invalid. */
function exifOrientation(exif: DataView): Orientation {
  if (exif.byteLength < 8) return 1;
  const order = exif.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const isLittle = order === 0x4949;
  const directory = exif.getUint32(4, isLittle);
  if (directory + 2 > exif.byteLength) return 1;
  const entries = Math.min(MAX_ENTRIES, exif.getUint16(directory, isLittle));
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + 12 * index;
    if (at + 12 > exif.byteLength) return 1;
    if (exif.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
    const value = exif.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? (value as Orientation) : 1;
  }
  return 1;
}

/** Rotates and mirrors a picture to the upright position. */
export function orientedRaster(raster: Raster, orientation: Orientation): Raster {
  if (orientation === 1) return raster;
  const { width, height, rgba } = raster;
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  const source = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const oriented = new Uint32Array(width * height);
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
      oriented[y * across + x] = source[from] ?? 0;
    }
  return { width: across, height: down, rgba: new Uint8Array(oriented.buffer) };
}

/** Returns the display size of a picture. The EXIF orientation can swap width and height. */
export function orientedSize(
  bytes: Uint8Array,
  { format, width, height }: ImageFacts,
): { width: number; height: number } {
  const chunk = format === 'jpeg' ? exifOfJpeg(bytes) : format === 'webp' ? exifChunkOfWebp(bytes) : null;
  const orientation = chunk === null ? pngOrientation(bytes) : exifOrientation(withoutJpegHeader(chunk));
  const isTurned = orientation >= 5;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Returns the TIFF structure of the first APP1 segment with EXIF data; null if there is none. */
function exifOfJpeg(bytes: Uint8Array): DataView | null {
  const data = viewOf(bytes);
  for (let at = 2; at + 4 <= data.byteLength && data.getUint8(at) === 0xff; ) {
    const marker = data.getUint8(at + 1);
    // Fill bytes can precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The compressed picture begins here. EXIF data never follows it.
    if (marker === 0xda || marker === 0xd9) return null;
    const length = data.getUint16(at + 2);
    if (marker === 0xe1 && hasTextAt(bytes, at + 4, EXIF_HEADER)) return part(data, at + 10, at + 2 + length);
    at += 2 + Math.max(2, length);
  }
  return null;
}

/** Returns the data of the chunk `EXIF`; null if there is none. */
function exifChunkOfWebp(bytes: Uint8Array): DataView | null {
  const data = viewOf(bytes);
  for (let at = 12; at + 8 <= data.byteLength; ) {
    const length = data.getUint32(at + 4, true);
    if (hasTextAt(bytes, at, 'EXIF')) return part(data, at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return null;
}

/** Checks whether EXIF data begins with the header of JPEG, which some programs write into other files. */
function hasJpegHeader(exif: DataView): boolean {
  return hasTextAt(new Uint8Array(exif.buffer, exif.byteOffset, exif.byteLength), 0, EXIF_HEADER);
}

function withoutJpegHeader(exif: DataView): DataView {
  if (!hasJpegHeader(exif)) return exif;
  return new DataView(exif.buffer, exif.byteOffset + EXIF_HEADER.length, exif.byteLength - EXIF_HEADER.length);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function part(data: DataView, start: number, end: number): DataView | null {
  const last = Math.min(end, data.byteLength);
  return start < last ? new DataView(data.buffer, data.byteOffset + start, last - start) : null;
}
