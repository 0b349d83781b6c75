const GAP = 8;
const ROW_GAP = 10;
const MIN_TILE_WIDTH = 110;
/** The height in pixels of the name and the facts below the picture, with the gap. */
const TEXT_HEIGHT = 33;

/** The height of a list row in pixels. */
const LIST_ROW = 38;

export type AssetLayout = 'tiles' | 'list';

/**
 * Returns the columns and the row height (with the gap) for a width in pixels. Tiles have at least two columns, and a
 * list has one.
 */
export function gridSize(width: number, layout: AssetLayout): GridSize {
  if (layout === 'list') return { columns: 1, rowHeight: LIST_ROW, gap: 0, pictureHeight: null };
  const columns = Math.max(2, Math.floor((width + GAP) / (MIN_TILE_WIDTH + GAP)));
  const tile = Math.max(1, (width - (columns - 1) * GAP) / columns);
  const pictureHeight = Math.ceil((tile * 9) / 16);
  return { columns, rowHeight: pictureHeight + TEXT_HEIGHT + ROW_GAP, gap: GAP, pictureHeight };
}

export interface GridSize {
  readonly columns: number;
  readonly rowHeight: number;
  readonly gap: number;
  /** The height of the picture in pixels, which is the same for all tiles; null in a list. */
  readonly pictureHeight: number | null;
}
