/**
 * Returns the positions of a longest increasing subsequence of `values`. Ignores undefined values. The items at these
 * positions can stay in place when the list is reordered. Runs in O(n log n).
 */
export function longestIncreasing(values: readonly (number | undefined)[]): ReadonlySet<number> {
  /** For each length of a subsequence, the position of its smallest possible last value. */
  const tails: number[] = [];
  const before: (number | undefined)[] = [];
  values.forEach((value, position) => {
    if (value === undefined) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? -1] ?? Number.POSITIVE_INFINITY) < value) low = middle + 1;
      else high = middle;
    }
    before[position] = tails[low - 1];
    tails[low] = position;
  });
  const chosen = new Set<number>();
  for (let position = tails.at(-1); position !== undefined; position = before[position]) chosen.add(position);
  return chosen;
}
