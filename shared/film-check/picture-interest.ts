/** The size of the small gray picture for rating a frame. */
export const RATED_WIDTH = 64;
export const RATED_HEIGHT = 36;

/** The minimum rating of a frame with sufficient detail. The search stops at the first such frame. */
export const MIN_INTEREST = 30;

/**
 * Rates a gray picture: the standard deviation of its brightness plus twice the mean difference between adjacent
 * pixels. Plain colors such as black and white have a rating of 0. A title on a plain background has about 40, and a
 * photograph at least 50.
 */
export function interestOf(grey: Uint8Array, width: number = RATED_WIDTH): number {
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
 * Returns the first time whose frame has sufficient detail. If there is none, returns the earliest time with the
 * highest rating. Skips times for which `rate` throws an error that `canSkip` accepts. If all times are skipped, throws
 * the first error.
 */
export async function mostInteresting<Time>(
  times: readonly Time[],
  rate: (time: Time) => Promise<number>,
  canSkip: (error: unknown) => boolean,
): Promise<Time> {
  let best: { readonly time: Time; readonly interest: number } | null = null;
  const failures: unknown[] = [];
  for (const time of times) {
    try {
      const interest = await rate(time);
      if (best === null || interest > best.interest) best = { time, interest };
      if (interest >= MIN_INTEREST) return time;
    } catch (error) {
      if (!canSkip(error)) throw error;
      failures.push(error);
    }
  }
  if (best === null) throw failures[0];
  return best.time;
}
