import { holds } from '../../lib/byte-match.ts';
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
  if (holds(bytes, 0, 'GIF87a') || holds(bytes, 0, 'GIF89a'))
    return { format: 'gif', width: data.getUint16(6, true), height: data.getUint16(8, true) };
  if (holds(bytes, 0, 'BM') && holds(bytes, 6, '\0\0\0\0'))
    // The height is below zero where the rows run downwards.
    return { format: 'bmp', width: data.getInt32(18, true), height: Math.abs(data.getInt32(22, true)) };
  if (holds(bytes, 0, 'RIFF') && holds(bytes, 8, 'WEBP')) return webpSize(bytes, data);
  if (holds(bytes, 0, '\xff\xd8\xff')) return jpegSize(data);
  const root = svgRoot(bytes);
  return root && { format: 'svg', ...root.size };
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
