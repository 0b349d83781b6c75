/** A summary of several measurements. */
export interface Summary {
  readonly median: number;
  readonly smallest: number;
  readonly largest: number;
}

export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return { median: (lower + upper) / 2, smallest: sorted[0] ?? Number.NaN, largest: sorted.at(-1) ?? Number.NaN };
}
