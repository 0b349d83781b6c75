/**
 * Returns the number of insertions, deletions, replacements, and swaps of neighbors between two words (optimal string
 * alignment), but at most `limit`. The running time is proportional to the length of the longer word × `limit`.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  const width = right.length + 1;
  let beforeLast = new Int32Array(width);
  let last = new Int32Array(width);
  let current = new Int32Array(width);
  for (let column = 0; column < width; column++) last[column] = column;
  const at = (distances: Int32Array, column: number): number => distances[column] ?? limit;
  for (let row = 1; row <= left.length; row++) {
    // Compute only cells near the diagonal, because all other distances reach the limit.
    const from = Math.max(1, row - limit);
    const to = Math.min(right.length, row + limit);
    current[from - 1] = from === 1 ? row : limit;
    let least = at(current, from - 1);
    for (let column = from; column <= to; column++) {
      const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let best = at(last, column - 1) + (isSame ? 0 : 1);
      best = Math.min(best, at(last, column) + 1, at(current, column - 1) + 1);
      if (!isSame && areSwapped(left, row, right, column)) best = Math.min(best, at(beforeLast, column - 2) + 1);
      current[column] = best;
      least = Math.min(least, best);
    }
    if (least >= limit) return limit;
    // Set the cell after the range, because the next row reads it.
    current[to + 1] = limit;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(limit, at(last, right.length));
}

/** Returns whether the last two letters before the positions are swapped. */
function areSwapped(left: string, row: number, right: string, column: number): boolean {
  if (row < 2 || column < 2) return false;
  return (
    left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
    left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
  );
}

/** Removes the common beginning and the common end of two words, which do not affect the distance. */
export function differingMiddles(left: string, right: string): readonly [left: string, right: string] {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end))
    end += 1;
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)];
}
