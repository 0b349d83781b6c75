import { imageFacts } from '#shared/drawings/images/image-facts.ts';

/** The base of the time limit of a still image, in seconds. The time for its pixels is added. */
const IMAGE_BASE_SECONDS = 1;
/**
 * The time limit per pixel in nanoseconds: twice the measured time for decoding and scaling, to allow for loaded
 * machines. Users have photos of 50 megapixels with 16 bits (3.1 s) and in lossless WebP (4.5 s). The limit is enough
 * for up to a dozen scans of a progressive JPEG. The scans are not counted here, because this thread answers all
 * requests and a file can be long.
 */
const IMAGE_PIXEL_NANOSECONDS = { jpeg: 200, png: 90, deepPng: 180, webp: 180, other: 60 } as const;

/**
 * Returns the time limit of a still image: about a second for few pixels, and more for many pixels. Only content
 * with readable facts gets time for pixels.
 */
export function imageTimeLimitSeconds(bytes: Uint8Array, most: number): number {
  const facts = imageFacts(bytes);
  if (facts === null) return Math.min(most, IMAGE_BASE_SECONDS);
  const { format, width, height } = facts;
  // Byte 24 has the bits per sample (PNG 3, 11.2.1).
  const kind = format === 'png' && bytes[24] === 16 ? 'deepPng' : format;
  const each =
    kind in IMAGE_PIXEL_NANOSECONDS
      ? IMAGE_PIXEL_NANOSECONDS[kind as keyof typeof IMAGE_PIXEL_NANOSECONDS]
      : IMAGE_PIXEL_NANOSECONDS.other;
  return Math.min(most, IMAGE_BASE_SECONDS + width * height * each * 1e-9);
}

const MEBIBYTE = 2 ** 20;
/**
 * The maximum factor by which a machine is slower than an ordinary one: because it is old, or because its processors
 * are shared and the waiting time counts as work.
 */
const SLOWEST_MACHINE_FACTOR = 4;
/**
 * The base of the time limit of an SVG on an ordinary machine, in seconds. Most SVGs take a few hundredths of a second.
 */
const SVG_BASE_SECONDS = 1;
/** The size in bytes above which an SVG gets more time. Ordinary drawings of a megabyte take half a second. */
const SVG_BASE_BYTES = MEBIBYTE / 4;
const SVG_BYTES_PER_SECOND = MEBIBYTE / 2;
/**
 * The number of pixels above which an SVG gets more time. Filters process all pixels, possibly several times. One
 * filter over this many pixels takes a third of a second.
 */
const SVG_BASE_PIXELS = 2 * MEBIBYTE;
const SVG_PIXELS_PER_SECOND = 4 * MEBIBYTE;

/**
 * Returns the time limit of an SVG in seconds of processor time. A few lines can request any amount of work, so a small
 * file gets only a few seconds. A large file, or a drawing with many pixels, also gets the additional time that an
 * ordinary drawing of that size needs.
 * @param pixels The number of drawn pixels; 0 if the file is only parsed.
 */
export function svgTimeLimitSeconds(bytes: number, pixels: number, most: number): number {
  const forBytes = Math.max(0, bytes - SVG_BASE_BYTES) / SVG_BYTES_PER_SECOND;
  const forPixels = Math.max(0, pixels - SVG_BASE_PIXELS) / SVG_PIXELS_PER_SECOND;
  return Math.min(most, SLOWEST_MACHINE_FACTOR * (SVG_BASE_SECONDS + forBytes + forPixels));
}
