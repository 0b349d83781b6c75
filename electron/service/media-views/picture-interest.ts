/** Pixels of the small grey picture that a frame is judged by. */
export const LOOK_WIDTH = 64;
export const LOOK_HEIGHT = 36;

/** From here on a frame shows something, and no other is looked at. */
export const ENOUGH_INTEREST = 30;

/**
 * How much a grey picture shows: the standard deviation of its brightness, and twice the mean step from a pixel to the
 * next. Black, white and plain colours have none, a title on a plain ground about 40, a photograph 50 and more.
 */
export function interestOf(grey: Uint8Array, width: number = LOOK_WIDTH): number {
  if (grey.length === 0) return 0;
  let sum = 0;
  let squares = 0;
  let steps = 0;
  let pairs = 0;
  for (const [at, value] of grey.entries()) {
    sum += value;
    squares += value * value;
    if (at % width !== 0) {
      steps += Math.abs(value - (grey[at - 1] ?? value));
      pairs++;
    }
    if (at >= width) {
      steps += Math.abs(value - (grey[at - width] ?? value));
      pairs++;
    }
  }
  const mean = sum / grey.length;
  return Math.sqrt(Math.max(0, squares / grey.length - mean * mean)) + (2 * steps) / Math.max(1, pairs);
}

/**
 * The first of some moments that shows something, else the one that shows most; equal ones are the first of them.
 * Moments at which `look` throws are passed over where `canPass` allows it; throws what the first of them threw if no
 * other is left.
 */
export async function mostInteresting<Moment>(
  moments: readonly Moment[],
  look: (moment: Moment) => Promise<number>,
  canPass: (error: unknown) => boolean,
): Promise<Moment> {
  let best: { readonly moment: Moment; readonly interest: number } | null = null;
  const failures: unknown[] = [];
  for (const moment of moments) {
    try {
      const interest = await look(moment);
      if (best === null || interest > best.interest) best = { moment, interest };
      if (interest >= ENOUGH_INTEREST) return moment;
    } catch (error) {
      if (!canPass(error)) throw error;
      failures.push(error);
    }
  }
  if (best === null) throw failures[0];
  return best.moment;
}
