import { inflateSync } from 'node:zlib';
import { invariant } from '../../../shared/lib/assert.ts';
import type { RgbPicture } from './compare-pictures.ts';

/** Reads a PNG of 8-bit RGB without interlacing (RFC 2083): what the service makes. */
export function decodePng(bytes: Uint8Array): RgbPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      invariant(data[8] === 8 && data[9] === 2 && data[12] === 0, 'a PNG of 8-bit RGB');
    }
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(parts)), width, height) };
}

/** Undoes the prediction of each row (RFC 2083, chapter 6). */
function unfilter(rows: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width * 3;
  const pixels = new Uint8Array(stride * height);
  const valueAt = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (pixels[y * stride + x] ?? 0));
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const [left, up, corner] = [valueAt(x - 3, y), valueAt(x, y - 1), x < 3 ? 0 : valueAt(x - 3, y - 1)];
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[y * stride + x] = (rows[y * (stride + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [byLeft, byUp, byCorner] = [estimate - left, estimate - up, estimate - corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
