/** The names of the selected tiles, and the anchor: the tile from which a range extends. */
export interface GridSelection {
  readonly names: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NO_TILES_SELECTED: GridSelection = { names: new Set(), anchor: null };

/**
 * Returns the selection after a press on a tile. It contains only this tile, toggles this tile, or extends from the
 * anchor to this tile.
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
