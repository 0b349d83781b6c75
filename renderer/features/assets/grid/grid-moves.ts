/** Returns the index to which a key leads in a grid that is filled row by row; null for other keys. */
export function moveInGrid(
  key: string,
  at: number,
  grid: { readonly count: number; readonly columns: number; readonly rowsShown: number },
): number | null {
  const { count, columns, rowsShown } = grid;
  const last = count - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    PageUp: at - columns * rowsShown,
    PageDown: at + columns * rowsShown,
    Home: 0,
    End: last,
  };
  const requested = steps[key];
  if (requested === undefined || count === 0) return null;
  if (requested >= 0 && requested <= last) return requested;
  const isPage = key.startsWith('Page');
  if (requested < 0) return isPage ? at % columns : at;
  // If the last row is shorter, Down from a tile above the gap leads to the last tile.
  const isLastRow = Math.floor(at / columns) === Math.floor(last / columns);
  return isPage || !isLastRow ? last : at;
}

/** The names of the selected tiles, and the tile at which a range begins. */
export interface GridSelection {
  readonly names: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const nothingSelected: GridSelection = { names: new Set(), anchor: null };

/**
 * Returns the selection after a press on a tile: this tile alone, the selection with this tile toggled, or the range up
 * to this tile.
 */
export function selectTile(
  selection: GridSelection,
  name: string,
  mode: 'only' | 'toggle' | 'range',
  order: readonly string[],
): GridSelection {
  if (mode === 'range' && selection.anchor !== null) {
    const [from, to] = [order.indexOf(selection.anchor), order.indexOf(name)].toSorted((one, other) => one - other);
    if (from !== undefined && to !== undefined && from >= 0) {
      return { names: new Set(order.slice(from, to + 1)), anchor: selection.anchor };
    }
  }
  if (mode !== 'toggle') return { names: new Set([name]), anchor: name };
  const names = new Set(selection.names);
  if (!names.delete(name)) names.add(name);
  return { names, anchor: name };
}
