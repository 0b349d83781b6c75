import { hasTextAt } from '../../lib/byte-match.ts';
import { bmpSize } from './decode-bmp.ts';
import { firstGifImage, gifBlocks } from './gif-blocks.ts';
import { heifFormat } from './heif-facts.ts';
import { svgRoot } from './svg-root.ts';

export interface ImageFacts {
  /** One of `png`, `jpeg`, `webp`, `gif`, `bmp`, and `svg`. */
  readonly format: string;
  /** The stored size in pixels. For SVG, the natural size, which can be fractional. */
  readonly width: number;
  readonly height: number;
}

/** Reads the format and the size from the header of a file. Returns null if films cannot display it. */
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
  const at = firstGifImage(bytes, MAX_FILLS)?.at;
  if (at === undefined || at + 9 > bytes.length) return { width, height };
  const [left, top, across, down] = [1, 3, 5, 7].map((offset) => data.getUint16(at + offset, true));
  return {
    width: Math.max(width, (left ?? 0) + (across ?? 0)),
    height: Math.max(height, (top ?? 0) + (down ?? 0)),
  };
}

/**
 * The maximum number of GIF blocks or JPEG fill bytes before the size. Scanning millions of them would delay other
 * requests.
 */
const MAX_FILLS = 65_536;

function webpSize(bytes: Uint8Array, data: DataView): ImageFacts | null {
  const format = 'webp';
  if (hasTextAt(bytes, 12, 'VP8 '))
    return { format, width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
  if (hasTextAt(bytes, 12, 'VP8L')) {
    const bits = data.getUint32(21, true);
    return { format, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!hasTextAt(bytes, 12, 'VP8X')) return null;
  const uint24 = (at: number): number => data.getUint16(at, true) + (data.getUint8(at + 2) << 16) + 1;
  return { format, width: uint24(24), height: uint24(27) };
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
  ['\xff\xd8\xff\xf7', 'JPEG-LS'],
  ['II\xbc\x01', 'JPEG XR'],
  ['\0\0\x02\0', 'Windows cursor (CUR)'],
  ['icns', 'Apple icon (ICNS)'],
  ['gimp xcf', 'GIMP (XCF)'],
  ['DDS ', 'DDS'],
  ['BPG\xfb', 'BPG'],
  ['AT&TFORM', 'DjVu'],
  ['\x01\0\0\0\x6c\0\0\0', 'Windows Metafile (EMF)'],
  ['\xd7\xcd\xc6\x9a', 'Windows Metafile (WMF)'],
  ['FUJIFILMCCD-RAW', 'Fujifilm RAW'],
  ['IIU\0', 'Panasonic RAW'],
  ['IIRO', 'Olympus RAW'],
  ['\0\0\0\x18ftypcrx ', 'Canon RAW (CR3)'],
];
/** The start of a portable pixmap: `P1` to `P7`, followed by white space or a comment. */
const PIXMAP = /^P[1-7][\s#]/;
/** The end of a Targa file (Truevision TGA 2.0, "Footer"). */
const TARGA_END = 'TRUEVISION-XFILE.\0';

/** Returns the name of a known image format that cannot be drawn; null for other files. */
export function otherImageFormat(bytes: Uint8Array): string | null {
  // An uncompressed Targa file starts like a Windows cursor.
  if (hasTextAt(bytes, bytes.length - TARGA_END.length, TARGA_END) || hasTargaHeader(bytes)) return 'Targa (TGA)';
  const signature = SIGNATURES.find(([first]) => hasTextAt(bytes, 0, first));
  if (signature !== undefined) return signature[1];
  if (PIXMAP.test(String.fromCharCode(...bytes.subarray(0, 3)))) return 'PNM';
  // The service converts HEIC and AVIF files. Other HEIF files can contain any codec (ISO/IEC 23008-12).
  const isHeif = ['ftypmif1', 'ftypmif2', 'ftypmsf1'].some((brand) => hasTextAt(bytes, 4, brand));
  return isHeif && heifFormat(bytes) === null ? 'HEIF' : null;
}

/**
 * Checks for the header of a Targa file (Truevision TGA 2.0, "Header"). The first version of the format lacks a footer
 * and a signature. Therefore, requires valid values in all fields: the color map, the image type, the size, the depth,
 * and the unused bits.
 */
function hasTargaHeader(bytes: Uint8Array): boolean {
  if (bytes.length <= 18) return false;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const byte = (at: number): number => data.getUint8(at);
  const [kind, depth, hasMap] = [byte(2), byte(16), byte(1) === 1];
  const isMapped = kind === 1 || kind === 9;
  const isMapEmpty = [3, 4, 5, 6, 7].every((at) => byte(at) === 0);
  const depths = isMapped || kind === 3 || kind === 11 ? [8, 16] : kind === 2 || kind === 10 ? [15, 16, 24, 32] : [];
  const hasFittingMap = hasMap
    ? data.getUint16(5, true) > 0 && [15, 16, 24, 32].includes(byte(7))
    : byte(1) === 0 && !isMapped && isMapEmpty;
  const [width, height] = [data.getUint16(12, true), data.getUint16(14, true)];
  return hasFittingMap && depths.includes(depth) && width > 0 && height > 0 && byte(17) < 0x40;
}

/** The duration of a frame in milliseconds if its delay is at most {@link MAX_UNSET_DELAY}, as in browsers. */
const DEFAULT_DELAY = 100;
/** The maximum delay, in milliseconds, that is treated as not set. */
const MAX_UNSET_DELAY = 10;

/**
 * Returns the duration of each frame of an animated image in milliseconds; null for a still image. Omits incomplete
 * frames of a truncated file.
 */
export function frameDelays(bytes: Uint8Array, { format }: ImageFacts): readonly number[] | null {
  const delays: number[] = [];
  try {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (format === 'gif') addGifDelays(delays, bytes, data);
    else if (format === 'webp') addWebpDelays(delays, bytes, data);
  } catch (error) {
    // The file ends inside a frame. Return the complete frames.
    if (!(error instanceof RangeError)) throw error;
  }
  return delays.length > 1 ? delays : null;
}

function displayedDelay(milliseconds: number): number {
  return milliseconds > MAX_UNSET_DELAY ? milliseconds : DEFAULT_DELAY;
}

/**
 * The maximum number of blocks: a file of the maximum size with blocks of 16 bytes. Encoders write blocks of 255 bytes.
 */
const MAX_BLOCKS = 4 * 2 ** 20;

/**
 * Reads the delays of a GIF (GIF89a, 23). A delay, in hundredths of a second, precedes the image to which it applies.
 */
function addGifDelays(delays: number[], bytes: Uint8Array, data: DataView): void {
  let hundredths = 0;
  for (const { kind, at, isComplete } of gifBlocks(bytes, MAX_BLOCKS)) {
    if (kind === 'extension' && data.getUint8(at + 1) === 0xf9) hundredths = data.getUint16(at + 4, true);
    if (kind === 'extension' || !isComplete) continue;
    delays.push(displayedDelay(hundredths * 10));
    hundredths = 0;
  }
}

/** Reads the delays of a WebP (WebP container specification, "Animation"). Each frame chunk contains its duration. */
function addWebpDelays(delays: number[], bytes: Uint8Array, data: DataView): void {
  const ANIMATION = 0x02;
  if (!hasTextAt(bytes, 12, 'VP8X') || (data.getUint8(20) & ANIMATION) === 0) return;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = data.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) return;
    if (hasTextAt(bytes, at, 'ANMF'))
      delays.push(displayedDelay(data.getUint16(at + 20, true) + (data.getUint8(at + 22) << 16)));
    // A padding byte follows data of odd length.
    at += 8 + length + (length % 2);
  }
}
