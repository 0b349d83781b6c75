import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

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

/** Pixels by which what stands in a group is indented, and by which from the fourth group on. */
const INDENT = 12;
const LESS_INDENT = 4;

/** Pixels by which a row is indented. */
export function indentOf({ depth }: { readonly depth: number }): number {
  return Math.min(depth, 3) * INDENT + Math.max(0, depth - 3) * LESS_INDENT;
}

/** The one scene that Tab goes to: where the focus was, what is selected, or the first. */
export function tabStopOf({ scenes }: Movie, focus: NodeId | null, selected: readonly NodeId[]): NodeId | null {
  const known = (id: NodeId | null | undefined) => (scenes.some((scene) => scene.id === id) ? (id ?? null) : null);
  return known(focus) ?? known(selected[0]) ?? scenes[0]?.id ?? null;
}
