import { hasTextAt } from '../../lib/byte-match.ts';
import { drawingLimits } from '../drawing/drawing.ts';
import { hasAllBmpPixels, hasBmpAlpha } from './decode-bmp.ts';
import { firstGifImage } from './gif-blocks.ts';
import type { ImageFacts } from './image-facts.ts';
import { hasAllJpegBlocks } from './jpeg-scans.ts';

/**
 * Returns whether an image file is complete. Decoders report no error for a truncated file: they return its first part
 * and leave the other pixels empty.
 */
export function isWholeImage(bytes: Uint8Array, facts: ImageFacts): boolean {
  const { format, width, height } = facts;
  const pixels = width * height;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (format) {
      case 'png':
        return isWholePng(bytes, data) && unpackedPngBytes(data) <= MAX_PNG_RATIO * bytes.length;
      case 'webp':
        // The RIFF length excludes the first eight bytes. The final padding byte can be missing.
        return data.getUint32(4, true) + 8 <= bytes.length + 1;
      case 'gif':
        return isWholeGif(bytes);
      case 'jpeg':
        if (!hasJpegEnd(bytes) || pixels > MAX_JPEG_PIXELS_PER_BYTE * bytes.length) return false;
        return hasAllJpegBlocks(bytes, facts);
      case 'bmp':
        return hasAllBmpPixels(data);
      default:
        return false;
    }
  } catch (error) {
    // The file is incomplete, because it ends inside a number.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The maximum compression ratio of deflate (RFC 1951): two bits encode at most 258 bytes. */
const MAX_PNG_RATIO = 1040;
/**
 * The maximum number of pixels per byte of a JPEG (ITU-T T.81, F.1.2). In a progressive image, 64 pixels take at least
 * one bit of a scan.
 */
const MAX_JPEG_PIXELS_PER_BYTE = 1024;
/** The number of channels per pixel by color type (PNG 3, 11.2.1). */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Returns the unpacked size that the header of a PNG declares. */
function unpackedPngBytes(data: DataView): number {
  const bits = data.getUint8(24) * (PNG_CHANNELS[data.getUint8(25)] ?? 1);
  return data.getUint32(20) * (1 + Math.ceil((data.getUint32(16) * bits) / 8));
}

/** Returns whether the marker EOI (ITU-T T.81, B.1.1.3) follows the scan. */
function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 2; at > 0; at--) {
    if (bytes[at] !== 0xff) continue;
    if (bytes[at + 1] === 0xd9) return true;
    // The marker SOS starts the scan. Data before the scan can contain another image, such as a thumbnail.
    if (bytes[at + 1] === 0xda) return false;
  }
  return false;
}

/**
 * Checks that the file has all chunks up to `IEND`, and that the checksums of the picture's chunks are correct (PNG 3,
 * 5.3).
 */
function isWholePng(bytes: Uint8Array, data: DataView): boolean {
  for (let at = 8; ; ) {
    const length = data.getUint32(at);
    const end = at + 8 + length;
    const isPicture = hasTextAt(bytes, at + 4, 'IDAT') || hasTextAt(bytes, at + 4, 'PLTE');
    if (isPicture && crc32(bytes.subarray(at + 4, end)) !== data.getUint32(end)) return false;
    if (hasTextAt(bytes, at + 4, 'IEND')) return true;
    at = end + 4;
  }
}

/** Checks that the data of the first image is complete. */
function isWholeGif(bytes: Uint8Array): boolean {
  return firstGifImage(bytes, Number.POSITIVE_INFINITY)?.isComplete === true;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** Returns the CRC of PNG chunks (PNG 3, annex D). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Returns whether a file cannot have transparent pixels. If such a file decodes to transparent pixels, a part of it is
 * missing.
 */
export function isOpaqueImage(bytes: Uint8Array, { format }: ImageFacts): boolean {
  if (format === 'jpeg') return true;
  // Grayscale and RGB are opaque, unless a chunk `tRNS` declares a transparent color.
  if (format === 'png') return (bytes[25] === 0 || bytes[25] === 2) && !hasChunk(bytes, 'tRNS');
  if (format === 'bmp') {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The number of bits per pixel. With 32 bits, the last eight bits can be alpha.
    return (bytes[28] ?? 32) <= 24 && !hasBmpAlpha(data);
  }
  return format === 'webp' && hasTextAt(bytes, 12, 'VP8 ');
}

/** Returns whether a file is an APNG with more than one frame (PNG 3, 11.3.6.1: `acTL` precedes `IDAT`). */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  if (!hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return false;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + data.getUint32(at)) {
    if (hasTextAt(bytes, at + 4, 'acTL')) return data.getUint32(at + 8) > 1;
    if (hasTextAt(bytes, at + 4, 'IDAT')) return false;
  }
  return false;
}

function hasChunk(bytes: Uint8Array, type: string): boolean {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + data.getUint32(at)) {
    if (hasTextAt(bytes, at + 4, type)) return true;
    if (hasTextAt(bytes, at + 4, 'IDAT')) return false;
  }
  return false;
}

/** Chunks that affect the picture, its colors, or its orientation (PNG 3, 11). */
const PICTURE_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf'];

/**
 * Removes the chunks of a PNG that do not affect its picture, if their total size exceeds a limit. Compressed text
 * chunks can expand a thousandfold. The file must be complete.
 */
export function withoutExtraChunks(bytes: Uint8Array, { format }: ImageFacts): Uint8Array {
  if (format !== 'png') return bytes;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [bytes.subarray(0, 8)];
  let [size, hasProfile] = [8, false];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + data.getUint32(at);
    const isProfile = hasTextAt(bytes, at + 4, 'iCCP');
    // Keep only one profile, the permitted number (11.3.2.3), because the decoder would unpack every copy.
    if (PICTURE_CHUNKS.some((type) => hasTextAt(bytes, at + 4, type)) && !(isProfile && hasProfile)) {
      parts.push(bytes.subarray(at, end));
      size += end - at;
    }
    hasProfile ||= isProfile;
    if (hasTextAt(bytes, at + 4, 'IEND')) break;
    at = end;
  }
  if (bytes.length - size <= drawingLimits.besidePng) return bytes;
  const filtered = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    filtered.set(part, place);
    place += part.length;
  }
  return filtered;
}
