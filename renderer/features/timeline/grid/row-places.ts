import type { Row } from './row.ts';

/** Where each row begins, in pixels from the first, and behind them the height of all. */
export function rowTops(rows: readonly Row[]): readonly number[] {
  const tops = [0];
  for (const { height } of rows) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The rows that lie between two heights, by their places among all: from `first`, before `end`. */
export function rowsBetween(
  tops: readonly number[],
  from: number,
  to: number,
): { readonly first: number; readonly end: number } {
  const count = tops.length - 1;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < count && (tops[end] ?? 0) < to) end += 1;
  return { first: low, end };
}
