import { holds } from '../../lib/byte-match.ts';
import { hasAllBmpPixels, hasBmpAlpha } from './decode-bmp.ts';
import type { ImageFacts } from './image-facts.ts';

/**
 * Whether an image's file is there to its end. A decoder answers the beginning of one that was cut, with nothing in
 * place of the rest, and does not say so.
 */
export function isWholeImage(bytes: Uint8Array, { format, width, height }: ImageFacts): boolean {
  const pixels = width * height;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (format) {
      case 'png':
        return isWholePng(bytes, data) && pngBytes(data) <= MOST_UNPACKED * bytes.length;
      case 'webp':
        // The length of what follows the first eight bytes; a byte that makes it even may lack.
        return data.getUint32(4, true) + 8 <= bytes.length + 1;
      case 'gif':
        return isWholeGif(bytes);
      case 'jpeg':
        return hasJpegEnd(bytes) && pixels <= JPEG_PIXELS * bytes.length;
      case 'bmp':
        return hasAllBmpPixels(data);
      default:
        return false;
    }
  } catch (error) {
    // It ends within a number.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** RFC 1951: a code of two bits stands for 258 bytes at most. */
const MOST_UNPACKED = 1040;
/** ITU-T T.81, F.1.2: a block of 64 pixels takes some bits, of a progressive picture at least one. */
const JPEG_PIXELS = 1024;
/** Numbers of a pixel, by the kind of colour (PNG 3, 11.2.1). */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** How many bytes a PNG says to be, unpacked. */
function pngBytes(data: DataView): number {
  const bits = data.getUint8(24) * (PNG_CHANNELS[data.getUint8(25)] ?? 1);
  return data.getUint32(20) * (1 + Math.ceil((data.getUint32(16) * bits) / 8));
}

/** ITU-T T.81, B.1.1.3: the marker that ends an image, behind the scan. */
function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 2; at > 0; at--) {
    if (bytes[at] !== 0xff) continue;
    if (bytes[at + 1] === 0xd9) return true;
    // The start of the scan: what stands before it is another image, such as a thumbnail.
    if (bytes[at + 1] === 0xda) return false;
  }
  return false;
}

/** Formats, and kinds of them, that have no opacity: where they are decoded to nothing, a part lacks. */
export function isOpaqueImage(bytes: Uint8Array, { format }: ImageFacts): boolean {
  if (format === 'jpeg') return true;
  // Colours alone; one of them may be said to be transparent.
  if (format === 'png') return (bytes[25] === 0 || bytes[25] === 2) && !hasChunk(bytes, 'tRNS');
  if (format === 'bmp') {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Bits per pixel: with 32, the last eight can be opacity.
    return (bytes[28] ?? 32) <= 24 && !hasBmpAlpha(data);
  }
  return format === 'webp' && holds(bytes, 12, 'VP8 ');
}

/** Whether a file is an APNG with more than one frame (PNG 3, 11.3.6.1: `acTL` stands before `IDAT`). */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  if (!holds(bytes, 0, '\x89PNG\r\n\x1a\n')) return false;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + data.getUint32(at)) {
    if (holds(bytes, at + 4, 'acTL')) return data.getUint32(at + 8) > 1;
    if (holds(bytes, at + 4, 'IDAT')) return false;
  }
  return false;
}

function hasChunk(bytes: Uint8Array, type: string): boolean {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + data.getUint32(at)) {
    if (holds(bytes, at + 4, type)) return true;
    if (holds(bytes, at + 4, 'IDAT')) return false;
  }
  return false;
}

/** PNG 3, 5.3: every chunk to `IEND`, and the sums of those that hold the picture. */
function isWholePng(bytes: Uint8Array, data: DataView): boolean {
  for (let at = 8; ; ) {
    const length = data.getUint32(at);
    const end = at + 8 + length;
    const isPicture = holds(bytes, at + 4, 'IDAT') || holds(bytes, at + 4, 'PLTE');
    if (isPicture && crc32(bytes.subarray(at + 4, end)) !== data.getUint32(end)) return false;
    if (holds(bytes, at + 4, 'IEND')) return true;
    at = end + 4;
  }
}

/** GIF89a, 15 to 23: up to the end of the first image's blocks. */
function isWholeGif(bytes: Uint8Array): boolean {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const byte = (at: number): number => {
    const value = bytes[at];
    if (value === undefined) throw new RangeError('the file ends');
    return value;
  };
  let at = 13 + tableBytes(byte(10));
  const skipBlocks = () => {
    while (byte(at) !== 0) at += byte(at) + 1;
    at += 1;
  };
  for (;;) {
    const introducer = byte(at);
    if (introducer === 0x21) {
      at += 2;
      skipBlocks();
    } else if (introducer === 0x2c) {
      at += 11 + tableBytes(byte(at + 9));
      skipBlocks();
      return true;
    } else return false;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** PNG 3, annex D. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
