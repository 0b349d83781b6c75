/** Milliseconds, rounded: the middle one, the one below which 99 of 100 are, and the longest. */
export function summarizeTimes(milliseconds: readonly number[]): {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
} {
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { median: at(0.5), p99: at(0.99), longest: at(1) };
}
