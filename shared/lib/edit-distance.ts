/**
 * Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment),
 * or `limit` if there are that many or more.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (last[column] ?? limit) + 1,
          (current[column - 1] ?? limit) + 1,
          (last[column - 1] ?? limit) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? limit) + 1 : limit,
        ),
      );
    }
    if (Math.min(...current) >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? limit;
}
