const MEBIBYTE = 2 ** 20;
/**
 * How many times slower than an ordinary machine one may be: an old one, or one whose processors others have too, which
 * counts as work of this thread.
 */
const SLOWEST = 4;
/** Seconds of an ordinary machine that any SVG may take to be read and drawn; most take a few hundredths of one. */
const ANY = 1;
/** Honest drawings of a megabyte take half a second. */
const BYTES_WITHIN = MEBIBYTE / 4;
const BYTES_OF_A_SECOND = MEBIBYTE / 2;
/** Filters go over all pixels, perhaps several times: one of so many takes a third of a second. */
const PIXELS_WITHIN = 2 * MEBIBYTE;
const PIXELS_OF_A_SECOND = 4 * MEBIBYTE;

/**
 * How long an SVG may be worked on, in seconds of processor time: few lines can ask for any amount of work, so a small file
 * gets a few, and a large one, or one that is drawn with many pixels, as much more as an honest one needs.
 * @param pixels With which it is drawn; 0 where it is only read.
 */
export function svgSeconds(bytes: number, pixels: number, most: number): number {
  const forBytes = Math.max(0, bytes - BYTES_WITHIN) / BYTES_OF_A_SECOND;
  const forPixels = Math.max(0, pixels - PIXELS_WITHIN) / PIXELS_OF_A_SECOND;
  return Math.min(most, SLOWEST * (ANY + forBytes + forPixels));
}
