/** The horizontal centers of the focusable elements in a row. */
export type RowMiddles = readonly number[];

/** An element in a row, with indexes from 0. */
export interface RowPlace {
  readonly row: number;
  readonly item: number;
}

/**
 * Returns the element to which a key leads among rows of buttons. Left and right stay in the row. Up and down lead to
 * the nearest element in the neighboring row. Home and End lead to the first and the last row. Null for other keys and
 * at the edge.
 */
export function rowTarget(key: string, from: RowPlace, rows: readonly RowMiddles[]): RowPlace | null {
  const { row, item } = from;
  const middle = rows[row]?.[item];
  if (middle === undefined) return null;
  const inRow = (target: number): RowPlace | null => {
    const middles = rows[target];
    if (middles === undefined || target === row) return null;
    return { row: target, item: nearest(middles, middle) };
  };
  switch (key) {
    case 'ArrowLeft':
      return item === 0 ? null : { row, item: item - 1 };
    case 'ArrowRight':
      return item + 1 < (rows[row]?.length ?? 0) ? { row, item: item + 1 } : null;
    case 'ArrowUp':
      return inRow(row - 1);
    case 'ArrowDown':
      return inRow(row + 1);
    case 'Home':
      return inRow(0);
    case 'End':
      return inRow(rows.length - 1);
    default:
      return null;
  }
}

function nearest(middles: RowMiddles, middle: number): number {
  let found = 0;
  middles.forEach((each, index) => {
    if (Math.abs(each - middle) < Math.abs((middles[found] ?? 0) - middle)) found = index;
  });
  return found;
}
