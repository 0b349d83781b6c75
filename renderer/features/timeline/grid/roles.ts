/** Roles of the tree's parts. They are no table's elements: scenes lie side by side, as wide as they last. */
export const TREE = { role: 'treegrid' } as const;
/** Rows that lie beside the tree, which owns them. */
export const ROWS = { role: 'rowgroup' } as const;
export const CELL = { role: 'gridcell' } as const;

export interface RowState {
  /** 1 for scenes, sounds and overlays of the movie, 2 for layers, 3 for what a layer has. */
  readonly level: number;
  readonly selected: boolean;
  readonly label: string;
  /** Undefined where there is nothing to open. */
  readonly expanded?: boolean | undefined;
  /** From 1; of scenes only. */
  readonly index?: number;
}

/** What assistive technology is told of a row. */
export function rowProps({ level, selected, label, expanded, index }: RowState) {
  return {
    role: 'row',
    'aria-level': level,
    'aria-selected': selected,
    'aria-label': label,
    'aria-expanded': expanded,
    'aria-rowindex': index,
  } as const;
}
