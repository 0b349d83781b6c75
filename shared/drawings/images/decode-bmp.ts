import type { Raster } from './resample.ts';

/** The header fields that decoding needs. */
interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly compression: number;
  /** The offsets of the palette and of the pixels, and the bytes per palette entry. */
  readonly paletteAt: number;
  readonly entryBytes: number;
  readonly pixelsAt: number;
  /** The masks of red, green, blue, and alpha; 0 if the channel is missing. */
  readonly masks: readonly [number, number, number, number];
  readonly isOs2: boolean;
}

/** The sizes of headers: OS/2 1.x, OS/2 2.x short and full, and Windows from BITMAPINFOHEADER to BITMAPV5HEADER. */
const [CORE, OS2_SHORT, INFO, V2, V3, OS2, V4, V5] = [12, 16, 40, 52, 56, 64, 108, 124];
const [UNCOMPRESSED, BIT_FIELDS, ALPHA_BIT_FIELDS] = [0, 3, 6];

/** Returns the size of a bitmap in pixels. Throws RangeError if the file ends early. */
export function bmpSize(data: DataView): { readonly width: number; readonly height: number } {
  if (data.getUint32(14, true) === CORE) return { width: data.getUint16(18, true), height: data.getUint16(20, true) };
  // The height is negative if the rows run from top to bottom.
  return { width: data.getInt32(18, true), height: Math.abs(data.getInt32(22, true)) };
}

/**
 * Returns whether the file contains all pixels. Returns true for a compressed bitmap, because its length is unknown.
 */
export function hasAllBmpPixels(data: DataView): boolean {
  const header = headerOf(data);
  if (header === null) return false;
  const { width, height, bits, compression, pixelsAt } = header;
  if (![UNCOMPRESSED, BIT_FIELDS, ALPHA_BIT_FIELDS].includes(compression)) return true;
  return pixelsAt + rowBytes(width, bits) * height <= data.byteLength;
}

/** Returns whether a bitmap has an alpha channel. */
export function hasBmpAlpha(data: DataView): boolean {
  return (headerOf(data)?.masks[3] ?? 0) !== 0;
}

/**
 * Decodes the bitmaps that CanvasKit refuses or draws opaque: OS/2 headers, and masks with alpha in 16 or 32 bits.
 * Returns null for all other bitmaps. The result is premultiplied. Sources: the header documentation of Microsoft
 * (wingdi.h) and IBM.
 */
export function decodeBmp(bytes: Uint8Array): Raster | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = headerOf(data);
  if (header === null || !isDecodable(header)) return null;
  const { width, height, isTopDown, bits, pixelsAt } = header;
  const rgba = new Uint8Array(width * height * 4);
  const stride = rowBytes(width, bits);
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + stride * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) rgba.set(pixelAt(data, header, row, x), 4 * (y * width + x));
  }
  return { width, height, rgba };
}

/** Returns whether {@link decodeBmp} decodes a file. */
export function canDecodeBmp(bytes: Uint8Array): boolean {
  const header = headerOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return header !== null && isDecodable(header);
}

function isDecodable({ isOs2, bits, compression, masks }: BmpHeader): boolean {
  if (isOs2) return compression === UNCOMPRESSED && [1, 4, 8, 24].includes(bits);
  return [BIT_FIELDS, ALPHA_BIT_FIELDS].includes(compression) && [16, 32].includes(bits) && masks[3] !== 0;
}

function pixelAt(data: DataView, header: BmpHeader, row: number, x: number): readonly [number, number, number, number] {
  const { bits, masks } = header;
  if (bits === 24)
    return [data.getUint8(row + 3 * x + 2), data.getUint8(row + 3 * x + 1), data.getUint8(row + 3 * x), 255];
  if (bits <= 8) {
    const perByte = 8 / bits;
    const shift = 8 - bits * ((x % perByte) + 1);
    const index = (data.getUint8(row + Math.floor(x / perByte)) >> shift) & (2 ** bits - 1);
    const at = header.paletteAt + index * header.entryBytes;
    // Use black for an index beyond the palette.
    if (at + 3 > header.pixelsAt) return [0, 0, 0, 255];
    return [data.getUint8(at + 2), data.getUint8(at + 1), data.getUint8(at), 255];
  }
  const value = bits === 16 ? data.getUint16(row + 2 * x, true) : data.getUint32(row + 4 * x, true);
  const [red, green, blue, alpha] = masks.map((mask) => channel(value, mask));
  const opacity = alpha ?? 255;
  const weighted = (color = 0) => Math.round((color * opacity) / 255);
  return [weighted(red), weighted(green), weighted(blue), opacity];
}

/** Extracts a channel and scales it to a byte. */
function channel(value: number, mask: number): number {
  if (mask === 0) return 0;
  const lowest = mask & -mask;
  const most = (mask >>> 0) / (lowest >>> 0);
  return Math.round((((value & mask) >>> 0) / (lowest >>> 0) / most) * 255);
}

/** Returns the number of bytes per row, which is a multiple of four. */
function rowBytes(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}

function headerOf(data: DataView): BmpHeader | null {
  const size = data.getUint32(14, true);
  const pixelsAt = data.getUint32(10, true);
  if (size === CORE) {
    const [width, height, bits] = [data.getUint16(18, true), data.getUint16(20, true), data.getUint16(24, true)];
    const os2 = { isTopDown: false, compression: UNCOMPRESSED, masks: [0, 0, 0, 0], isOs2: true } as const;
    return { ...os2, width, height, bits, paletteAt: 14 + size, entryBytes: 3, pixelsAt };
  }
  if (![OS2_SHORT, INFO, V2, V3, OS2, V4, V5].includes(size)) return null;
  const [width, written, bits] = [data.getInt32(18, true), data.getInt32(22, true), data.getUint16(28, true)];
  const compression = size === OS2_SHORT ? UNCOMPRESSED : data.getUint32(30, true);
  const isOs2 = size === OS2_SHORT || size === OS2;
  // Headers from V2 or V3 contain the masks. After BITMAPINFOHEADER, the masks follow the header.
  const count = size >= V3 && !isOs2 ? 4 : compression === ALPHA_BIT_FIELDS ? 4 : compression === BIT_FIELDS ? 3 : 0;
  const mask = (index: number) => (index < count && !isOs2 ? data.getUint32(54 + 4 * index, true) : 0);
  const masks = [mask(0), mask(1), mask(2), mask(3)] as const;
  return {
    ...{ width, height: Math.abs(written), isTopDown: written < 0, bits, compression, masks, isOs2 },
    ...{ paletteAt: 14 + size, entryBytes: 4, pixelsAt },
  };
}
