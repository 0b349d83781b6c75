import { hasTextAt } from '../../lib/byte-match.ts';
import { hasProfileFor, joined, latin1, profileOf, word } from './color-profile.ts';
import type { CodePoints } from './heif-facts.ts';
import { crc32 } from './whole-image.ts';

/** The chunks over which `cICP` takes precedence (PNG 3, 4.3). */
const OTHER_COLORS = ['iCCP', 'sRGB', 'gAMA', 'cHRM'];

/** Returns the code points in the chunk `cICP` of a PNG (PNG 3, 11.3.2.6); null for other files. */
export function pngCodePoints(bytes: Uint8Array): CodePoints | null {
  for (const { type, start, end } of chunksOf(bytes)) {
    if (type === 'IDAT') return null;
    if (type === 'cICP' && end - start === 4) return { primaries: bytes[start] ?? 2, transfer: bytes[start + 1] ?? 2 };
  }
  return null;
}

/**
 * Replaces the chunk `cICP` of a PNG with an equivalent ICC profile, because CanvasKit ignores `cICP`. Returns gray
 * files and files with unknown code points (H.273) unchanged. The file must be complete.
 */
export function withPngProfile(bytes: Uint8Array): Uint8Array {
  const colors = pngCodePoints(bytes);
  const isGray = bytes[25] === 0 || bytes[25] === 4;
  if (colors === null || isGray || !hasProfileFor(colors)) return bytes;
  const profile = profileOf(colors);
  const parts = [bytes.subarray(0, 8)];
  for (const { type, start, end } of chunksOf(bytes)) {
    if (!OTHER_COLORS.includes(type) && type !== 'cICP') parts.push(bytes.subarray(start - 8, end + 4));
    if (type === 'IHDR' && profile !== null) parts.push(chunk('iCCP', joined([latin1('RGB\0\0'), stored(profile)])));
  }
  return joined(parts);
}

interface Chunk {
  readonly type: string;
  /** The byte range of the chunk's data. */
  readonly start: number;
  readonly end: number;
}

function* chunksOf(bytes: Uint8Array): Generator<Chunk, void> {
  if (!hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const [start, end] = [at + 8, at + 8 + data.getUint32(at)];
    yield { type: String.fromCharCode(...bytes.subarray(at + 4, start)), start, end };
    at = end + 4;
  }
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const named = joined([latin1(type), content]);
  return joined([word(content.length), named, word(crc32(named))]);
}

/** Converts data of less than 64 KiB to a zlib stream (RFC 1950) with one uncompressed block. */
function stored(data: Uint8Array): Uint8Array {
  let [low, high] = [1, 0];
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  const length = Uint8Array.of(data.length, data.length >> 8, ~data.length, ~data.length >> 8);
  return joined([Uint8Array.of(0x78, 0x01, 0x01), length, data, word(((high << 16) | low) >>> 0)]);
}
