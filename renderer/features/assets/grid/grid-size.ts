const GAP = 8;
const ROW_GAP = 10;
const LEAST_TILE = 110;
/** Name and facts under the picture, with the space above them. */
const TEXT_HEIGHT = 33;

/** Columns and the height of a row, with the space below it, in pixels, for a grid so wide. Two columns at least. */
export function gridSize(width: number): {
  readonly columns: number;
  readonly rowHeight: number;
  readonly gap: number;
} {
  const columns = Math.max(2, Math.floor((width + GAP) / (LEAST_TILE + GAP)));
  const tile = Math.max(1, (width - (columns - 1) * GAP) / columns);
  return { columns, rowHeight: Math.ceil((tile * 9) / 16) + TEXT_HEIGHT + ROW_GAP, gap: GAP };
}
