const GAP = 8;
const ROW_GAP = 10;
const LEAST_TILE = 110;
/** The height of name and facts below the picture, with the gap, in pixels. */
const TEXT_HEIGHT = 33;

/** The height of a list row in pixels: a small picture with name and facts beside it. */
const LIST_ROW = 38;

/** How assets are laid out. */
export type AssetLayout = 'tiles' | 'list';

/**
 * Returns the columns and the row height with the gap below, in pixels, for a grid of that width. Tiles have at least
 * two columns, a list has one.
 */
export function gridSize(
  width: number,
  layout: AssetLayout,
): {
  readonly columns: number;
  readonly rowHeight: number;
  readonly gap: number;
} {
  if (layout === 'list') return { columns: 1, rowHeight: LIST_ROW, gap: 0 };
  const columns = Math.max(2, Math.floor((width + GAP) / (LEAST_TILE + GAP)));
  const tile = Math.max(1, (width - (columns - 1) * GAP) / columns);
  return { columns, rowHeight: Math.ceil((tile * 9) / 16) + TEXT_HEIGHT + ROW_GAP, gap: GAP };
}
