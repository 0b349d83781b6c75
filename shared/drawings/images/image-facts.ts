import { hasTextAt } from '../../lib/byte-match.ts';
import { drawingLimits } from '../drawing/drawing.ts';
import { bmpSize, hasAllBmpPixels, hasBmpAlpha } from './decode-bmp.ts';
import { heifFormat } from './heif-facts.ts';
import { svgRoot } from './svg-root.ts';

/** The format and the size of an image. */
export interface ImageFacts {
  /** The format: `png`, `jpeg`, `webp`, `gif`, `bmp`, or `svg`. */
  readonly format: string;
  /** The stored size in pixels. For an SVG, the natural size, which can be fractional. */
  readonly width: number;
  readonly height: number;
}

/** Reads the format and the size from the header of a file. Returns null if films cannot show it. */
export function imageFacts(bytes: Uint8Array): ImageFacts | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeOf(bytes, data);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file ends before its size field.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeOf(bytes: Uint8Array, data: DataView): ImageFacts | null {
  if (hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n') && hasTextAt(bytes, 12, 'IHDR'))
    return { format: 'png', width: data.getUint32(16), height: data.getUint32(20) };
  if (hasTextAt(bytes, 0, 'GIF87a') || hasTextAt(bytes, 0, 'GIF89a')) return { format: 'gif', ...gifSize(bytes, data) };
  if (hasTextAt(bytes, 0, 'BM') && hasTextAt(bytes, 6, '\0\0\0\0')) return { format: 'bmp', ...bmpSize(data) };
  if (hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP')) return webpSize(bytes, data);
  if (hasTextAt(bytes, 0, '\xff\xd8\xff')) return jpegSize(data);
  const root = svgRoot(bytes);
  return root && { format: 'svg', ...root.size };
}

/**
 * Returns the logical screen, enlarged to contain the first frame, as browsers and CanvasKit do (GIF89a, 18 and 20).
 */
function gifSize(bytes: Uint8Array, data: DataView): { readonly width: number; readonly height: number } {
  const [width, height] = [data.getUint16(6, true), data.getUint16(8, true)];
  const at = firstGifFrame(bytes);
  if (at === null || at + 9 > bytes.length) return { width, height };
  const [left, top, across, down] = [1, 3, 5, 7].map((offset) => data.getUint16(at + offset, true));
  return {
    width: Math.max(width, (left ?? 0) + (across ?? 0)),
    height: Math.max(height, (top ?? 0) + (down ?? 0)),
  };
}

/** The maximum number of fill bytes or blocks. Scanning millions of them would block other requests. */
const MAX_FILLS = 65_536;

/** Returns the offset of the first image descriptor (GIF89a, 20); null if none is in the bytes. */
function firstGifFrame(bytes: Uint8Array): number | null {
  const flags = bytes[10] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let left = MAX_FILLS; left > 0 && bytes[at] === 0x21; ) {
    at += 2;
    for (let length = bytes[at]; length !== undefined && length > 0 && left > 0; length = bytes[at], left -= 1)
      at += length + 1;
    at += 1;
  }
  return bytes[at] === 0x2c ? at : null;
}

function webpSize(bytes: Uint8Array, data: DataView): ImageFacts | null {
  const format = 'webp';
  if (hasTextAt(bytes, 12, 'VP8 '))
    return { format, width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
  if (hasTextAt(bytes, 12, 'VP8L')) {
    const bits = data.getUint32(21, true);
    return { format, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!hasTextAt(bytes, 12, 'VP8X')) return null;
  const three = (at: number): number => data.getUint16(at, true) + (data.getUint8(at + 2) << 16) + 1;
  return { format, width: three(24), height: three(27) };
}

/**
 * Reads the size from the frame header, which can follow a long profile and a thumbnail. Returns null without a frame
 * header.
 */
function jpegSize(data: DataView): ImageFacts | null {
  for (let [at, fills] = [2, 0]; fills <= MAX_FILLS && data.getUint8(at) === 0xff; ) {
    const marker = data.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: 'jpeg', height: data.getUint16(at + 5), width: data.getUint16(at + 7) };
    // Fill bytes can precede a marker.
    if (marker === 0xff) fills += 1;
    at += marker === 0xff ? 1 : 2 + data.getUint16(at + 2);
  }
  return null;
}

const SIGNATURES: readonly (readonly [bytes: string, format: string])[] = [
  ['II*\0', 'TIFF'],
  ['MM\0*', 'TIFF'],
  ['II+\0', 'TIFF'],
  ['MM\0+', 'TIFF'],
  ['8BPS', 'Photoshop'],
  ['%!PS', 'PostScript'],
  ['\0\0\x01\0', 'ICO'],
  ['\xff\x0a', 'JPEG XL'],
  ['\0\0\0\x0cJXL ', 'JPEG XL'],
  ['\0\0\0\x0cjP  ', 'JPEG 2000'],
  ['\xffO\xffQ', 'JPEG 2000'],
  ['\x76\x2f\x31\x01', 'OpenEXR'],
  ['#?RADIANCE', 'Radiance HDR'],
  ['qoif', 'QOI'],
];

/** Returns the name of a known image format that cannot be drawn; null for other files. */
export function otherImageFormat(bytes: Uint8Array): string | null {
  const signature = SIGNATURES.find(([first]) => hasTextAt(bytes, 0, first));
  if (signature !== undefined) return signature[1];
  // HEIC and AVIF are converted; HEIF holds other codings, too (ISO/IEC 23008-12).
  const isHeif = ['ftypmif1', 'ftypmif2', 'ftypmsf1'].some((brand) => hasTextAt(bytes, 4, brand));
  return isHeif && heifFormat(bytes) === null ? 'HEIF' : null;
}

/**
 * Returns whether an image file is complete. Decoders return the first part of a truncated file with empty pixels for
 * the rest and report no error.
 */
export function isWholeImage(bytes: Uint8Array, { format, width, height }: ImageFacts): boolean {
  const pixels = width * height;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (format) {
      case 'png':
        return isWholePng(bytes, data) && unpackedPngBytes(data) <= MAX_PNG_RATIO * bytes.length;
      case 'webp':
        // The RIFF length does not include the first eight bytes. The final padding byte can be missing.
        return data.getUint32(4, true) + 8 <= bytes.length + 1;
      case 'gif':
        return isWholeGif(bytes);
      case 'jpeg':
        return hasJpegEnd(bytes) && pixels <= MAX_JPEG_PIXELS_PER_BYTE * bytes.length;
      case 'bmp':
        return hasAllBmpPixels(data);
      default:
        return false;
    }
  } catch (error) {
    // The file ends inside a number.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The maximum compression ratio of deflate (RFC 1951): two bits encode at most 258 bytes. */
const MAX_PNG_RATIO = 1040;
/**
 * The maximum number of pixels per byte of a JPEG (ITU-T T.81, F.1.2). In a progressive image, a block of 64 pixels
 * takes at least one bit.
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
 * Checks that the file has all chunks up to `IEND`, and that the checksums of chunks with picture data are correct (PNG
 * 3, 5.3).
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

/** Checks that the blocks of the first image are complete (GIF89a, 15 to 23). */
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

/** Returns the CRC of PNG chunks (PNG 3, annex D). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Returns whether a file has no alpha channel. If such an image decodes to transparent pixels, part of it is missing.
 */
export function isOpaqueImage(bytes: Uint8Array, { format }: ImageFacts): boolean {
  if (format === 'jpeg') return true;
  // The color types of grayscale and RGB are opaque unless a chunk `tRNS` declares a transparent color.
  if (format === 'png') return (bytes[25] === 0 || bytes[25] === 2) && !hasChunk(bytes, 'tRNS');
  if (format === 'bmp') {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The number of bits per pixel. With 32 bits, the last eight can be alpha.
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

/** The duration of a frame in milliseconds if its delay is at most {@link MAX_UNSET_DELAY}, as in browsers. */
const DEFAULT_DELAY = 100;
/** The longest delay, in milliseconds, that counts as not set. */
const MAX_UNSET_DELAY = 10;

/**
 * Returns the duration of each frame of an animated image in milliseconds; null for a still image. For a truncated
 * file, returns only complete frames.
 */
export function frameDelays(bytes: Uint8Array, { format }: ImageFacts): readonly number[] | null {
  const delays: number[] = [];
  try {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (format === 'gif') addGifDelays(delays, bytes, data);
    else if (format === 'webp') addWebpDelays(delays, bytes, data);
  } catch (error) {
    // The file ends inside a frame. Return the frames before it.
    if (!(error instanceof RangeError)) throw error;
  }
  return delays.length > 1 ? delays : null;
}

function displayedDelay(milliseconds: number): number {
  return milliseconds > MAX_UNSET_DELAY ? milliseconds : DEFAULT_DELAY;
}

/** Reads the delays of a GIF (GIF89a, 15 to 23). A delay, in hundredths of a second, precedes its image. */
function addGifDelays(delays: number[], bytes: Uint8Array, data: DataView): void {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(data.getUint8(10));
  let hundredths = 0;
  const left = { blocks: MAX_BLOCKS };
  const skipBlocks = () => {
    at = endOfBlocks(bytes, at, left);
  };
  for (;;) {
    const introducer = data.getUint8(at);
    if (introducer === 0x21) {
      if (data.getUint8(at + 1) === 0xf9) hundredths = data.getUint16(at + 4, true);
      at += 2;
      skipBlocks();
    } else if (introducer === 0x2c) {
      at += 11 + tableBytes(data.getUint8(at + 9));
      skipBlocks();
      delays.push(displayedDelay(hundredths * 10));
      hundredths = 0;
    } else return;
  }
}

/**
 * The maximum number of blocks: the largest file has this number if each block has 16 bytes. Programs write blocks of
 * 255 bytes. Scanning blocks of one byte would block other requests.
 */
const MAX_BLOCKS = 4 * 2 ** 20;

/**
 * Returns the offset after a sequence of data blocks. Each block starts with its length; a length of 0 ends the
 * sequence. Throws RangeError if the file ends before that or has too many blocks.
 */
function endOfBlocks(bytes: Uint8Array, start: number, left: { blocks: number }): number {
  let at = start;
  for (;;) {
    left.blocks -= 1;
    if (left.blocks < 0) throw new RangeError('more blocks than any program writes');
    const length = bytes[at];
    if (length === undefined) throw new RangeError('the file ends within a block');
    at += length + 1;
    if (length === 0) return at;
  }
}

/** Reads the delays of a WebP (WebP container specification, "Animation"): each frame chunk contains its duration. */
function addWebpDelays(delays: number[], bytes: Uint8Array, data: DataView): void {
  const ANIMATION = 0x02;
  if (!hasTextAt(bytes, 12, 'VP8X') || (data.getUint8(20) & ANIMATION) === 0) return;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = data.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) return;
    if (hasTextAt(bytes, at, 'ANMF'))
      delays.push(displayedDelay(data.getUint16(at + 20, true) + (data.getUint8(at + 22) << 16)));
    // A padding byte follows an odd length.
    at += 8 + length + (length % 2);
  }
}

/**
 * Returns the number of passes over an image: for a progressive JPEG the number of its scans (ITU-T T.81, G), else 1.
 */
export function scansOf(bytes: Uint8Array, { format }: ImageFacts): number {
  if (format !== 'jpeg') return 1;
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xda) scans += 1;
  return Math.max(1, scans);
}

/** Chunks that affect the picture, its colors, or its orientation (PNG 3, 11). */
const PICTURE_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf'];

/**
 * Removes the chunks of a PNG that do not affect its picture if they exceed a limit, because compressed text chunks can
 * expand a thousandfold. The file must be complete.
 */
export function withoutExtraChunks(bytes: Uint8Array, { format }: ImageFacts): Uint8Array {
  if (format !== 'png') return bytes;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [bytes.subarray(0, 8)];
  let [size, hasProfile] = [8, false];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + data.getUint32(at);
    const isProfile = hasTextAt(bytes, at + 4, 'iCCP');
    // A PNG has at most one profile (11.3.2.3), so remove further copies: the decoder would unpack each of them.
    if (PICTURE_CHUNKS.some((type) => hasTextAt(bytes, at + 4, type)) && !(isProfile && hasProfile)) {
      parts.push(bytes.subarray(at, end));
      size += end - at;
    }
    hasProfile ||= isProfile;
    if (hasTextAt(bytes, at + 4, 'IEND')) break;
    at = end;
  }
  if (bytes.length - size <= drawingLimits.besidePng) return bytes;
  const alone = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    alone.set(part, place);
    place += part.length;
  }
  return alone;
}
