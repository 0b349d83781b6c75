import type { PixelPicture, Size } from '../pictures/picture.ts';
import { pixelAt } from '../pictures/pictures.ts';

/** How much of B is where its number of 16 bits is t, in 256ths: (start − t × slope) >> shift, kept within 0 and 256. */
interface WipeNumbers {
  readonly start: number;
  readonly slope: number;
  readonly shift: number;
}

/** The largest number of a pixel: the end of the way. */
const WHOLE_WAY = 65_535;

/** A way is as exact as its steps, so an edge is never narrower than this. */
const LEAST_EDGE = 1 / 32_768;

/** g = clamp((p (1 + s) − t) ÷ s, 0, 1), `edge` being s. */
export function wipeNumbers(progress: number, edge: number): WipeNumbers {
  const s = Math.max(LEAST_EDGE, edge);
  const p = Math.max(0, Math.min(1, progress));
  // As many bits behind the point as 32 bits leave.
  const shift = Math.max(0, Math.min(16, 30 - Math.ceil(Math.log2(256 / s + 257))));
  const slope = Math.round(((256 / s) * 2 ** shift) / WHOLE_WAY);
  // Of the whole slope, so that the way begins with all of A and ends with all of B.
  return { start: Math.round(p * WHOLE_WAY * slope + (256 * p + 0.5) * 2 ** shift), slope, shift };
}

/** Ways that follow from a pixel's place alone. */
type PlacedWay = 'circle' | 'clock';

/** How wide a pixel is on such a way: of a clock at the frame's nearer edge. */
export function pixelOfWay(way: PlacedWay, { width, height }: Size): number {
  return way === 'circle' ? 2 / Math.hypot(width, height) : 1 / (Math.PI * Math.min(width, height));
}

/**
 * t of each pixel's centre as two bytes, the lower one first: its distance from the frame's middle ÷ half the diagonal,
 * or its angle from 12 o'clock, clockwise, ÷ 360°. `step` is how many of the frame's pixels one of the plane stands for.
 */
export function placedWays(way: PlacedWay, frame: Size, step: number): Uint8Array {
  const half = Math.hypot(frame.width, frame.height) / 2;
  return waysOf(frame, step, (column, row) => {
    const [x, y] = [(column + 0.5) * step, (row + 0.5) * step];
    const [across, down] = [x - frame.width / 2, y - frame.height / 2];
    if (way === 'circle') return Math.hypot(across, down) / half;
    const turns = Math.atan2(across, -down) / (2 * Math.PI);
    return turns < 0 ? turns + 1 : turns;
  });
}

function waysOf(frame: Size, step: number, wayAt: (column: number, row: number) => number): Uint8Array {
  const [width, height] = [frame.width / step, frame.height / step];
  const bytes = new Uint8Array(2 * width * height);
  let at = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const whole = Math.max(0, Math.min(WHOLE_WAY, Math.round(WHOLE_WAY * wayAt(column, row))));
      bytes[at++] = whole & 255;
      bytes[at++] = whole >> 8;
    }
  return bytes;
}

/** How narrow the edge of a wipe by luminance can be: a step of the image. */
export const LUMINANCE_STEP = 1 / 255;

/** t of each pixel likewise: 1 − the luminance of an image's pixel over black, or of several their mean. */
export function luminanceWays(bytes: Uint8Array, image: PixelPicture, step: number): Uint8Array {
  return waysOf(image, step, (column, row) => {
    let sum = 0;
    for (let y = row * step; y < (row + 1) * step; y++)
      for (let x = column * step; x < (column + 1) * step; x++) sum += luminanceAt(bytes, pixelAt(image, x, y));
    return 1 - sum / step ** 2;
  });
}

/** 0 to 1; a pixel's luma is weighted, and in limited range. */
function luminanceAt(bytes: Uint8Array, at: number): number {
  const [luma = 0, opacity = 0] = [bytes[at], bytes[at + 3]];
  return Math.max(0, Math.min(1, (luma - (16 * opacity) / 255) / 219));
}
