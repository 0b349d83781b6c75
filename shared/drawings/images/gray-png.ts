import { hasTextAt } from '../../lib/byte-match.ts';
import type { Raster } from './resample.ts';
import { crc32 } from './whole-image.ts';

/**
 * The minimum `gAMA` value (gamma × 100,000) at which dark samples need more than 8 bits. The value of sRGB is about
 * 45,455. Larger values brighten dark samples.
 */
const MIN_GAMMA = 50_000;
/** Chunks with colors that replace `gAMA` (PNG 3, 4.3). */
const OTHER_COLORS = ['sRGB', 'iCCP', 'cICP'];

/** The properties of a 16-bit gray PNG that decoding needs. */
export interface DeepGray {
  /** The exponent that converts light to samples (PNG 3, 11.3.2.2). */
  readonly gamma: number;
  /** The sample value that is transparent; null if there is none. */
  readonly transparent: number | null;
}

/**
 * Returns the properties of a 16-bit gray PNG whose dark values need more than 8 bits; null for other files. CanvasKit
 * cannot decode these files well: it reduces gray to 8 bits before it applies the gamma, so dark values of linear light
 * are off by up to 13 of 255 steps.
 */
export function deepGray(bytes: Uint8Array): DeepGray | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!hasTextAt(bytes, 12, 'IHDR') || data.getUint8(24) !== 16 || data.getUint8(25) !== 0) return null;
  let [stored, transparent]: [number, number | null] = [0, null];
  for (let at = 8; at + 12 <= bytes.length && !hasTextAt(bytes, at + 4, 'IDAT'); at += 12 + data.getUint32(at)) {
    if (OTHER_COLORS.some((type) => hasTextAt(bytes, at + 4, type))) return null;
    if (hasTextAt(bytes, at + 4, 'gAMA')) stored = data.getUint32(at + 8);
    if (hasTextAt(bytes, at + 4, 'tRNS')) transparent = data.getUint16(at + 8);
  }
  return stored < MIN_GAMMA ? null : { gamma: stored / 100_000, transparent };
}

/**
 * Decodes a 16-bit gray PNG to sRGB. `decode` returns 8-bit pixels and is called twice. The unchanged file gives the
 * upper bytes. The same data as 8-bit gray with alpha, which has the same filters (PNG 3, 9.2), gives the lower bytes
 * as alpha. Returns null if the file is damaged.
 */
export function decodeDeepGray(
  bytes: Uint8Array,
  { gamma, transparent }: DeepGray,
  decode: (file: Uint8Array) => Raster | null,
): Raster | null {
  const [upper, lower] = [decode(withHeader(bytes, 16, 0)), decode(withHeader(bytes, 8, 4))];
  if (upper === null || lower === null) return null;
  const { width, height, rgba } = upper;
  const encoded = encodedValues(gamma);
  const output = new Uint8Array(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    // A transparent pixel means that this part of the file is missing.
    if (rgba[at + 3] !== 255) return null;
    const sample = ((rgba[at] ?? 0) << 8) | (lower.rgba[at + 3] ?? 0);
    if (sample === transparent) continue;
    const value = encoded[sample] ?? 0;
    output[at] = value;
    output[at + 1] = value;
    output[at + 2] = value;
    output[at + 3] = 255;
  }
  return { width, height, rgba: output };
}

/** Returns the file with another bit depth and color type. Removes the chunks that describe colors. */
function withHeader(bytes: Uint8Array, bits: number, colorType: number): Uint8Array {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = bytes.slice(8, 33);
  header[16] = bits;
  header[17] = colorType;
  new DataView(header.buffer).setUint32(21, crc32(header.subarray(4, 21)));
  const parts = [bytes.subarray(0, 8), header];
  for (let at = 33; at + 12 <= bytes.length; ) {
    const end = at + 12 + data.getUint32(at);
    if (['IDAT', 'IEND'].some((type) => hasTextAt(bytes, at + 4, type))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) {
    file.set(part, place);
    place += part.length;
  }
  return file;
}

/** Returns the sRGB value of each 16-bit sample (IEC 61966-2-1). */
function encodedValues(gamma: number): Uint8Array {
  return Uint8Array.from({ length: 65_536 }, (_, sample) => {
    const light = (sample / 65_535) ** (1 / gamma);
    return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  });
}
