import { holds } from '../../lib/byte-match.ts';
import { bmpSize } from './decode-bmp.ts';
import { heifFormat } from './heif-facts.ts';
import { svgRoot } from './svg-root.ts';

/** What an image is. */
export interface ImageFacts {
  /** `png`, `jpeg`, `webp`, `gif`, `bmp`, `svg`. */
  readonly format: string;
  /** Pixels, as stored; of an SVG its natural size, fractions allowed. */
  readonly width: number;
  readonly height: number;
}

/** What the first bytes of a file say of the picture in it; null where it is none that a film will be able to show. */
export function imageFacts(bytes: Uint8Array): ImageFacts | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeOf(bytes, data);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file ends before it says its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeOf(bytes: Uint8Array, data: DataView): ImageFacts | null {
  if (holds(bytes, 0, '\x89PNG\r\n\x1a\n') && holds(bytes, 12, 'IHDR'))
    return { format: 'png', width: data.getUint32(16), height: data.getUint32(20) };
  if (holds(bytes, 0, 'GIF87a') || holds(bytes, 0, 'GIF89a')) return { format: 'gif', ...gifSize(bytes, data) };
  if (holds(bytes, 0, 'BM') && holds(bytes, 6, '\0\0\0\0')) return { format: 'bmp', ...bmpSize(data) };
  if (holds(bytes, 0, 'RIFF') && holds(bytes, 8, 'WEBP')) return webpSize(bytes, data);
  if (holds(bytes, 0, '\xff\xd8\xff')) return jpegSize(data);
  const root = svgRoot(bytes);
  return root && { format: 'svg', ...root.size };
}

/** The logical screen, grown to the first frame if that leaves it, as browsers and CanvasKit do (GIF89a, 18 and 20). */
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

/** The offset of the first image descriptor (GIF89a, 20); null if none is in the bytes. */
function firstGifFrame(bytes: Uint8Array): number | null {
  const flags = bytes[10] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let left = MOST_FILLS; left > 0 && bytes[at] === 0x21; ) {
    at += 2;
    for (let length = bytes[at]; length !== undefined && length > 0 && left > 0; length = bytes[at], left -= 1)
      at += length + 1;
    at += 1;
  }
  return bytes[at] === 0x2c ? at : null;
}

function webpSize(bytes: Uint8Array, data: DataView): ImageFacts | null {
  const format = 'webp';
  if (holds(bytes, 12, 'VP8 '))
    return { format, width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
  if (holds(bytes, 12, 'VP8L')) {
    const bits = data.getUint32(21, true);
    return { format, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!holds(bytes, 12, 'VP8X')) return null;
  const three = (at: number): number => data.getUint16(at, true) + (data.getUint8(at + 2) << 16) + 1;
  return { format, width: three(24), height: three(27) };
}

/** More of them are nothing else: going through millions keeps waiting whoever asks. */
const MOST_FILLS = 65_536;

/** The size stands in the segment that starts the frame, behind what may be a long profile and a thumbnail. */
function jpegSize(data: DataView): ImageFacts | null {
  for (let [at, fills] = [2, 0]; fills <= MOST_FILLS && data.getUint8(at) === 0xff; ) {
    const marker = data.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: 'jpeg', height: data.getUint16(at + 5), width: data.getUint16(at + 7) };
    // A fill byte may stand before a marker.
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

/** The name of an image format that cannot be drawn; null if the file is none of the usual ones. */
export function otherImageFormat(bytes: Uint8Array): string | null {
  const signature = SIGNATURES.find(([first]) => holds(bytes, 0, first));
  if (signature !== undefined) return signature[1];
  // HEIC and AVIF are converted; HEIF holds other codings, too (ISO/IEC 23008-12).
  const isHeif = ['ftypmif1', 'ftypmif2', 'ftypmsf1'].some((brand) => holds(bytes, 4, brand));
  return isHeif && heifFormat(bytes) === null ? 'HEIF' : null;
}
