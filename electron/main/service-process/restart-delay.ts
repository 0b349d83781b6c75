const FIRST_MILLISECONDS = 500;
const LONGEST_MILLISECONDS = 30_000;

/** After running so long, a service has recovered, and the next crash counts as the first. */
export const QUIET_MILLISECONDS = 60_000;

/** How long to wait before the n-th start in a row, from 1: 0.5, 1, 2, 4 … 30 seconds. */
export function restartDelay(attempt: number): number {
  return Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (attempt - 1));
}
