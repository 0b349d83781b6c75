/**
 * Positions of a longest ascending choice among `values`, those that are undefined left out; what of a list can stay
 * where it is when the list gets another order. Takes n log n steps.
 */
export function longestIncreasing(values: readonly (number | undefined)[]): ReadonlySet<number> {
  /** Position of the smallest value that ends a choice of each length. */
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
