import type { KeyboardEvent } from 'react';

/**
 * Returns the cell to which a key leads in a grid of equal cells, given their positions on screen. Left and right lead
 * to the neighbor, up and down to the neighboring row, Home and End to the first and the last cell. Null for other keys
 * and at the edge of the grid.
 */
export function gridTarget(key: string, index: number, tops: readonly number[]): number | null {
  const columns = Math.max(1, tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 1).length);
  const target = targetOf(key, index, columns, tops.length);
  return target === null || target < 0 || target >= tops.length || target === index ? null : target;
}

function targetOf(key: string, index: number, columns: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return index - 1;
    case 'ArrowRight':
      return index + 1;
    case 'ArrowUp':
      return index - columns;
    case 'ArrowDown':
      // If the last row is short, a cell above the gap leads down to the last cell.
      return Math.floor(index / columns) < Math.floor((count - 1) / columns)
        ? Math.min(count - 1, index + columns)
        : null;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Moves the focus among the cells that match the selector. Returns whether it used the key. */
export function moveGridFocus(event: KeyboardEvent<HTMLElement>, selector: string): boolean {
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const index = event.target instanceof HTMLElement ? cells.indexOf(event.target) : -1;
  if (index < 0) return false;
  const target = gridTarget(
    event.key,
    index,
    cells.map((cell) => cell.getBoundingClientRect().top),
  );
  if (target === null) return false;
  event.preventDefault();
  cells[target]?.focus();
  return true;
}
