import { imageFacts } from '#shared/drawings/images/image-facts.ts';

/** Seconds that any still image may be worked on, beside its pixels. */
const ANY = 1;
/**
 * Nanoseconds of a pixel, twice what decoding and fitting it was measured to take: people own photographs of 50 megapixels
 * in 16 bits (3.1 s) and without loss as WebP (4.5 s), and a machine may do much else. A JPEG is gone over a dozen times
 * where it comes in scans; more of them give no more time. They are not counted here, in the thread that answers
 * everybody: a file may be long.
 */
const PIXEL = { jpeg: 200, png: 90, deepPng: 180, webp: 180, other: 60 } as const;

/**
 * How long a still image may be worked on: one of few pixels a second, whatever it holds beside them, and one of many as
 * much more as an honest one needs.
 */
export function imageSeconds(bytes: Uint8Array, most: number): number {
  const facts = imageFacts(bytes);
  if (facts === null) return Math.min(most, ANY);
  const { format, width, height } = facts;
  // PNG 3, 11.2.1: the bits of a sample.
  const kind = format === 'png' && bytes[24] === 16 ? 'deepPng' : format;
  const each = kind in PIXEL ? PIXEL[kind as keyof typeof PIXEL] : PIXEL.other;
  return Math.min(most, ANY + width * height * each * 1e-9);
}
