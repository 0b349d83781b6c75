import { inflateSync } from 'node:zlib';
import { invariant } from '#shared/lib/assert.ts';

/** The interleaved RGB values in row-major order. */
export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Decodes a PNG of 8-bit RGB without interlacing (RFC 2083), which is the form that the service makes. */
export function decodePng(bytes: Uint8Array): RgbPicture {
  return decode(bytes, { type: 2, pixelBytes: 3 });
}

/**
 * Decodes a PNG of 8-bit RGBA without interlacing, which the service makes from a transparent film. Each pixel has four
 * values.
 */
export function decodeRgbaPng(bytes: Uint8Array): RgbPicture {
  return decode(bytes, { type: 6, pixelBytes: 4 });
}

interface PngForm {
  /** The color type of the header (RFC 2083, 4.1.1). */
  readonly type: number;
  readonly pixelBytes: number;
}

function decode(bytes: Uint8Array, { type: colorType, pixelBytes }: PngForm): RgbPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      invariant(data[8] === 8 && data[9] === colorType && data[12] === 0, 'a PNG in the expected form');
    }
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(parts)), width * pixelBytes, height, pixelBytes) };
}

/** Reverses the filter of each row (RFC 2083, chapter 6). */
function unfilter(rows: Uint8Array, stride: number, height: number, pixelBytes: number): Uint8Array {
  const pixels = new Uint8Array(stride * height);
  let above: Uint8Array = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)] ?? 0;
    const row = pixels.subarray(y * stride, (y + 1) * stride);
    row.set(rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    unfilterRow(filter, row, above, pixelBytes);
    above = row;
  }
  return pixels;
}

function unfilterRow(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  if (filter === 0) return;
  for (let x = 0; x < row.length; x++) {
    const left = x < pixelBytes ? 0 : (row[x - pixelBytes] ?? 0);
    const corner = x < pixelBytes ? 0 : (above[x - pixelBytes] ?? 0);
    row[x] = (row[x] ?? 0) + predicted(filter, left, above[x] ?? 0, corner);
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
