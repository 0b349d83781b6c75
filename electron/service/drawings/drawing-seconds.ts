import { imageFacts } from '#shared/drawings/images/image-facts.ts';

/** Seconds that any still image may be worked on, beside its pixels. */
const IMAGE_BASE_SECONDS = 1;
/**
 * Nanoseconds of a pixel, twice what decoding and fitting it was measured to take: people own photographs of 50 megapixels
 * in 16 bits (3.1 s) and without loss as WebP (4.5 s), and a machine may do much else. A JPEG is gone over a dozen times
 * where it comes in scans; more of them give no more time. They are not counted here, in the thread that answers
 * everybody: a file may be long.
 */
const IMAGE_PIXEL_NANOSECONDS = { jpeg: 200, png: 90, deepPng: 180, webp: 180, other: 60 } as const;

/**
 * How long a still image may be worked on: one of few pixels a second, whatever it holds beside them, and one of many as
 * much more as an honest one needs.
 */
export function imageSeconds(bytes: Uint8Array, most: number): number {
  const facts = imageFacts(bytes);
  if (facts === null) return Math.min(most, IMAGE_BASE_SECONDS);
  const { format, width, height } = facts;
  // PNG 3, 11.2.1: the bits of a sample.
  const kind = format === 'png' && bytes[24] === 16 ? 'deepPng' : format;
  const each =
    kind in IMAGE_PIXEL_NANOSECONDS
      ? IMAGE_PIXEL_NANOSECONDS[kind as keyof typeof IMAGE_PIXEL_NANOSECONDS]
      : IMAGE_PIXEL_NANOSECONDS.other;
  return Math.min(most, IMAGE_BASE_SECONDS + width * height * each * 1e-9);
}

const MEBIBYTE = 2 ** 20;
/**
 * How many times slower than an ordinary machine one may be: an old one, or one whose processors others have too, which
 * counts as work of this thread.
 */
const SLOWEST_MACHINE_FACTOR = 4;
/** Seconds of an ordinary machine that any SVG may take to be read and drawn; most take a few hundredths of one. */
const SVG_BASE_SECONDS = 1;
/** Honest drawings of a megabyte take half a second. */
const SVG_BASE_BYTES = MEBIBYTE / 4;
const SVG_BYTES_PER_SECOND = MEBIBYTE / 2;
/** Filters go over all pixels, perhaps several times: one of so many takes a third of a second. */
const SVG_BASE_PIXELS = 2 * MEBIBYTE;
const SVG_PIXELS_PER_SECOND = 4 * MEBIBYTE;

/**
 * How long an SVG may be worked on, in seconds of processor time: few lines can ask for any amount of work, so a small file
 * gets a few, and a large one, or one that is drawn with many pixels, as much more as an honest one needs.
 * @param pixels With which it is drawn; 0 where it is only read.
 */
export function svgSeconds(bytes: number, pixels: number, most: number): number {
  const forBytes = Math.max(0, bytes - SVG_BASE_BYTES) / SVG_BYTES_PER_SECOND;
  const forPixels = Math.max(0, pixels - SVG_BASE_PIXELS) / SVG_PIXELS_PER_SECOND;
  return Math.min(most, SLOWEST_MACHINE_FACTOR * (SVG_BASE_SECONDS + forBytes + forPixels));
}
