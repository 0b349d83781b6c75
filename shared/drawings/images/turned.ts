import { holds } from '../../lib/byte-match.ts';
import type { ImageFacts } from './image-facts.ts';

/** EXIF 2.32, section 4.6.4: the values of Orientation that exchange rows and columns. */
const TURNED = { least: 5, most: 8 };
const ORIENTATION_TAG = 0x0112;

/** The size of a picture as it is shown: a JPEG or WebP whose EXIF orientation lies on its side is as wide as it is high. */
export function shownSize(bytes: Uint8Array, { format, width, height }: ImageFacts): { width: number; height: number } {
  const exif = format === 'jpeg' ? exifOfJpeg(bytes) : format === 'webp' ? exifOfWebp(bytes) : null;
  const orientation = exif === null ? 1 : orientationIn(exif);
  const isTurned = orientation >= TURNED.least && orientation <= TURNED.most;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** The TIFF structure in the first APP1 segment that has one; null without it. */
function exifOfJpeg(bytes: Uint8Array): DataView | null {
  const data = viewOf(bytes);
  for (let at = 2; at + 4 <= data.byteLength && data.getUint8(at) === 0xff; ) {
    const marker = data.getUint8(at + 1);
    // A fill byte may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The compressed picture begins: no segment with EXIF follows.
    if (marker === 0xda || marker === 0xd9) return null;
    const length = data.getUint16(at + 2);
    if (marker === 0xe1 && holds(bytes, at + 4, 'Exif\0\0')) return part(data, at + 10, at + 2 + length);
    at += 2 + Math.max(2, length);
  }
  return null;
}

/** The chunk `EXIF`, which the header `Exif\0\0` of JPEG may precede. */
function exifOfWebp(bytes: Uint8Array): DataView | null {
  const data = viewOf(bytes);
  for (let at = 12; at + 8 <= data.byteLength; ) {
    const length = data.getUint32(at + 4, true);
    const start = at + 8;
    if (holds(bytes, at, 'EXIF')) return part(data, start + (holds(bytes, start, 'Exif\0\0') ? 6 : 0), start + length);
    at = start + length + (length % 2);
  }
  return null;
}

/** 1, upright, where the structure is cut short or says nothing. */
function orientationIn(tiff: DataView): number {
  if (tiff.byteLength < 8) return 1;
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * 12;
    if (at + 12 > tiff.byteLength) return 1;
    if (tiff.getUint16(at, isLittle) === ORIENTATION_TAG) return tiff.getUint16(at + 8, isLittle);
  }
  return 1;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function part(data: DataView, start: number, end: number): DataView | null {
  const last = Math.min(end, data.byteLength);
  return start < last ? new DataView(data.buffer, data.byteOffset + start, last - start) : null;
}
